// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_pages.hpp"

#include "ui/sheet/sheet_plot.hpp"
#include "ui/words/text.hpp"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

constexpr qreal margin = 84;
constexpr qreal topMargin = 60;
constexpr qreal footHeight = 96;  ///< the height of the foot in the lower margin
constexpr qreal columnGap = 32;
constexpr qreal rowHeight = 27;
constexpr qreal figureHeight = 30;
constexpr QSizeF plotSize{400, 230};
constexpr qreal plotFoot = 56;
constexpr qreal plotLeft = 52;
constexpr qreal subjectAt = 32;
constexpr qreal wordsAt = 152;

void drawRule(QPainter& painter, qreal left, qreal right, qreal y, const QColor& color, qreal width) {
    painter.setPen(QPen(color, width));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
}

}  // namespace

SheetPages::SheetPages(std::shared_ptr<const JobSheet> sheet, const Theme& theme, SheetPaper paper,
                       SheetSpace space)
    : sheet_(std::move(sheet)),
      space_(std::move(space)),
      ink_(theme),
      paper_(paper),
      size_(paper == SheetPaper::a4 ? QSizeF(1240, 1754) : QSizeF(1275, 1650)),
      words_(wordsOf(*sheet_, space_)),
      pictures_(*sheet_, words_, space_, ink_, width()),
      hash_(brokenLines(words_.hash, ink_.number(), width())) {
    addHead();
    add(26, pictures_.height(), [this](QPainter& painter, QPointF at) { pictures_.draw(painter, at); });
    addTables();
    addFigures();
    addRemarks();
    addNotices();
    addSignature();
    place();
}

qreal SheetPages::width() const {
    return size_.width() - 2 * margin;
}

void SheetPages::add(qreal above, qreal height, std::function<void(QPainter&, QPointF)> draw, bool withNext) {
    blocks_.push_back({above, height, withNext, std::move(draw)});
}

void SheetPages::addHead() {
    const QFont large = ink_.text(24, 600);
    const QFont small = ink_.text(15);
    const QStringList file = brokenLines(words_.file, large, 0.62 * width());
    const qreal fileHigh = static_cast<double>(file.size()) * lineStep(large);
    const qreal height = std::max(60.0, fileHigh + 6 + lineStep(small)) + 20;
    add(0, height, [this, large, small, file, fileHigh, height](QPainter& painter, QPointF at) {
        ink_.paintIcon(painter, {at.x(), at.y() + 6, 52, 52}, "app");
        drawLineAt(painter, at.x() + 68, at.y(), tr("Job sheet"), ink_.text(32, 600), ink_.color(Role::text));
        drawLineAt(painter, at.x() + 68, at.y() + 42, words_.program, small, ink_.color(Role::quiet));
        const qreal right = at.x() + width();
        qreal top = at.y() + 3;
        for (const QString& line : file) {
            drawLineAt(painter, right, top, line, large, ink_.color(Role::text), Qt::AlignRight);
            top += lineStep(large);
        }
        drawLineAt(painter, right, at.y() + fileHigh + 9, words_.date, small, ink_.color(Role::quiet),
                   Qt::AlignRight);
        drawRule(painter, at.x(), right, at.y() + height, ink_.color(Role::text), 2);
    });
}

void SheetPages::addHeading(const QString& title, const QString& note) {
    const QFont font = ink_.text(18, 600);
    const QStringList notes = brokenLines(note, ink_.text(15), width() - textWidth(title, font) - columnGap);
    const qreal noteHigh = static_cast<double>(notes.size()) * lineStep(ink_.text(15));
    const qreal height = std::max(lineStep(font), noteHigh) + 8;
    add(
        34, height,
        [this, title, notes, font, height](QPainter& painter, QPointF at) {
            drawLineAt(painter, at.x(), at.y(), title, font, ink_.color(Role::text));
            qreal top = at.y() + 2;
            for (const QString& line : notes) {
                drawLineAt(painter, at.x() + width(), top, line, ink_.text(15), ink_.color(Role::quiet),
                           Qt::AlignRight);
                top += lineStep(ink_.text(15));
            }
            drawRule(painter, at.x(), at.x() + width(), at.y() + height, ink_.color(Role::text), 2);
        },
        true);
}

