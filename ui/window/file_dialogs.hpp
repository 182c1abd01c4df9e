// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace burin::ui {

/// Makes the first click on Open or Save count in Qt's own file dialogs. While a name is typed, their list of
/// completions is open, and on X11 the click that closes the list does not reach a button. Names to open are
/// completed in the line instead; names to save are not completed, because Enter would take an existing file.
///
/// A dialog fits into its screen, which at 200 % may be lower than Qt's own size for it. A dialog that only
/// opens files cannot delete, rename or create files or folders.
class FileDialogs : public QObject {
    Q_OBJECT

  public:
    /// Works for all file dialogs of the program while it lives.
    explicit FileDialogs(QObject* parent = nullptr);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace burin::ui
