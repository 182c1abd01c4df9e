// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/operation.hpp"

#include <QFrame>

#include <span>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace burin::ui {

class Theme;

/// A small window that asks for a kind: typed words narrow the list, arrows walk it, Enter takes.
class AddPopup : public QFrame {
    Q_OBJECT

  public:
    explicit AddPopup(const Theme& theme, QWidget* parent);

    /// Opens near a place of the screen. \param kinds  to choose from  \param all  also those that do not fit
    void open(std::vector<const KindDescription*> kinds, std::vector<const KindDescription*> all,
              QPoint global);

  signals:
    void chosen(const burin::KindDescription* kind);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void fill(const QString& words);
    void take();
    void describe();

    const Theme& theme_;
    std::vector<const KindDescription*> kinds_;
    std::vector<const KindDescription*> all_;
    std::vector<const KindDescription*> found_;
    QLineEdit* search_;
    QListWidget* list_;
    QLabel* help_;
};

}  // namespace burin::ui
