// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>
#include <QString>
#include <QTemporaryDir>

#include <functional>
#include <optional>

namespace burin::ui {

/// Keeps Qt from its own settings of file dialogs, QtProject.conf, if that file must not be read, see
/// obstacleInSettings(). Qt reads it in the constructor of a file dialog, and writes it in the destructor. In
/// the meantime other settings must not be opened. Does nothing if the file can be read.
class QtSettingsAway {
  public:
    QtSettingsAway() { leave(); }
    ~QtSettingsAway() { comeBack(); }
    QtSettingsAway(const QtSettingsAway&) = delete;
    QtSettingsAway& operator=(const QtSettingsAway&) = delete;

  protected:
    void leave();
    void comeBack();

  private:
    std::optional<QTemporaryDir> instead_;
};

/// The file dialog of the studio.
class FileDialog : private QtSettingsAway, public QFileDialog {
  public:
    /// \param start  the folder, or a file in it that is selected; empty: the folder of the last dialog
    /// \param filters  "Pages (*.pdf);;Numbers (*.json)"
    explicit FileDialog(QWidget* parent, const QString& title = {}, const QString& start = {},
                        const QString& filters = {});
    ~FileDialog() override;

    /// Calls `look` with the chosen name immediately before the dialog asks whether to replace its file.
    void setLook(std::function<void(const QString&)> look) { look_ = std::move(look); }
    /// Shows the dialog and waits. \return empty if the user cancels
    [[nodiscard]] QString chosen();

  protected:
    void accept() override;

  private:
    std::function<void(const QString&)> look_;
};

/// Asks for a file that exists. \param start, filters  as above \return empty if the user cancels
[[nodiscard]] QString fileToOpen(QWidget* parent, const QString& title, const QString& start,
                                 const QString& filters = {});
/// Asks for the file to save something in. A name without a suffix gets the first one of the chosen filter,
/// before the dialog asks whether to replace a file of that name. Otherwise as above.
[[nodiscard]] QString fileToSave(QWidget* parent, const QString& title, const QString& suggested,
                                 const QString& filters);

}  // namespace burin::ui