/// Draws the tables side by side, row by row, so that they can continue on another page.
void SheetPages::addTables() {
    const auto count = static_cast<double>(words_.tables.size());
    const qreal wide = (width() - (count - 1) * columnGap) / count;
    qsizetype rows = 0;
    for (const SheetWords::Table& table : words_.tables)
        rows = std::max(rows, table.rows.size());
    const QFont title = ink_.text(18, 600);
    const qreal headHigh = lineStep(title) + 8;
    add(
        34, headHigh,
        [this, wide, title, headHigh](QPainter& painter, QPointF at) {
            for (const SheetWords::Table& table : words_.tables) {
                drawLineAt(painter, at.x(), at.y(), table.title, title, ink_.color(Role::text));
                drawRule(painter, at.x(), at.x() + wide, at.y() + headHigh, ink_.color(Role::text), 2);
                at.rx() += wide + columnGap;
            }
        },
        true);
    const QFont nameFont = ink_.text(15);
    const QFont valueFont = ink_.number(14);
    for (qsizetype i = 0; i < rows; ++i) {
        struct Cell {
            QStringList name;
            QStringList value;
        };
        QList<Cell> cells;
        qsizetype lines = 1;
        for (const SheetWords::Table& table : words_.tables) {
            Cell cell;
            if (i < table.rows.size()) {
                const SheetWords::Row& row = table.rows[i];
                cell.name = brokenLines(row.name, nameFont, 0.5 * wide);
                cell.value = brokenLines(row.value, valueFont, wide - 16 - textWidth(cell.name[0], nameFont));
            }
            lines = std::max({lines, cell.name.size(), cell.value.size()});
            cells << cell;
        }
        const qreal step = lineStep(nameFont);
        const qreal height = rowHeight + static_cast<double>(lines - 1) * step;
        add(0, height, [=, this](QPainter& painter, QPointF at) {
            for (const Cell& cell : cells) {
                qreal top = at.y() + 4;
                for (const QString& line : cell.name) {
                    drawLineAt(painter, at.x(), top, line, nameFont, ink_.color(Role::secondary));
                    top += step;
                }
                top = at.y() + 4;
                for (const QString& line : cell.value) {
                    drawLineAt(painter, at.x() + wide, top, line, valueFont, ink_.color(Role::text),
                               Qt::AlignRight);
                    top += step;
                }
                if (!cell.name.isEmpty())
                    drawRule(painter, at.x(), at.x() + wide, at.y() + height, ink_.color(Role::line), 1);
                at.rx() += wide + columnGap;
            }
        });
    }
}

void SheetPages::addFigures() {
    addHeading(tr("Heights and roughness"), words_.measuredHow);
    const qsizetype rows = (words_.figures.size() + 1) / 2;
    const qreal height = std::max(plotSize.height() + plotFoot, 6 + static_cast<double>(rows) * figureHeight);
    add(12, height, [this, rows](QPainter& painter, QPointF at) {
        const qreal plotTop = at.y() + 8;
        drawHeights(painter, ink_, *sheet_, {{at.x() + plotLeft, plotTop}, plotSize});
        const qreal left = at.x() + plotLeft + plotSize.width() + 48;
        const qreal wide = (at.x() + width() - left - 20) / 2;
        const bool spreads =
            std::any_of(words_.figures.begin(), words_.figures.end(),
                        [](const SheetWords::Figure& each) { return !each.spread.isEmpty(); });
        for (qsizetype i = 0; i < words_.figures.size(); ++i)
            drawFigure(painter, words_.figures[i],
                       {left + static_cast<double>(i / rows) * (wide + 20),
                        at.y() + static_cast<double>(i % rows) * figureHeight, wide, figureHeight},
                       spreads);
    });
}

void SheetPages::drawFigure(QPainter& painter, const SheetWords::Figure& figure, const QRectF& row,
                            bool spreads) const {
    const qreal top = row.top() + 5;
    drawLineAt(painter, row.left(), top, figure.name, ink_.text(15, 600), ink_.color(Role::text));
    drawLineAt(painter, row.left() + 52, top, figure.unit, ink_.number(13), ink_.color(Role::quiet));
    const qreal valueAt = row.left() + 0.62 * row.width();
    drawLineAt(painter, spreads ? valueAt : row.right(), top, figure.value, ink_.number(15),
               ink_.color(Role::text), Qt::AlignRight);
    drawLineAt(painter, row.right(), top, figure.spread, ink_.number(13), ink_.color(Role::quiet),
               Qt::AlignRight);
    drawRule(painter, row.left(), row.right(), row.bottom(), ink_.color(Role::line), 1);
}

void SheetPages::addRemarks() {
    const QFont font = ink_.text(14);
    for (const QString& remark : words_.remarks) {
        for (const QString& line : brokenLines(remark, font, width())) {
            add(0, lineStep(font), [this, font, line](QPainter& painter, QPointF at) {
                drawLineAt(painter, at.x() + width(), at.y(), line, font, ink_.color(Role::quiet),
                           Qt::AlignRight);
            });
        }
    }
}

