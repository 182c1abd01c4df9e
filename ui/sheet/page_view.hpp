// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sheet/sheet_pages.hpp"

#include <QImage>
#include <QList>
#include <QWidget>

#include <memory>

namespace burin::ui {

class Theme;

/// The pages of a sheet below each other, as wide as the widget.
class PageView : public QWidget {
    Q_OBJECT

  public:
    explicit PageView(const Theme& theme, QWidget* parent = nullptr);

    /// \param pages  null: none
    void setPages(std::shared_ptr<const SheetPages> pages);
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override { return {620, heightForWidth(620)}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    [[nodiscard]] QRectF pageOn(int page) const;

    const Theme& theme_;
    std::shared_ptr<const SheetPages> pages_;
    QList<QImage> drawn_;  ///< the pages, drawn for the present width
};

}  // namespace burin::ui
