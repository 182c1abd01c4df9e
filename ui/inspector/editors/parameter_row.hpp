// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

class QLabel;

namespace burin::ui {

class CutLabel;
class FormulaField;

/// A parameter: its name, its editor and its problems. The problems are shown by EditorPlace::notes, or on a
/// line below.
///
/// A formula has a field of its own if the editor cannot show it.
class ParameterRow : public QWidget {
    Q_OBJECT

  public:
    ParameterRow(const ParameterDescription& wanted, EditorPlace place, QWidget* parent = nullptr);

    [[nodiscard]] ValueEditor* editor() const { return editor_; }
    /// Puts a widget behind the editor.
    void putBehind(QWidget* widget);
    /// The widget that the keyboard reaches first.
    [[nodiscard]] QWidget* first() const;
    [[nodiscard]] const ParameterDescription& wanted() const { return wanted_; }
    /// Describes the parameter and its valid values.
    [[nodiscard]] QString tip() const;
    /// Shows the file's value. A refused text stays until the value changes or something else is typed.
    /// \param given  false: the value is not in the file, but the result of a default
    void setValue(const YamlValue* value, bool given = true);
    /// Refuses what was entered: the text stays, with the reason, so that it can be corrected. Esc restores
    /// the value.
    /// \param why  empty: accepted
    /// \param value  the value in the file
    void refuse(const QString& why, const YamlValue* value);
    /// Why the shown text was refused; empty if it was not.
    [[nodiscard]] const QString& refusal() const { return refusal_; }
    /// Lets the menu put plain values in place of formulas. \param words  its entry
    /// \param release  null: the value has no formulas
    void setRelease(const QString& words, std::function<void()> release);
    /// Disables the editor, and says why. The menu stays. \param why  empty: the editor can be used
    void setLocked(const QString& why);
    /// The design's problems with the value; may be empty.
    void setProblems(const QStringList& problems);

  signals:
    void edited(const std::optional<burin::YamlValue>& value, int gesture);
    /// Whether something is wrong with the value or with what is typed.
    void wrongChanged(bool wrong);

  protected:
    bool event(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    [[nodiscard]] bool resettable() const;
    void reset();
    void show(const YamlValue* value);
    FormulaField* formulaField();
    void showProblems();
    void showTip();

    const ParameterDescription& wanted_;
    EditorPlace place_;
    ValueEditor* editor_;
    FormulaField* formula_ = nullptr;
    CutLabel* label_ = nullptr;
    QLabel* problem_ = nullptr;  ///< without EditorPlace::notes
    QString typed_;         ///< problem with text that is typed
    QStringList problems_;  ///< found by the design
    QString refusal_;
    QString said_;    ///< the problem that is shown
    QString locked_;  ///< why the editor is disabled
    QString releaseWords_;
    std::function<void()> release_;
    bool refused_ = false;           ///< the field is red because of the refusal
    bool given_ = false;             ///< the file has a value, which can go back to the default
    std::optional<YamlValue> kept_;  ///< the file's value while a refused text is shown
};

}  // namespace burin::ui
