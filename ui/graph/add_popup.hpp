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

/// The kinds that `words` look for, best first: by title or name, then by words of the description. Each word
/// must be found. No words find all, in their order.
[[nodiscard]] std::vector<const KindDescription*> searchKinds(
    const std::vector<const KindDescription*>& kinds, const QString& words);

/// A small window that asks for a kind: typed words narrow the list, arrows walk it, Enter takes.
class AddPopup : public QFrame {
    Q_OBJECT

  public:
    explicit AddPopup(const Theme& theme, QWidget* parent);

    /// Opens near a place of the screen. \param kinds  to choose from
    void open(std::vector<const KindDescription*> kinds, QPoint global);

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
    std::vector<const KindDescription*> found_;
    QLineEdit* search_;
    QListWidget* list_;
    QLabel* help_;
};

}  // namespace burin::ui
