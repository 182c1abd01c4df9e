// SPDX-License-Identifier: GPL-3.0-or-later

// The place of a picture or drawing that is dropped on the viewport.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include <QDropEvent>
#include <QMimeData>
#include <QTemporaryDir>

#include <cstdlib>
#include <string>

namespace burin::ui {

class TestDropping : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        theme_.apply();
        QVERIFY(
            QFile::copy(test::inTree("resources/examples/images/horse.png"), folder_.filePath("horse.png")));
        QVERIFY(QFile::copy(test::inTree("resources/fonts/Inter-Bold.otf"), folder_.filePath("face.OTF")));
        QFile drawing(folder_.filePath("logo.svg"));
        QVERIFY(drawing.open(QIODevice::WriteOnly));
        drawing.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='2mm' height='1mm'>"
            "<rect width='50' height='20'/></svg>");
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
        view_ = window_->findChild<ViewportWidget*>();
        if (view_ == nullptr) QSKIP("OpenGL is missing");
    }
    void cleanup() { window_->document().history().setClean(); }
    void cleanupTestCase() { window_.reset(); }

    /// The middle of the drawing is put at that place, in the unit of the surface, as one step.
    void aDrawingDroppedOnTheViewportLiesThere() {
        open(
            "  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [{data: part}]}\n"
            "  part: {kind: math2d, width: 20 mm, height: 20 mm, expression: 0}\n");
        window_->workbench().selection.select({"part"});
        view_->setViewpoint({{8000, 9000}, 0.02});
        const QPoint on = view_->rect().center() - QPoint(20, 10);
        const Point expected = *view_->sampleUnder(on);
        drop(on, "logo.svg");
        QCOMPARE(inputsOf("surface"), QStringList({"part", "logo"}));
        QCOMPARE(lastOffset(), (expected - Point{1000, 500}));
        const QString text = QString::fromStdString(writeYaml(window_->document().design()->document));
        QVERIFY2(QRegularExpression("data: logo, at: \\[[0-9.]+ mm, [0-9.]+ mm\\]").match(text).hasMatch(),
                 qPrintable(text));
        QCOMPARE(window_->document().history().count(), 1);
        window_->document().undo();
        QVERIFY(!window_->document().design()->find("logo"));
    }

    /// The middle of the text comes to the place of the drop. The text has the size of a text that is added,
    /// in the unit of the surface.
    void aFontDroppedOnTheViewportIsATextThere() {
        open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        view_->setViewpoint({{8000, 9000}, 0.02});
        const QPoint on = view_->rect().center() - QPoint(20, 10);
        const Point expected = *view_->sampleUnder(on);
        drop(on, "face.OTF");
        QCOMPARE(inputsOf("surface"), QStringList({"text"}));
        const YamlValue* text = window_->document().nodeText("text");
        QCOMPARE(text->find("font")->scalar, std::string("face.OTF"));
        QCOMPARE(text->find("size")->scalar, std::string("48 um"));
        QVERIFY(window_->document().node("text")->sound);
        const Rect own = window_->document().node("text")->operation->extent({}).rect();
        const Point middle = lastOffset() + Point{own.x + own.width / 2, own.y + own.height / 2};
        QVERIFY(std::abs(middle.x - expected.x) <= 1 && std::abs(middle.y - expected.y) <= 1);
        QCOMPARE(window_->document().history().count(), 1);
    }

    /// A drop works as in the graph. If the file is dropped beside the text, it becomes a new text node.
    void aFontDroppedOnATextIsItsFont() {
        open(
            "  surface: {kind: root, width: 20 mm, height: 20 mm, "
            "inputs: [{data: words, at: [8 mm, 9 mm]}]}\n"
            "  words: {kind: text, text: HHH, size: 4 mm}\n");
        const Workbench workbench = window_->workbench();
        QTRY_VERIFY(workbench.previews.shown() &&
                    workbench.previews.shown()->design == workbench.previews.design());
        view_->setViewpoint({{9000, 9000}, 0.02});
        const Rect own = window_->document().node("words")->operation->extent({}).rect();
        const Point corner = lastOffset() + Point{own.x, own.y};
        const auto onScreen = [this](Point sample) {
            const QPointF at(static_cast<double>(sample.x), static_cast<double>(sample.y));
            return view_->viewpoint().toScreen(at, view_->size()).toPoint();
        };
        const QPoint on = onScreen(corner + Point{own.width / 2, own.height / 2});
        QCOMPARE(view_->nodeUnder(on), QString("words"));
        drop(on, "face.OTF");
        QCOMPARE(inputsOf("surface"), QStringList({"words"}));
        QCOMPARE(window_->document().nodeText("words")->find("font")->scalar, std::string("face.OTF"));
        QCOMPARE(workbench.selection.nodes(), QStringList({"words"}));
        QCOMPARE(window_->document().history().count(), 1);
        window_->document().undo();
        QVERIFY(window_->document().nodeText("words")->find("font") == nullptr);

        const QPoint beside = onScreen(corner - Point{500, 500});
        QCOMPARE(view_->nodeUnder(beside), QString());
        drop(beside, "face.OTF");
        QCOMPARE(inputsOf("surface"), QStringList({"words", "text"}));
        QVERIFY(window_->document().nodeText("words")->find("font") == nullptr);
    }

    /// A picture that another node scales is moved with it.
    void aFittedPictureLiesWhereItIsDropped() {
        open("  surface: {kind: root, width: 300 mm, height: 300 mm}\n");
        view_->setViewpoint({{200'000, 100'000}, 0.001});
        const QPoint on = view_->rect().center() + QPoint(30, 20);
        const Point expected = *view_->sampleUnder(on);
        drop(on, "horse.png");
        QCOMPARE(inputsOf("surface"), QStringList({"horse size"}));
        QCOMPARE(lastOffset(), (expected - Point{150'000, 123'000}));
    }

    /// The viewport shows a node and not the surface.
    void aDrawingDroppedOnANodeIsLinkedAsAnImportIs() {
        open(
            "  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [{data: all}]}\n"
            "  all: {kind: union}\n");
        window_->workbench().selection.select({"all"});
        window_->workbench().selection.setSolo("all");
        drop(view_->rect().center(), "logo.svg");
        QCOMPARE(inputsOf("all"), QStringList({"logo"}));
        QCOMPARE(window_->document().node("all")->links.back().at, Point());
    }

    void aDrawingDroppedWhileAGroupIsOpenComesIntoTheGroup() {
        open(
            "  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [{data: wall}]}\n"
            "  wall: {kind: group, group: bricks}\n"
            "groups:\n"
            "  bricks:\n"
            "    output: all\n"
            "    nodes:\n"
            "      all: {kind: union}\n");
        window_->document().scope().enter("wall");
        window_->workbench().selection.select({"all"});
        drop(view_->rect().center(), "logo.svg");
        QCOMPARE(inputsOf("all"), QStringList({"logo"}));
    }

    /// Beside the surface, the drawing would not be visible.
    void aDrawingDroppedBesideTheSurfaceLiesOnIt() {
        open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        view_->setViewpoint({{30'000, 10'000}, 0.02});
        drop(view_->rect().center(), "logo.svg");
        QCOMPARE(inputsOf("surface"), QStringList({"logo"}));
        QCOMPARE(lastOffset(), Point());
    }

  private:
    void drop(QPoint on, const QString& name) {
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(folder_.filePath(name))});
        const QPointF place = view_->mapTo(window_.get(), on);
        QDragEnterEvent enter(place.toPoint(), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &enter);
        QDropEvent event(place, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &event);
        QCoreApplication::sendPostedEvents(window_.get());
    }
    /// The offset of the last input of the surface.
    [[nodiscard]] Point lastOffset() const { return window_->document().node("surface")->links.back().at; }
    void open(const QByteArray& nodes) {
        QFile design(folder_.filePath(QString("%1.burin").arg(QTest::currentTestFunction())));
        QVERIFY(design.open(QIODevice::WriteOnly));
        design.write("burin: 2\npixel: 1 um\nnodes:\n" + nodes);
        design.close();
        QVERIFY(window_->openFile(design.fileName()));
    }
    [[nodiscard]] QStringList inputsOf(const QString& node) const {
        QStringList children;
        for (const DesignLink& link : window_->document().node(node)->links)
            children << QString::fromStdString(link.childName);
        return children;
    }

    QTemporaryDir folder_;
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
    ViewportWidget* view_ = nullptr;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestDropping)
#include "test_dropping.moc"
