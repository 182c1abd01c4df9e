// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QCompleter;
class QLineEdit;

namespace burin::ui {

class FormulaRules;
class NameModel;

/// Changes the look of a field whose text is a formula: accent text, an accent edge, and suggestions while
/// the user types.
class FormulaDress : public QObject {
    Q_OBJECT

  public:
    /// \param rules  must outlive the field
    FormulaDress(const FormulaRules& rules, QLineEdit* field);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void dress();
    void suggest();
    void insert(const QString& name);

    const FormulaRules& rules_;
    QLineEdit* field_;
    QWidget* edge_;
    QCompleter* completer_;
    NameModel* names_;
};

}  // namespace burin::ui
