// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/manual_window.hpp"

#include "core/design/manual_page.hpp"
#include "ui/window/first_size.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QKeyEvent>
#include <QScreen>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

/// The folder of the manual's pages: the installed one beside the program, or else the one in the source
/// tree.
QString manualFolder() {
    for (const QString& folder :
         {QCoreApplication::applicationDirPath() + "/../share/doc/burin/manual", QString(BURIN_MANUAL)}) {
        if (QFileInfo::exists(folder + "/index.md")) return QDir(folder).absolutePath();
    }
    return {};
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
    text_->setSearchPaths({manualFolder()});
    text_->document()->setDocumentMargin(24);
    connect(text_, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { open(QFileInfo(link.path()).completeBaseName()); });
}

void ManualWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void ManualWindow::open(const QString& page) {
    page_ = page;
    QString markdown;
    for (const Kind& kind : kinds_) {
        if (page.toStdString() == kind.description.name)
            markdown = QString::fromStdString(manualPage(kind.description));
    }
    if (page == "kinds") markdown = QString::fromStdString(kindsPage(kinds_));
    QFile file(manualFolder() + '/' + page + ".md");
    if (markdown.isEmpty() && file.open(QIODevice::ReadOnly)) markdown = QString::fromUtf8(file.readAll());
    text_->document()->setMarkdown(markdown);
    show();
    raise();
    activateWindow();
}

}  // namespace burin::ui
