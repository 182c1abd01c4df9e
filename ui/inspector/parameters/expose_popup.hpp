// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/exposer.hpp"

#include <QFrame>

class QLabel;
class QLineEdit;
class QListWidget;

namespace burin::ui {

class Theme;

/// A popup that lists the values of a group's nodes, to make one a parameter. Typing narrows the list, arrow
/// keys move in it, Enter chooses.
class ExposePopup : public QFrame {
    Q_OBJECT

  public:
    ExposePopup(const Theme& theme, QWidget* parent);

    /// Opens with its lower left corner at a screen position.
    /// \param exposures  to choose from
    /// \param node  the node whose values come first; empty: none
    void open(QList<Exposure> exposures, const QString& node, QPoint global);

  signals:
    void chosen(const burin::ui::Exposure& exposure);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void fill();
    void take();

    const Theme& theme_;
    QList<Exposure> exposures_;
    QLineEdit* search_;
    QListWidget* list_;
    QLabel* nothing_;
};

}  // namespace burin::ui