/// Line by line, because a finding may be long.
void SheetPages::addNotices() {
    addHeading(tr("Preflight"), words_.checkedHow);
    const QFont strong = ink_.text(15, 600);
    const QFont font = ink_.text(15);
    for (const SheetWords::Notice& notice : words_.notices) {
        const QStringList subject = brokenLines(notice.subject, strong, wordsAt - subjectAt - 12);
        const QStringList text = brokenLines(notice.text, font, width() - wordsAt);
        for (qsizetype i = 0; i < std::max(subject.size(), text.size()); ++i) {
            add(i == 0 ? 9 : 0, lineStep(font), [=, this](QPainter& painter, QPointF at) {
                if (i == 0) ink_.paintIcon(painter, {at.x(), at.y() + 1, 19, 19}, notice.icon, notice.role);
                drawLineAt(painter, at.x() + subjectAt, at.y(), subject.value(i), strong,
                           ink_.color(Role::text));
                drawLineAt(painter, at.x() + wordsAt, at.y(), text.value(i), font, ink_.color(Role::text));
            });
        }
    }
}

void SheetPages::addSignature() {
    constexpr qreal height = 128;
    add(30, height, [this](QPainter& painter, QPointF at) {
        const QRectF box(at, QSizeF(width(), height));
        painter.setPen(QPen(ink_.color(Role::line), 1));
        painter.setBrush(ink_.color(Role::panel));
        painter.drawRoundedRect(box, 8, 8);
        drawLineAt(painter, box.left() + 18, box.top() + 12,
                   tr("Released for engraving as shown, with the hash below."), ink_.text(15, 500),
                   ink_.color(Role::text));
        const qreal line = box.bottom() - 34;
        const auto field = [&](qreal from, qreal to, const QString& name) {
            const qreal left = box.left() + 18 + from * (box.width() - 36);
            const qreal right = box.left() + 18 + to * (box.width() - 36);
            drawRule(painter, left, right, line, ink_.color(Role::text), 1.2);
            drawLineAt(painter, left, line + 6, name, ink_.text(14), ink_.color(Role::quiet));
        };
        field(0, 0.32, tr("Name"));
        field(0.35, 0.735, tr("Signature"));
        field(0.765, 1, tr("Date"));
    });
}

/// Distributes the blocks over pages.
void SheetPages::place() {
    const qreal end =
        size_.height() - footHeight - static_cast<double>(hash_.size() - 1) * lineStep(ink_.number());
    int page = 0;
    qreal y = topMargin;
    for (std::size_t i = 0; i < blocks_.size();) {
        // Blocks that stay together.
        std::size_t last = i;
        while (blocks_[last].withNext && last + 1 < blocks_.size())
            ++last;
        qreal height = 0;
        for (std::size_t k = i; k <= last; ++k)
            height += blocks_[k].height + (k == i ? 0 : blocks_[k].above);
        const bool first = y == topMargin;
        if (!first && y + blocks_[i].above + height > end) {
            ++page;
            y = topMargin;
        }
        for (; i <= last; ++i) {
            if (y != topMargin) y += blocks_[i].above;
            blocks_[i].page = page;
            blocks_[i].top = y;
            y += blocks_[i].height;
        }
    }
    pages_ = page + 1;
}

void SheetPages::paint(QPainter& painter, int page) const {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    for (const Block& block : blocks_) {
        if (block.page == page) block.draw(painter, {margin, block.top});
    }
    drawFoot(painter, page);
}

void SheetPages::drawFoot(QPainter& painter, int page) const {
    const qreal step = lineStep(ink_.number());
    qreal top = size_.height() - footHeight + 18 - static_cast<double>(hash_.size() - 1) * step;
    drawRule(painter, margin, size_.width() - margin, top - 8, ink_.color(Role::line), 1);
    for (const QString& line : hash_) {
        drawLineAt(painter, margin, top, line, ink_.number(), ink_.color(Role::secondary));
        top += step;
    }
    const QFont font = ink_.text(14);
    drawLineAt(painter, margin, top + 3, words_.program + ", " + words_.date, font, ink_.color(Role::quiet));
    drawLineAt(painter, size_.width() - margin, top + 3, tr("page %1 of %2").arg(page + 1).arg(pages_), font,
               ink_.color(Role::quiet), Qt::AlignRight);
}

}  // namespace burin::ui
