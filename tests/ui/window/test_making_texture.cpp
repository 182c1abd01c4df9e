// SPDX-License-Identifier: GPL-3.0-or-later

// A texture made from a picture takes the picture's place in the design.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/texture/texture_dialog.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/main_window.hpp"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>

namespace burin::ui {

class TestMakingTexture : public QObject {
    Q_OBJECT

  private slots:
    void whatReadThePictureReadsTheTexture_data() {
        QTest::addColumn<QByteArray>("nodes");
        QTest::addColumn<bool>("keepsTransform");
        const QByteArray photo =
            "  photo: {kind: math2d, width: 200, height: 160, "
            "expression: \"0.4 + 0.2 * noise(x / 6, y / 6, 3)\"}\n";
        const QByteArray surface = "  surface: {kind: root, width: 4 mm, height: 4 mm";
        const QByteArray read = surface + ", inputs: [{data: size}]}\n";
        const QByteArray inputs = "inputs: [{data: photo}]}\n";
        QTest::newRow("directly") << surface + ", " + inputs + photo << false;
        QTest::newRow("nothing did") << surface + "}\n" + photo << false;
        QTest::newRow("through a size")
            << read + photo + "  size: {kind: transform, size: [4 mm, 3 mm], " + inputs << false;
        QTest::newRow("the size was not read")
            << surface + "}\n" + photo + "  size: {kind: transform, size: [4 mm, 3 mm], " + inputs << false;
        QTest::newRow("through a turn")
            << read + photo + "  size: {kind: transform, rotate: 30, " + inputs << true;
    }
    void whatReadThePictureReadsTheTexture() {
        QFETCH(QByteArray, nodes);
        QFETCH(bool, keepsTransform);
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        QCOMPARE(window.document().recover("burin: 2\npixel: 1 um\nnodes:\n" + nodes, {}), QString());
        window.workbench().selection.select({"photo"});
        whenDialogComes<TextureDialog>([](TextureDialog* dialog) {
            QTRY_VERIFY(dialog->ready());
            dialog->accept();
        });
        window.findChild<QAction*>("graph.texture")->trigger();
        const Design& design = *window.document().design();
        QVERIFY(design.find("texture"));
        QCOMPARE(design.find("size").has_value(), keepsTransform);
        const DesignNode* reader = window.document().node(keepsTransform ? "size" : "surface");
        QCOMPARE(reader->links.at(0).childName, std::string("texture"));
        QVERIFY(design.errorsOf(*design.root).empty());
        window.document().history().setClean();
    }

    /// An import selects the node that fits the picture into the surface. Its size is not the picture's.
    void theTextureIsOfThePictureThatWasFitted() {
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        const char* const design =
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [{data: photo size}]}\n"
            "  photo size: {kind: transform, size: [20 mm, 20 mm], inputs: [{data: photo}]}\n"
            "  photo: {kind: math2d, width: 200, height: 160, "
            "expression: \"0.4 + 0.2 * noise(x / 6, y / 6, 3)\"}\n";
        QCOMPARE(window.document().recover(QString(design), {}), QString());
        window.workbench().selection.select({"photo size"});
        QString problem = "none was tried";
        Rect frame;
        whenDialogComes<TextureDialog>([&](TextureDialog* dialog) {
            QTRY_VERIFY(!dialog->findings().frame.empty());
            problem = dialog->findings().problem;
            frame = dialog->findings().frame;
            dialog->reject();
        });
        window.findChild<QAction*>("graph.texture")->trigger();
        QCOMPARE(problem, QString());
        QCOMPARE(frame, (Rect{0, 0, 200, 160}));
        window.document().history().setClean();
    }

    /// A file that changes on disk is read again while the dialog is open.
    void aDesignThatChangesMeanwhileStaysAsItIs() {
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        const auto designOf = [](const QByteArray& photo) {
            return "burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 400, height: 400, inputs: "
                   "[{data: " +
                   photo + "}]}\n  " + photo +
                   ": {kind: math2d, width: 200, height: 160, expression: \"noise(x / 6, y / 6, 3)\"}\n";
        };
        QCOMPARE(window.document().recover(designOf("photo"), {}), QString());
        window.workbench().selection.select({"photo"});
        whenDialogComes<TextureDialog>([&](TextureDialog* dialog) {
            QTRY_VERIFY(dialog->ready());
            QCOMPARE(window.document().recover(designOf("picture"), {}), QString());
            answerMessage("Close");
            dialog->accept();
        });
        const QString before = window.document().text();
        window.findChild<QAction*>("graph.texture")->trigger();
        QVERIFY(window.document().text() != before);
        QVERIFY(lastMessage().contains("read again"));
        QVERIFY(!window.document().design()->find("texture"));
        QCOMPARE(window.document().node("surface")->links.at(0).childName, std::string("picture"));
        window.document().history().setClean();
    }

    /// A field of the inspector would change the design when the dialog takes the focus, so that no texture
    /// could be made.
    void whatIsTypedIsInThePicture() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("photo.burin"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 400, height: 400, inputs: "
            "[{data: photo}]}\n  photo: {kind: math2d, width: 200, height: 160, expression: \"noise(x / "
            "6, y / 6, 3)\"}\n");
        file.close();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1600, 1000);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, patience));
        QVERIFY(window.openFile(file.fileName()));
        window.workbench().selection.select({"photo"});
        auto* const height =
            window.findChild<InspectorPanel*>()->findChildren<QLineEdit*>("field.height").last();
        height->setFocus();
        QTRY_VERIFY(height->hasFocus());
        height->selectAll();
        height->insert("150");
        std::int64_t read = 0;
        whenDialogComes<TextureDialog>([&read](TextureDialog* dialog) {
            QTRY_VERIFY(dialog->ready());
            read = dialog->findings().frame.height;
            dialog->reject();
        });
        window.findChild<QAction*>("graph.texture")->trigger();
        QCOMPARE(read, std::int64_t{150});
        QCOMPARE(window.document().nodeText("photo")->find("height")->scalar, std::string("150"));
        window.document().history().setClean();
    }

  private:
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMakingTexture)
#include "test_making_texture.moc"
