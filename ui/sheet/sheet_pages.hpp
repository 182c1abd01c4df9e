// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sheet/job_sheet.hpp"
#include "ui/sheet/sheet_pictures.hpp"
#include "ui/sheet/sheet_text.hpp"
#include "ui/sheet/sheet_words.hpp"

#include <QList>
#include <QSizeF>

#include <functional>
#include <memory>
#include <vector>

namespace burin::ui {

enum class SheetPaper { a4, letter };

/// A job sheet as pages of paper. Lengths are in 1/150 inch. Interface thread only.
class SheetPages {
  public:
    static constexpr int unitsPerInch = 150;

    /// \param theme  a light one, which must outlive it
    SheetPages(std::shared_ptr<const JobSheet> sheet, const Theme& theme, SheetPaper paper,
               SheetSpace space = {});
    SheetPages(const SheetPages&) = delete;
    SheetPages& operator=(const SheetPages&) = delete;

    [[nodiscard]] const JobSheet& sheet() const { return *sheet_; }
    [[nodiscard]] SheetPaper paper() const { return paper_; }
    [[nodiscard]] QSizeF size() const { return size_; }
    [[nodiscard]] int count() const { return pages_; }
    /// \param page  from 0
    void paint(QPainter& painter, int page) const;

  private:
    /// A piece of content that is not broken.
    struct Block {
        qreal above = 0;  ///< distance from the block before it, unless the page begins with this one
        qreal height = 0;
        bool withNext = false;  ///< it does not end a page
        std::function<void(QPainter&, QPointF)> draw;
        int page = 0;
        qreal top = 0;
    };

    [[nodiscard]] qreal width() const;
    void add(qreal above, qreal height, std::function<void(QPainter&, QPointF)> draw, bool withNext = false);
    void addHead();
    void addHeading(const QString& title, const QString& note);
    void addTables();
    void addFigures();
    void addRemarks();
    void addNotices();
    void addSignature();
    void place();
    void drawFoot(QPainter& painter, int page) const;
    /// \param spreads  whether the figures have a column of standard errors
    void drawFigure(QPainter& painter, const SheetWords::Figure& figure, const QRectF& row,
                    bool spreads) const;

    const std::shared_ptr<const JobSheet> sheet_;
    const SheetSpace space_;
    const SheetInk ink_;
    const SheetPaper paper_;
    const QSizeF size_;
    const SheetWords words_;
    const SheetPictures pictures_;
    QStringList hash_;  ///< lines of the foot
    std::vector<Block> blocks_;
    int pages_ = 1;
};

}  // namespace burin::ui
