// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/exposer.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/model/workbench.hpp"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace burin::ui {

class ExposePopup;
class ParameterLine;

/// The parameters of the open group, which are the knobs of its instances. The window has it only while a
/// group is open.
class ParametersPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ParametersPanel(Workbench workbench, QWidget* parent = nullptr);
    ~ParametersPanel() override;
    ParametersPanel(const ParametersPanel&) = delete;
    ParametersPanel& operator=(const ParametersPanel&) = delete;

    /// Shows a new parameter with its name selected, and says what was made of the value.
    void begin(const QString& parameter, const QString& said);

  signals:
    /// Escape was pressed and no field used it: the user wants to go back to the graph.
    void left();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// The state that the lines were built from.
    struct Shown;

    /// The line or the field of a line that has the focus in the window.
    struct Focused {
        QString parameter;      ///< the parameter of the line
        QString field;          ///< the name of the field; empty: the line itself
        std::size_t place = 0;  ///< the place of the line
    };

    /// A typed text that was not accepted.
    struct Refused {
        QString parameter;
        QString place;  ///< the name of its field, or of its cell
        QString value;  ///< the text of the value in the cell
        QString text;
        QString problem;
    };

    void follow();
    void buildAgain();
    [[nodiscard]] bool outdated() const;
    void takeTyped();
    QString handOver();
    [[nodiscard]] QString refusedText() const;
    [[nodiscard]] QList<Refused> refusedTexts() const;
    void showRefused(const QList<Refused>& texts);
    /// Says something about the last edit, until the design changes.
    void say(const QString& words);
    [[nodiscard]] std::optional<Focused> focusedField() const;
    void focusOn(const Focused& focused);
    void rebuild();
    void refresh(const YamlValue* parameters);
    void fitColumns();
    void showDetails();
    void choose(const QString& parameter);
    void rename(const QString& before, const QString& name);
    void remove(const QString& parameter);
    [[nodiscard]] QString shownDefault(const std::string& parameter, const YamlValue& value) const;
    [[nodiscard]] int instancesBeside(const std::string& group, const std::string& parameter,
                                      const YamlValue& value) const;
    void move(std::size_t from, int by);
    void drag(std::size_t from, int y, bool dropped);
    void setDetail(const char* key, QLineEdit& field);
    /// The open group; empty if there is none.
    [[nodiscard]] QString group() const;
    /// The parameters of the open group, or nullptr.
    [[nodiscard]] const YamlValue* parameters() const;
    QWidget* makeHeader();
    QWidget* makeDetails();
    QWidget* makeFoot();

    Workbench workbench_;
    FormulaSpace formulas_;
    Exposer exposer_;
    ExposePopup* popup_;
    std::shared_ptr<const Shown> shown_;
    QScrollArea* scroll_;
    QWidget* content_;
    QVBoxLayout* column_;
    QLabel* nameTitle_ = nullptr;
    QLabel* limitsTitle_ = nullptr;
    QWidget* mark_;  ///< the place that a dragged line would take
    QWidget* details_ = nullptr;
    QLineEdit* title_ = nullptr;
    QLineEdit* unit_ = nullptr;
    QLineEdit* help_ = nullptr;
    QToolButton* more_ = nullptr;
    QLabel* said_ = nullptr;
    std::weak_ptr<const Design> saidOf_;  ///< the design that said_ is about
    QString group_;                       ///< the group of the lines
    bool again_ = false;                  ///< the lines are to be built again
    std::vector<ParameterLine*> lines_;
    QString chosen_;
};

}  // namespace burin::ui
