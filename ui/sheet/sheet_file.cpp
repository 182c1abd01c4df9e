// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_file.hpp"

#include "ui/words/text.hpp"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>

namespace burin::ui {

namespace {

/// Qt writes the time of writing into the file. The sheet's date replaces it, so that the file depends only
/// on the sheet. The length must not change, because the file contains offsets.
void setCreationDate(QByteArray& pdf, const std::string& date) {
    const QByteArray key = "/CreationDate (D:";
    constexpr qsizetype digits = 14;  // YYYYMMDDhhmmss, then the zone as Z or +01'00'
    const qsizetype at = pdf.lastIndexOf(key) + key.size();
    const qsizetype end = pdf.indexOf(')', at);
    if (at < key.size() || end < at + digits) return;
    QByteArray day = QByteArray::fromStdString(date);
    day.replace("-", "");
    QByteArray text = day.leftJustified(digits, '0');
    if (end - at > digits + 1) text += "+00'00";
    pdf.replace(at, text.size(), text);
}

}  // namespace

QPageSize pageSizeOf(SheetPaper paper) {
    return QPageSize(paper == SheetPaper::a4 ? QPageSize::A4 : QPageSize::Letter);
}

QByteArray sheetPdf(const SheetPages& pages) {
    constexpr int finer = 8;
    QByteArray pdf;
    QBuffer buffer(&pdf);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(finer * SheetPages::unitsPerInch);
    writer.setPageSize(pageSizeOf(pages.paper()));
    writer.setPageMargins({});
    writer.setTitle(tr("Job sheet of %1").arg(QString::fromStdString(pages.sheet().file)));
    writer.setCreator(tr("Burin %1").arg(QString::fromStdString(pages.sheet().version)));
    static_cast<void>(putOnPaper(writer, pages, 0, pages.count()));  // memory takes every page
    setCreationDate(pdf, pages.sheet().date);
    return pdf;
}

bool putOnPaper(QPagedPaintDevice& paper, const SheetPages& pages, int first, int end) {
    QPainter painter;
    if (!painter.begin(&paper)) return false;
    const double scale = static_cast<double>(paper.logicalDpiX()) / SheetPages::unitsPerInch;
    painter.scale(scale, scale);
    for (int page = first; page < end; ++page) {
        if (page > first && !paper.newPage()) return false;
        pages.paint(painter, page);
    }
    return painter.end();
}

}  // namespace burin::ui
