// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help/manual_window.hpp"

#include "core/design/manual_page.hpp"
#include "ui/theme/first_size.hpp"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QKeyEvent>
#include <QPointer>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextList>
#include <QTextTable>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace burin::ui {

namespace {

/// The folder of the manual's pages: the installed one beside the program, otherwise the one in the source
/// tree.
QString manualFolder() {
    for (const QString& folder : {QCoreApplication::applicationDirPath() + "/../share/doc/burin/docs/manual",
                                  QString(BURIN_MANUAL)}) {
        if (QFileInfo::exists(folder + "/index.md")) return QDir(folder).absolutePath();
    }
    return {};
}

constexpr int margin = 24;

/// A page with pictures that fit into the width of the window.
class ManualText : public QTextBrowser {
  public:
    using QTextBrowser::QTextBrowser;

    QVariant loadResource(int type, const QUrl& name) override {
        const QVariant loaded = QTextBrowser::loadResource(type, name);
        if (type != QTextDocument::ImageResource) return loaded;
        const QImage picture = QImage::fromData(loaded.toByteArray());
        if (picture.isNull()) return loaded;
        const int room = viewport()->width() - 2 * margin;
        if (picture.width() <= room) return picture;
        const int pixels = std::min(picture.width(), static_cast<int>(room * devicePixelRatioF()));
        QImage fitting = picture.scaledToWidth(pixels, Qt::SmoothTransformation);
        fitting.setDevicePixelRatio(static_cast<qreal>(pixels) / room);
        return fitting;
    }
};

/// The name of a heading in links: lower case, hyphens for blanks, other signs left out.
QString anchorOf(const QString& heading) {
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == '-' || c == '_') anchor += c;
        if (c == ' ') anchor += '-';
    }
    return anchor;
}

/// The space above and below a block of the page, in pixels. Qt takes the larger one between two blocks.
QSizeF gapsOf(const QTextBlock& block) {
    if (block.text().contains(QChar::ObjectReplacementCharacter)) return {12, 12};
    if (block.blockFormat().headingLevel() > 0) return {18, 8};
    if (block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)) return {0, 0};
    return block.textList() != nullptr ? QSizeF(2, 2) : QSizeF(8, 8);
}

/// Separates paragraphs, headings and pictures. Pages in Markdown have no space between them.
void space(QTextDocument& page) {
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        if (cursor.currentTable() != nullptr) continue;
        const QSizeF gaps = gapsOf(block);
        QTextBlockFormat format = block.blockFormat();
        format.setTopMargin(block.position() == 0 ? 0 : gaps.width());
        format.setBottomMargin(gaps.height());
        cursor.setBlockFormat(format);
    }
}

/// Gives tables thin lines instead of a frame around each cell, and adds the space that Qt leaves out between
/// a paragraph and a table.
void rule(const QTextDocument& page, const QColor& line) {
    const auto share = [](double percent) { return QTextLength(QTextLength::PercentageLength, percent); };
    for (QTextFrame* frame : page.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr) continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setCellSpacing(0);
        format.setCellPadding(4);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(line);
        format.setTopMargin(8);
        format.setWidth(share(100));  // tables below one another align
        if (table->columns() == 2) format.setColumnWidthConstraints({share(35), share(65)});
        table->setFormat(format);
    }
}

/// Shows code in the font of numbers. Markdown gives it the system's font of fixed width.
void setCodeFont(QTextDocument& page, const QFont& font) {
    std::vector<std::pair<int, int>> code;  // first and last position; fragments change with the formats
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        const bool listing = block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
        for (auto part = block.begin(); part != block.end(); ++part) {
            const QTextFragment text = part.fragment();
            if (listing || text.charFormat().fontFixedPitch())
                code.emplace_back(text.position(), text.position() + text.length());
        }
    }
    QTextCharFormat format;
    format.setFontFamilies(font.families());
    QTextCursor cursor(&page);
    cursor.beginEditBlock();
    for (const auto& [first, last] : code) {
        cursor.setPosition(first);
        cursor.setPosition(last, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(format);
    }
    cursor.endEditBlock();
}

void scrollToHeading(QTextBrowser& browser, const QString& anchor) {
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || anchorOf(block.text()) != anchor) continue;
        browser.setTextCursor(QTextCursor(browser.document()->lastBlock()));
        browser.setTextCursor(QTextCursor(block));
        return;
    }
}

}  // namespace

