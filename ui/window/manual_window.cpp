// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/manual_window.hpp"

#include "core/design/manual_page.hpp"
#include "ui/window/first_size.hpp"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QKeyEvent>
#include <QScreen>
#include <QTextBlock>
#include <QUrl>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

/// The folder of the manual's pages: the installed one beside the program, or else the one in the source
/// tree.
QString manualFolder() {
    for (const QString& folder : {QCoreApplication::applicationDirPath() + "/../share/doc/burin/docs/manual",
                                  QString(BURIN_MANUAL)}) {
        if (QFileInfo::exists(folder + "/index.md")) return QDir(folder).absolutePath();
    }
    return {};
}

/// The name by which links call a heading: lower case, hyphens for blanks, other signs left out.
QString anchorOf(const QString& heading) {
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == '-' || c == '_') anchor += c;
        if (c == ' ') anchor += '-';
    }
    return anchor;
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
    : QWidget(parent, Qt::Window), kinds_(kinds), text_(new QTextBrowser(this)) {
    setWindowTitle(tr("Manual"));
    setObjectName("manual");
    resize(firstSize({760, 800}, screen()->availableSize()));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text_);
    text_->setFont(theme.font());
    text_->setOpenLinks(false);
    text_->document()->setDocumentMargin(24);
    connect(text_, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
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

QString ManualWindow::textOf(const QString& page) const {
    for (const Kind& kind : kinds_) {
        if (page.toStdString() == kind.description.name)
            return QString::fromStdString(manualPage(kind.description));
    }
    if (page == "kinds") return QString::fromStdString(kindsPage(kinds_));
    QFile file(manualFolder() + '/' + page + ".md");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void ManualWindow::open(const QString& page) {
    page_ = page;
    text_->setSearchPaths({QFileInfo(manualFolder() + '/' + page).path()});  // of its pictures
    text_->document()->setMarkdown(textOf(page));
    show();
    raise();
    activateWindow();
}

}  // namespace burin::ui
