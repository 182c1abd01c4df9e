// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/kinds/form/description.hpp"
#include "ui/graph/adding/starters.hpp"
#include "ui/inspector/editors/exposer.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/typed_problem.hpp"
#include "ui/model/workbench.hpp"

#include <QHash>
#include <QPair>
#include <QSet>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QCheckBox;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace burin::ui {

class CodeReadback;
class ContentsLine;
class CostLine;
class CurveSketch;
template <class Finder>
class FactRun;
class GroupKind;
class InputsList;
class LatticeValues;
class NodeHead;
class NotesFoot;
class ParameterRow;
class PredictedNote;
class ReachedLine;
class RollerNote;
class Section;
class SizeEditor;
class SpotMeter;

/// Shows and edits the active node. The fields are made from the description of its kind alone. The group of
/// an instance is described like a kind.
class InspectorPanel : public QWidget {
    Q_OBJECT

  public:
    explicit InspectorPanel(Workbench workbench, QWidget* parent = nullptr);
    ~InspectorPanel() override;

    /// The actions "inspector.help" and "graph.centre".
    [[nodiscard]] QList<QAction*> actions() const { return {help_, centre_}; }
    /// Scrolls to a parameter of the current node and focuses its editor.
    void reveal(const QString& parameter);

  signals:
    /// The user wants the manual page of a kind.
    void helpRequested(const QString& kind);
    /// Escape was pressed in a field with nothing to restore; the graph should get the focus.
    void left();
    /// Why a command did nothing.
    void said(const QString& words);

    /// The user wants the surface to close round its roller.
    void closingWanted();

    /// The user wants to see a place of the surface.
    void placeWanted(burin::Point place);

    /// The user wants a compensation before the surface.
    void compensationWanted();

    /// The user wants the depths of the node turned round.
    void inversionWanted();

    /// The typed texts that are not valid have changed.
    void typedProblemsChanged(const QList<burin::ui::TypedProblem>& problems);

    /// A value has become a parameter of the open group. \param said  tells it in a few words
    void exposed(const QString& parameter, const QString& said);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    /// A row, and the path of its value in the file.
    struct Bound {
        ParameterRow* row;
        Section* section;
        std::function<const YamlValue*()> read;
    };

    /// The description of a row that depends on the choices of the node.
    struct Changing {
        const ParameterDescription* wanted;
        std::shared_ptr<ParameterDescription> shown;
    };

    /// The place of a typed text.
    struct FieldPlace {
        QString group;  ///< the open group; empty: the design
        QString node;
        QString field;  ///< its object name, or TypedCells::Cell::place

        friend bool operator==(const FieldPlace&, const FieldPlace&) = default;
        friend std::size_t qHash(const FieldPlace& place, std::size_t seed = 0) {
            return qHashMulti(seed, place.group, place.node, place.field);
        }
    };
    /// A typed text that is not in the design.
    struct Unfinished {
        QString text;
        QString why;
        bool refused = false;  ///< the design refused the text, not the field
        QString value = {};    ///< the value of a cell: TypedCells::Cell::value
    };
    struct Untaken {
        QString field;  ///< its object name
        QString text;
        QString why;
    };