ManualWindow::ManualWindow(std::span<const Kind> kinds, Theme& theme, QWidget* parent)
    : QWidget(parent, Qt::Window), kinds_(kinds), theme_(theme), text_(new ManualText(this)) {
    setWindowTitle(tr("Manual"));
    setObjectName("manual");
    placeBesideParent();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text_);
    text_->setFont(theme.font());
    text_->setProperty("page", true);
    text_->setOpenLinks(false);
    text_->setWordWrapMode(QTextOption::WordWrap);  // a narrow column of a table would break words
    connect(text_, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    connect(&theme, &Theme::changed, this, &ManualWindow::colour);
}

void ManualWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void ManualWindow::follow(const QUrl& link) {
    const QDir manual(manualFolder());
    const QDir here = QFileInfo(manual.filePath(page_)).dir();
    const QString file = QDir::cleanPath(here.filePath(link.path()));
    if (!link.isRelative()) {
        QDesktopServices::openUrl(link);
    } else if (file.endsWith(".md")) {
        open(manual.relativeFilePath(file).chopped(3));
    } else if (!link.path().isEmpty()) {
        QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    }
    if (link.hasFragment()) scrollToHeading(*text_, link.fragment());
}

/// Puts the window beside the parent. If too little of the screen is free there, the window goes to the left
/// edge of the screen, because the inspector is at the right of the parent and the page explains its values.
void ManualWindow::placeBesideParent() {
    constexpr int wanted = 760;
    constexpr int least = 360;
    const QRect all = screen()->availableGeometry();
    const QSize most = firstSize({wanted, 800}, all.size());
    resize(most);
    if (parentWidget() == nullptr) return;
    const QRect window = parentWidget()->window()->frameGeometry();
    const int right = all.right() - window.right();
    const int left = window.left() - all.left();
    const int beside = std::max(right, left);
    // A screen that has no room for two windows is left to the tables of the page.
    const int over = all.width() < 2 * least ? most.width() : all.width() / 2;
    const int width = std::min(most.width(), beside >= least ? beside : over);
    resize(std::min(width, most.width()), most.height());
    const int y = std::clamp(window.top(), all.top(), std::max(all.top(), all.bottom() - most.height()));
    move(beside < least ? all.left() : right >= left ? window.right() + 1 : window.left() - width, y);
}

void ManualWindow::open(const QString& page) {
    page_ = page;
    show();  // the page depends on the width
    showPage();
    text_->verticalScrollBar()->setValue(0);
    raise();
    activateWindow();
}

void ManualWindow::showPage() {
    // The pictures of the page are in its folder.
    text_->setSearchPaths({QFileInfo(manualFolder() + '/' + page_).path()});
    // A visible document would be laid out again for every word of the page.
    auto* page = new QTextDocument(text_);
    page->setUndoRedoEnabled(false);
    page->setDefaultFont(text_->font());
    page->setDocumentMargin(margin);
    page->setMarkdown(textOf(page_));
    space(*page);
    setCodeFont(*page, theme_.numbers());
    rule(*page, theme_.color(Role::line));
    const QPointer<QTextDocument> last = text_->document();
    text_->setDocument(page);
    delete last.data();
}

/// Gives the page the colours of the theme. Those of links and of lines between cells are part of the page.
void ManualWindow::colour() {
    if (isHidden()) return;  // to open the window makes the page anew
    QTextDocument& page = *text_->document();
    std::vector<std::pair<int, int>> links;  // first and last position; fragments change with the formats
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); part != block.end(); ++part) {
            const QTextFragment text = part.fragment();
            if (text.charFormat().isAnchor())
                links.emplace_back(text.position(), text.position() + text.length());
        }
    }
    QTextCharFormat format;
    format.setForeground(theme_.color(Role::accent));
    QTextCursor cursor(&page);
    cursor.beginEditBlock();  // the page is laid out once
    for (const auto& [first, last] : links) {
        cursor.setPosition(first);
        cursor.setPosition(last, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(format);
    }
    rule(page, theme_.color(Role::line));
    cursor.endEditBlock();
}

QString ManualWindow::textOf(const QString& page) const {
    for (const Kind& kind : kinds_) {
        if (page.toStdString() == kind.description.name)
            return QString::fromStdString(manualPage(kind.description));
    }
    if (page == "kinds") return QString::fromStdString(kindsPage(kinds_));
    QFile file(manualFolder() + '/' + page + ".md");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace burin::ui
