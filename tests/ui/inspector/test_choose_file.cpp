// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/choose_file.hpp"

#include "core/design/design_edit.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/editors/simple_editors.hpp"

#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QMimeData>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUrl>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace burin::ui {

class TestChooseFile : public QObject {
    Q_OBJECT

  private slots:
    /// If a parameter is missing here, the dialog hides the files that the parameter reads.
    void theFileDialogShowsWhatEachParameterReads() {
        const std::map<std::string, QStringList> wanted = {{"image.file", {"*.png", "*.tif", "*.svg"}},
                                                           {"tiff.file", {"*.png", "*.tiff", "*.dxf"}},
                                                           {"path.file", {"*.svg", "*.dxf"}},
                                                           {"scan.file", {"*.x3p", "*.gsf", "*.tif"}},
                                                           {"text.font", {"*.otf", "*.ttc"}},
                                                           {"text.csv", {"*.csv"}},
                                                           {"code.csv", {"*.csv"}}};
        std::size_t seen = 0;
        const std::function<void(std::string_view, std::span<const ParameterDescription>)> look =
            [&](std::string_view kind, std::span<const ParameterDescription> parameters) {
                for (const ParameterDescription& each : parameters) {
                    look(kind, each.alternatives);
                    if (each.type != ParameterType::file) continue;
                    const std::string name = std::string(kind) + '.' + std::string(each.key);
                    const auto found = wanted.find(name);
                    QVERIFY2(found != wanted.end(), name.c_str());
                    const QString first = fileFilters(kind, each.key).first();
                    for (const QString& pattern : found->second)
                        QVERIFY2(first.contains(pattern), qPrintable(first));
                    ++seen;
                }
            };
        for (const Kind& kind : kinds())
            look(kind.description.name, kind.description.parameters);
        QCOMPARE(seen, wanted.size());
    }

    void aNewPictureNodeChoosesBesideItsDesign_data() {
        QTest::addColumn<bool>("saved");
        QTest::newRow("a saved design") << true;
        QTest::newRow("a design without a file") << false;
    }
    void aNewPictureNodeChoosesBesideItsDesign() {
        QFETCH(const bool, saved);
        QSettings().clear();
        const QTemporaryDir folder;
        StudioTest studio;
        if (saved) {
            QFile file(folder.filePath("d.burin"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9}\n");
            file.close();
            QCOMPARE(studio.document.open(file.fileName()), QString());
        }
        studio.document.edit("Add", [](DesignEdit& edit) { edit.addNode("photo", "tiff"); });
        QWidget owner;
        chooseFile(&owner, {studio.workbench(), "photo", "file"}, {}, [](const QString&) {});
        const auto* dialog = owner.findChild<QFileDialog*>("chooseFile");
        QVERIFY(dialog != nullptr);
        const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
        QCOMPARE(dialog->directory().absolutePath(), saved                     ? folder.path()
                                                     : QDir(pictures).exists() ? QDir(pictures).absolutePath()
                                                                               : QDir::homePath());
        QCOMPARE(dialog->nameFilters(), fileFilters("tiff", "file"));
        QVERIFY(dialog->selectedNameFilter().contains("*.tif"));
    }

    /// A field would take the address of the file as text.
    void aDroppedFileIsNamedByTheField() {
        const QTemporaryDir folder;
        QFile design(folder.filePath("d.burin"));
        QVERIFY(design.open(QIODevice::WriteOnly));
        design.write(
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9}\n"
            "  photo: {kind: image}\n");
        design.close();
        StudioTest studio;
        QCOMPARE(studio.document.open(design.fileName()), QString());
        const auto& parameters = findKind("image")->description.parameters;
        const auto file = std::find_if(parameters.begin(), parameters.end(),
                                       [](const auto& each) { return each.type == ParameterType::file; });
        QVERIFY(file != parameters.end());
        TextEditor editor(*file, {studio.workbench(), "photo", "file"}, nullptr);
        QString taken;
        QObject::connect(
            &editor, &ValueEditor::edited, &editor,
            [&taken](const std::optional<YamlValue>& value, int) { taken = scalarText(&*value); });
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(folder.filePath("stone.png"))});
        data.setText(data.urls().first().toString());
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(editor.first(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(editor.first(), &drop);
        QVERIFY2(drop.isAccepted() && taken.isEmpty(), "the drop is answered before the value changes");
        QCoreApplication::sendPostedEvents(&editor);
        QCOMPARE(taken, QString("stone.png"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestChooseFile)
#include "test_choose_file.moc"
