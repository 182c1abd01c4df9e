// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/roller_closing.hpp"

#include <QDialog>

class QVBoxLayout;

namespace burin::ui {

class Theme;

/// Lists the changes that close a surface round its roller and the nodes that stay open, and asks whether to
/// make the changes. Modal.
class ClosingDialog : public QDialog {
    Q_OBJECT

  public:
    /// \param closing  without errors
    ClosingDialog(const Theme& theme, const RollerClosing& closing, double pixelUm,
                  QWidget* parent = nullptr);

  private:
    /// One node: what happens to it, and the details.
    struct Line {
        bool open = false;
        QString node;
        QString words;
        QString details;
    };
    void addLine(QVBoxLayout& column, const Line& line);
    [[nodiscard]] QWidget* makeFoot(bool changes);

    const Theme& theme_;
};

}  // namespace burin::ui
