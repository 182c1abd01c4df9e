// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/kinds/description.hpp"
#include "ui/model/session.hpp"

#include <QHash>
#include <QPair>
#include <QSet>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QAction;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace burin::ui {

class InputsList;
class NodeHead;
class ParameterRow;
class Section;
class SizeEditor;

/// Shows and edits the active node, built from its kind's description alone.
class InspectorPanel : public QWidget {
    Q_OBJECT

  public:
    explicit InspectorPanel(Session session, QWidget* parent = nullptr);
    ~InspectorPanel() override;

    /// "inspector.help"
    [[nodiscard]] QList<QAction*> actions() const { return {help_}; }
    /// Brings a parameter of the node that is shown into view and gives it the keyboard.
    void reveal(const QString& parameter);

  signals:
    /// The manual page of a kind is wanted.
    void helpRequested(const QString& kind);
    /// Escape where a field has nothing to restore: the graph is wanted again.
    void left();

  protected:
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    /// A row with where its value lies in the file.
    struct Bound {
        ParameterRow* row;
        Section* section;
        std::function<const YamlValue*()> read;
    };

    void follow();
    void takeWhatIsTyped();
    void keepUnfinished();
    void showUnfinished();
    QString handOver();
    void rebuild();
    void refresh();
    void showProblems();
    void rename(const QString& before, const QString& name);
    void addParameters(const KindDescription& kind);
    void addInputs();
    void addSize(SizeRule rule);
    void addPitch();
    void addJob();
    void addKindChoice();
    void addStrangers();
    Section* addSection(const QString& title);
    using Write = std::function<void(DesignEdit&, std::optional<YamlValue>)>;
    void addRow(Section* section, const ParameterDescription& wanted, std::function<const YamlValue*()> read,
                Write write);
    [[nodiscard]] const YamlValue* body() const;
    [[nodiscard]] const YamlValue* top(const char* key) const;

    Session session_;
    QScrollArea* scroll_;
    QLabel* nothing_;
    QAction* help_;
    QWidget* content_ = nullptr;
    QVBoxLayout* column_ = nullptr;
    NodeHead* head_ = nullptr;
    InputsList* inputs_ = nullptr;
    Section* inputsSection_ = nullptr;
    SizeEditor* size_ = nullptr;
    Section* sizeSection_ = nullptr;
    std::vector<Bound> rows_;
    QList<QWidget*> stops_;       ///< where Tab stops
    QString node_;                ///< that is shown; empty: none
    const Kind* kind_ = nullptr;  ///< of it
    bool root_ = false;
    QStringList strange_;              ///< keys that the kind does not take
    ParameterDescription kindChoice_;  ///< for a node whose kind is unknown
    bool renaming_ = false;
    QSet<QString> locked_;                                ///< nodes whose sides follow each other
    QHash<QPair<QString, QString>, QString> unfinished_;  ///< by node and field, of nodes that are not shown
    QSet<QString> folded_;                                ///< headings that stay folded from node to node
};

}  // namespace burin::ui
