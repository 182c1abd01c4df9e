// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace burin::ui {

/// A strip of tools above a view, with the background of the tool bar. The style sheet finds it by its class.
class Bar : public QWidget {
    Q_OBJECT

  public:
    explicit Bar(QWidget* parent = nullptr);
};

}  // namespace burin::ui
