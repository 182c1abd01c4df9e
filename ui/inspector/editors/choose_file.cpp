// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/choose_file.hpp"

#include "core/design/file_paths.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/settings.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

namespace burin::ui {

namespace {

struct ChooseFile {
    Q_DECLARE_TR_FUNCTIONS(ChooseFile)
};

/// The files that the node reads come first.
QStringList fileFiltersOf(const EditorPlace& place) {
    const DesignNode* node = place.session.document.node(place.node);
    const std::string_view kind =
        node == nullptr || node->kind == nullptr ? std::string_view() : node->kind->description.name;
    const QString tiff = "*.tif *.tiff";
    const QString pictures = "*.png *.jpg *.jpeg *.bmp *.pgm *.webp";
    const QString read = kind == "tiff"    ? ChooseFile::tr("TIFF images (%1)").arg(tiff)
                         : kind == "image" ? ChooseFile::tr("Images (%1)").arg(pictures)
                                           : ChooseFile::tr("Images (%1)").arg(tiff + ' ' + pictures);
    return {read, ChooseFile::tr("All files (*)")};
}

QString firstFolder(const EditorPlace& place, const QString& now) {
    const QString& design = place.session.document.file();
    if (!now.isEmpty()) {
        const QFileInfo before(
            QFile::decodeName(DesignFolders::of(pathOf(design)).resolved(pathOf(now)).c_str()));
        if (before.absoluteDir().exists()) return before.absolutePath();
    }
    const QString last = Settings().imageFolder(design);
    if (!last.isEmpty() && QDir(last).exists()) return last;
    if (!design.isEmpty()) return place.folder();
    const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    return QDir(pictures).exists() ? pictures : QDir::homePath();
}

}  // namespace

void chooseFile(QWidget* owner, const EditorPlace& place, const QString& now,
                std::function<void(const QString&)> taken) {
    auto* dialog = new QFileDialog(owner->window(), ChooseFile::tr("Choose a file"));
    dialog->setObjectName("chooseFile");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(fileFiltersOf(place));
    dialog->setDirectory(firstFolder(place, now));
    QObject::connect(
        dialog, &QFileDialog::fileSelected, owner,
        [design = place.session.document.file(), taken = std::move(taken)](const QString& file) {
            Settings().setImageFolder(design, QFileInfo(file).absolutePath());
            const std::filesystem::path name =
                DesignFolders::of(pathOf(design)).nameOf(pathOf(QFileInfo(file).absoluteFilePath()));
            taken(QFile::decodeName(name.c_str()));
        });
    dialog->open();
}

}  // namespace burin::ui
