// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace burin::ui {

class Document;
class PreflightRun;
class Theme;

/// What preflight found in the current document, in one line with a button for details.
class PreflightLine : public QWidget {
    Q_OBJECT

  public:
    PreflightLine(const Theme& theme, const Document& document, const PreflightRun& preflight,
                  QWidget* parent = nullptr);

  signals:
    /// The user wants to open the preflight dialog.
    void wanted();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void refresh();

    const Theme& theme_;
    const Document& document_;
    const PreflightRun& preflight_;
    QLabel* icon_;
    QLabel* words_;
    QPushButton* button_;
};

}  // namespace burin::ui
