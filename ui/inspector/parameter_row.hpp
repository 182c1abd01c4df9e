// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/value_editor.hpp"

class QLabel;

namespace burin::ui {

/// A parameter: its name, its editor, and below what is wrong.
class ParameterRow : public QWidget {
    Q_OBJECT

  public:
    ParameterRow(const ParameterDescription& wanted, EditorPlace place, QWidget* parent = nullptr);

    [[nodiscard]] ValueEditor* editor() const { return editor_; }
    [[nodiscard]] const ParameterDescription& wanted() const { return wanted_; }
    /// What the parameter is, and what would be right.
    [[nodiscard]] QString tip() const;
    /// Shows the file's value. What was refused stays as it was typed until another value is there, or is
    /// typed.
    void setValue(const YamlValue* value);
    /// What was entered is refused: it stays to be corrected, beside the reason. Esc brings back the value.
    /// \param why  empty: it is taken  \param value  what the file has
    void refuse(const QString& why, const YamlValue* value);
    /// Why what is shown was refused; empty: it was not.
    [[nodiscard]] const QString& refusal() const { return refusal_; }
    /// What the design says of the value; empty: nothing.
    void setProblems(const QStringList& problems);

  signals:
    void edited(const std::optional<burin::YamlValue>& value, int gesture);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void reset();
    void showProblems();

    const ParameterDescription& wanted_;
    ValueEditor* editor_;
    QWidget* label_ = nullptr;
    QLabel* problem_;
    QString typed_;         ///< of a text that is not taken
    QStringList problems_;  ///< of the design
    QString refusal_;
    std::optional<YamlValue> kept_;  ///< what the file has instead of what was refused
};

}  // namespace burin::ui
