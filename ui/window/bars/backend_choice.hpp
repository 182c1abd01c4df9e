// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/settings.hpp"
#include "ui/theme/theme.hpp"

#include <QPushButton>

namespace burin::ui {

/// A button of the tool bar that chooses the backend of the next start. The preferences offer the same.
class BackendChoice : public QPushButton {
    Q_OBJECT

  public:
    /// The choices, by the names of `--backend`.
    [[nodiscard]] static QStringList names() { return {"auto", "cpu"}; }
    [[nodiscard]] static QString titleOf(const QString& name);

    /// \param settings  must outlive the button
    BackendChoice(Settings& settings, const Theme& theme, QWidget* parent);

  signals:
    /// Something to tell the user.
    void said(const QString& words);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void showChoice();
    void choose(const QString& name);

    Settings& settings_;
    const Theme& theme_;
};

}  // namespace burin::ui
