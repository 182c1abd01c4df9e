// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QCheckBox;
class QLabel;

namespace burin::ui {

class ExportOutlook;
class Theme;

/// A line above the buttons of a low dialog with the facts that a user must see before an export begins:
/// size, time, and whether to discard what is at the target. The same is in the outlook, which has to be
/// scrolled there.
class ExportSummary : public QFrame {
    Q_OBJECT

  public:
    /// \param outlook  must outlive the summary's signals
    ExportSummary(const Theme& theme, ExportOutlook& outlook, QWidget* parent = nullptr);

  private:
    void showOutlook(const ExportOutlook& outlook);

    QLabel* size_;
    QLabel* time_;
    QCheckBox* again_;
};

}  // namespace burin::ui
