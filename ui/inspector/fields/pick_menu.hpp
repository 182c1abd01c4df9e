// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace burin::ui {

/// A menu of names with check marks. A click or Space sets or removes a mark, and the menu stays open. The
/// marks take effect when it is closed; Escape discards them.
class PickMenu : public QMenu {
    Q_OBJECT

  public:
    explicit PickMenu(QWidget* parent);

    /// Adds a name, which is also the action's data. \param note  follows the name; may be empty
    QAction* addName(const QString& name, const QString& note, bool marked);
    /// Adds words that cannot be chosen.
    void addNote(const QString& words);

  signals:
    /// The menu was closed, and the marked names are the choice.
    void picked();

  protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    [[nodiscard]] QString shown(const QString& words) const;

    bool givenUp_ = false;
};

}  // namespace burin::ui