    void follow();
    void placeNotes();
    void takeWhatIsTyped();
    [[nodiscard]] std::optional<QString> focusedField() const;
    void keepFocus(const std::optional<QString>& field);
    [[nodiscard]] QWidget* firstField() const;
    void keepUnfinished();
    void showUnfinished();
    void forgetUnfinished();
    [[nodiscard]] FieldPlace placeOf(const QString& field) const { return {openGroup_, node_, field}; }
    [[nodiscard]] bool exists(const FieldPlace& place) const;
    [[nodiscard]] QList<Untaken> untaken() const;
    [[nodiscard]] QList<TypedProblem> typedProblems() const;
    void tellTypedProblems();
    QString handOver();
    void rebuild();
    void layOutAtOnce();
    void refresh();
    void lockLattice();
    void showProblems();
    void rename(const QString& before, const QString& name);
    [[nodiscard]] EditorPlace place(std::string_view key) const;
    struct Described {
        const KindDescription* kind = nullptr;
        std::shared_ptr<const GroupKind> group;  ///< owns the description of an instance
    };
    [[nodiscard]] Described described(const DesignNode* node, const QString& name) const;
    void addParameters();
    void addFacts(Section* section);
    void showFacts();
    void followCode();
    void showCode();
    void showCost();
    [[nodiscard]] bool namesPicture(const ParameterDescription& wanted) const;
    void addPartsButton(ParameterRow* row);
    void addLattice(Section* section);
    [[nodiscard]] bool hasStarters(const ParameterDescription& parameter) const;
    [[nodiscard]] QWidget* makeStarterMenu();
    void start(const Starter& starter);
    void addKnobHint();
    void addInvert();
    Section* addPredictedSection();
    void addEffect();
    void addPredicted();
    void followSpot();
    void showSpot();
    void addInputs();
    void addSize(SizeRule rule);
    void addPitch();
    void addMachine();
    void addJob();
    void addJobRow(Section* section, const ParameterDescription& parameter);
    void setOnRoller(bool on);
    void showRoller();
    void addKindChoice();
    void addStrangers();
    Section* addSection(const QString& title);
    using Write = std::function<void(DesignEdit&, std::optional<YamlValue>)>;
    void addRow(Section* section, const ParameterDescription& wanted, std::function<const YamlValue*()> read,
                Write write);
    [[nodiscard]] const ParameterDescription& describedAsChosen(const ParameterDescription& wanted);
    [[nodiscard]] const YamlValue* body() const;
    [[nodiscard]] const YamlValue* valueOf(const std::string& key) const;
    [[nodiscard]] const YamlValue* resultOf(const std::string& key) const;
    [[nodiscard]] bool given(std::string_view key) const;
    void centre();
    [[nodiscard]] Write writerOf(const std::string& key) const;
    [[nodiscard]] const YamlValue* top(const char* key) const;

    Workbench workbench_;
    const std::vector<Starter> starters_;
    FormulaSpace formulas_;
    Exposer* exposer_;
    QString openGroup_;  ///< the group of the node that is shown; empty: none
    QScrollArea* scroll_;
    NotesFoot* notes_;
    QLabel* nothing_;
    QAction* help_;
    QAction* centre_;
    QWidget* content_ = nullptr;
    QVBoxLayout* column_ = nullptr;
    NodeHead* head_ = nullptr;
    InputsList* inputs_ = nullptr;
    Section* inputsSection_ = nullptr;
    ReachedLine* reached_ = nullptr;
    ContentsLine* contents_ = nullptr;
    CurveSketch* sketch_ = nullptr;
    QLabel* readback_ = nullptr;                ///< whether a code reads back
    FactRun<CodeReadback>* codeRun_ = nullptr;  ///< made for the first code
    CostLine* cost_ = nullptr;
    std::shared_ptr<LatticeValues> lattice_;  ///< the lattice of a node that repeats over one, or nullptr
    SizeEditor* size_ = nullptr;
    Section* sizeSection_ = nullptr;
    QCheckBox* onRoller_ = nullptr;  ///< shown for the root
    RollerNote* rollerNote_ = nullptr;
    FactRun<SpotMeter>* spotRun_ = nullptr;  ///< made for the first node that needs it
    Section* predictedSection_ = nullptr;
    QLabel* effect_ = nullptr;            ///< what a compensation reaches
    PredictedNote* predicted_ = nullptr;  ///< shown for the root
    std::vector<Bound> rows_;
    std::vector<Changing> changing_;
    QList<QWidget*> stops_;                             ///< the order of Tab
    QString node_;                                      ///< the node that is shown; empty: none
    const KindDescription* kind_ = nullptr;             ///< the kind of the node
    std::shared_ptr<const GroupKind> group_;            ///< the group of an instance; owns `kind_`
    mutable std::map<std::string, YamlValue> results_;  ///< the results of its defaults, see resultOf()
    bool root_ = false;
    QStringList strange_;              ///< keys that the kind does not know
    ParameterDescription kindChoice_;  ///< for a node whose kind is unknown
    bool renaming_ = false;
    QSet<QString> locked_;                      ///< nodes whose proportions are locked
    QHash<FieldPlace, Unfinished> unfinished_;  ///< the texts of nodes that are not shown
    QList<TypedProblem> told_;                  ///< the problems that typedProblemsChanged() reported last
    QSet<QString> folded_;                      ///< headings that stay folded when the node changes
};

}  // namespace burin::ui
