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
    void makeEdge();
    void suggest();
    void suggestFrom(const QString& typed);
    void makeCompleter();
    void insert(const QString& name);

    const FormulaRules& rules_;
    QLineEdit* field_;
    // Few fields ever have a formula, so these are made when one is typed or shown.
    QWidget* edge_ = nullptr;
    QCompleter* completer_ = nullptr;
    NameModel* names_ = nullptr;
};

}  // namespace burin::ui
