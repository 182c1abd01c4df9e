// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/choose_file.hpp"

#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/dropped_file.hpp"
#include "ui/model/settings.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace burin::ui {

namespace {

struct ChooseFile {
    Q_DECLARE_TR_FUNCTIONS(ChooseFile)
};

QStringList filtersAt(const EditorPlace& place) {
    const DesignNode* node = place.workbench.document.node(place.node);
    const std::string_view kind =
        node == nullptr || node->kind == nullptr ? std::string_view() : node->kind->description.name;
    return fileFilters(kind, place.path.empty() ? place.key : place.path.back());
}

QStringList filtersFor(FilesRead::What what) {
    using What = FilesRead::What;
    const QString all = ChooseFile::tr("All files (*)");
    const QString drawings = patternsOf(suffixesOf(What::drawing));
    if (what == What::drawing) return {ChooseFile::tr("Drawings (%1)").arg(drawings), all};
    if (what == What::heights) {
        const QString heights = patternsOf(suffixesOf(what)) + " *.tif *.tiff";
        return {ChooseFile::tr("Measured heights (%1)").arg(heights), all};
    }
    const QString pictures = patternsOf(suffixesOf(What::picture));
    if (what == What::picture)
        return {ChooseFile::tr("Images and drawings (%1)").arg(pictures + ' ' + drawings), all};
    return {ChooseFile::tr("Images (%1)").arg(pictures), all};
}

QString firstFolder(const Document& document, const QString& now) {
    const QString& design = document.file();
    if (!now.isEmpty()) {
        const QFileInfo before(
            QFile::decodeName(DesignFolders::of(pathOf(design)).resolved(pathOf(now)).c_str()));
        if (before.absoluteDir().exists()) return before.absolutePath();
    }
    const QString last = Settings().imageFolder(design);
    if (!last.isEmpty() && QDir(last).exists()) return last;
    if (!design.isEmpty()) return document.folder();
    const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    return QDir(pictures).exists() ? pictures : QDir::homePath();
}

/// A file as a design names it: relative to its folder, unless the file is elsewhere.
QString nameIn(const QString& design, const QString& file) {
    const std::filesystem::path absolute = pathOf(QFileInfo(file).absoluteFilePath());
    return QFile::decodeName(DesignFolders::of(pathOf(design)).nameOf(absolute).c_str());
}

/// A dialog that is shown, and deleted when it is closed.
QFileDialog* openDialog(QWidget* owner, const QString& title, QFileDialog::FileMode mode,
                        const QStringList& filters, const QString& folder) {
    auto* dialog = new FileDialog(owner->window(), title);
    dialog->setObjectName("chooseFile");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    dialog->setNameFilters(filters);
    dialog->setDirectory(folder);
    dialog->open();
    return dialog;
}

}  // namespace

QStringList fileFilters(std::string_view kind, std::string_view key) {
    const QString all = ChooseFile::tr("All files (*)");
    if (key == "csv") return {ChooseFile::tr("Tables (%1)").arg("*.csv"), all};
    using What = FilesRead::What;
    if (key == "font") return {ChooseFile::tr("Fonts (%1)").arg(patternsOf(suffixesOf(What::font))), all};
    const Kind* const known = findKind(kind);
    return filtersFor(known == nullptr ? What::nothing : known->description.files.what);
}

void chooseFile(QWidget* owner, const EditorPlace& place, const QString& now,
                std::function<void(const QString&)> taken) {
    const QFileDialog* dialog = openDialog(owner, ChooseFile::tr("Choose a file"), QFileDialog::ExistingFile,
                                           filtersAt(place), firstFolder(place.workbench.document, now));
    QObject::connect(
        dialog, &QFileDialog::fileSelected, owner,
        [design = place.workbench.document.file(), taken = std::move(taken)](const QString& file) {
            Settings().setImageFolder(design, QFileInfo(file).absolutePath());
            taken(nameIn(design, file));
        });
}

bool takeDroppedFile(QObject* owner, QEvent& event, const Document& document,
                     const std::function<void(const QString&)>& taken) {
    const QEvent::Type type = event.type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop) return false;
    auto& drag = static_cast<QDropEvent&>(event);
    const QString file = droppedFile(*drag.mimeData());
    if (file.isEmpty()) return false;
    drag.acceptProposedAction();
    if (type == QEvent::Drop) {
        QMetaObject::invokeMethod(
            owner, [taken, name = nameIn(document.file(), file)] { taken(name); }, Qt::QueuedConnection);
    }
    return true;
}

void chooseFiles(QWidget* owner, const Document& document, std::function<void(const QStringList&)> taken) {
    const QFileDialog* dialog = openDialog(owner, ChooseFile::tr("Import"), QFileDialog::ExistingFiles,
                                           filtersFor(FilesRead::What::picture), firstFolder(document, {}));
    QObject::connect(dialog, &QFileDialog::filesSelected, owner,
                     [design = document.file(), taken = std::move(taken)](const QStringList& files) {
                         if (files.isEmpty()) return;
                         Settings().setImageFolder(design, QFileInfo(files.first()).absolutePath());
                         taken(files);
                     });
}

}  // namespace burin::ui
