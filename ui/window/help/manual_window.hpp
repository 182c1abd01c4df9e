// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "ui/theme/theme.hpp"

#include <QTextBrowser>
#include <QWidget>

#include <span>

namespace burin::ui {

/// Shows the manual beside the window: the pages of docs/manual, those of the kinds, and the pages of docs/
/// that they link to.
class ManualWindow : public QWidget {
    Q_OBJECT

  public:
    ManualWindow(std::span<const Kind> kinds, Theme& theme, QWidget* parent = nullptr);

    /// \param page  its path from the folder of the manual, without `.md`: "index", the name of a kind, or
    ///              "../groups"
    void open(const QString& page);
    [[nodiscard]] QString page() const { return page_; }

  protected:
    /// Escape closes the window.
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void follow(const QUrl& link);
    [[nodiscard]] QString textOf(const QString& page) const;
    void showPage();
    void colour();
    void placeBesideParent();

    std::span<const Kind> kinds_;
    const Theme& theme_;
    QTextBrowser* text_;
    QString page_;
};

}  // namespace burin::ui
