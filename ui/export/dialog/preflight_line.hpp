// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace burin::ui {

class Document;
class PreflightRun;
class Theme;

/// What preflight has found in the document as it is now, in one line with a button for more.
class PreflightLine : public QWidget {
    Q_OBJECT

  public:
    PreflightLine(const Theme& theme, const Document& document, const PreflightRun& preflight,
                  QWidget* parent = nullptr);

  signals:
    /// Its dialog is to be opened.
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
