// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/file_watcher.hpp"
#include "ui/model/settings.hpp"
#include "ui/theme/theme.hpp"

#include <QObject>
#include <QString>

class QWidget;

namespace burin::ui {

/// "dark", "light" or "system", as in the settings and on the command line.
[[nodiscard]] ThemeChoice themeChoice(const QString& name);
[[nodiscard]] QString themeName(ThemeChoice choice);

/// Gives this process the theme that is chosen in another window of the studio, which is a process of its
/// own. Does the same for reduced motion. Looks at the settings when their file changes and, because not all
/// file systems report that, when the window becomes active. Interface thread only.
class SharedTheme : public QObject {
    Q_OBJECT

  public:
    /// The theme stays as it is until the settings change, since the command line may have chosen it.
    /// \param settings  must outlive the events of `window`, as `theme` must
    SharedTheme(Settings& settings, Theme& theme, QWidget* window);

    /// Stores the choice for all windows, and gives it to this one even if the settings have it already.
    static void choose(ThemeChoice choice, Settings& settings, Theme& theme);

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void follow();

    Settings& settings_;
    Theme& theme_;
    FileWatcher watcher_;
    QString known_;  ///< the theme of the settings when they were last read
    bool reduces_;   ///< the same for reduced motion
};

}  // namespace burin::ui
