// SPDX-License-Identifier: GPL-3.0-or-later

// Shapes that are drawn in the viewport become nodes of the design.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include <QMouseEvent>
#include <QStatusBar>
#include <QTemporaryDir>

#include <cstdlib>
#include <memory>

namespace burin::ui {

class TestDrawingOnSurface : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        theme_.apply();
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
        view_ = window_->findChild<ViewportWidget*>();
        if (view_ == nullptr) QSKIP("OpenGL is missing");
    }
    void cleanup() {
        if (view_ != nullptr) view_->setTool(ViewportTool::none);
        window_->document().history().setClean();
    }
    void cleanupTestCase() { window_.reset(); }

    /// The surface reads the rectangle after its other inputs, in its own unit. Drawing is one step, and the
    /// rectangle is selected.
    void aRectangleIsReadByTheSurface() {
        open(
            "  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [{data: part}]}\n"
            "  part: {kind: math2d, width: 20 mm, height: 20 mm, expression: 0}\n");
        QTRY_VERIFY(shows("surface"));
        view_->setViewpoint({{8000, 9000}, 0.02});
        const QPoint from = view_->rect().center();
        const Point expected = *view_->sampleUnder(from);
        draw(DrawingTool::rectangle, from, from + QPoint(100, 60));
        QCOMPARE(inputsOf("surface"), QStringList({"part", "rectangle"}));
        const YamlValue* node = window_->document().nodeText("rectangle");
        QVERIFY(node != nullptr);
        QCOMPARE(QString::fromStdString(writeYaml(*node->find("size"))).trimmed(), QString("[5 mm, 3 mm]"));
        QVERIFY(window_->document().node("rectangle")->sound);
        const Point at = window_->document().node("surface")->links.back().at;
        QVERIFY(std::abs(at.x - expected.x) <= 1 && std::abs(at.y - expected.y) <= 1);
        const QString text = QString::fromStdString(writeYaml(window_->document().design()->document));
        QVERIFY2(
            QRegularExpression("data: rectangle, at: \\[[0-9.]+ mm, [0-9.]+ mm\\]").match(text).hasMatch(),
            qPrintable(text));

        QCOMPARE(window_->document().history().count(), 1);
        QCOMPARE(window_->document().history().undoText(), QString("Add Rectangle"));
        QCOMPARE(window_->workbench().selection.nodes(), QStringList{"rectangle"});
        QVERIFY(view_->placing().chosen() != nullptr);
        QCOMPARE(view_->placing().chosen()->node, QString("rectangle"));
        QVERIFY(view_->pen().tool() == DrawingTool::none);
        window_->document().undo();
        QVERIFY(!window_->document().design()->find("rectangle"));
        QCOMPARE(inputsOf("surface"), QStringList({"part"}));
    }

    void eachToolMakesASoundNode_data() {
        QTest::addColumn<DrawingTool>("tool");
        QTest::addColumn<QString>("name");
        QTest::newRow("an ellipse") << DrawingTool::ellipse << "ellipse";
        QTest::newRow("a polygon") << DrawingTool::polygon << "polygon";
        QTest::newRow("a star") << DrawingTool::star << "star";
        QTest::newRow("a line") << DrawingTool::line << "line";
        QTest::newRow("an arrow") << DrawingTool::arrow << "arrow";
        QTest::newRow("a text") << DrawingTool::text << "text";
        QTest::newRow("a code") << DrawingTool::code << "code";
    }
    void eachToolMakesASoundNode() {
        QFETCH(DrawingTool, tool);
        QFETCH(QString, name);
        open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        QTRY_VERIFY(shows("surface"));
        view_->setViewpoint({{8000, 9000}, 0.02});
        const QPoint from = view_->rect().center();
        draw(tool, from, from + QPoint(60, 30));
        QCOMPARE(inputsOf("surface"), QStringList{name});
        QVERIFY(window_->document().node(name)->sound);
        QCOMPARE(window_->workbench().selection.nodes(), QStringList{name});
        // The second one gets a name of its own.
        draw(tool, from, {});
        QCOMPARE(inputsOf("surface"), (QStringList{name, name + " 2"}));
        QVERIFY(window_->document().node(name + " 2")->sound);
    }

    /// A shape that is drawn on a union is added there, also in an open group.
    void aUnionThatIsShownReadsIt() {
        open(
            "  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [{data: wall}]}\n"
            "  wall: {kind: group, group: bricks}\n"
            "groups:\n"
            "  bricks:\n"
            "    output: all\n"
            "    nodes:\n"
            "      all: {kind: union, inputs: [{data: brick}]}\n"
            "      brick: {kind: shape, shape: rectangle, size: 5 mm}\n");
        window_->document().scope().enter("wall");
        window_->workbench().selection.setSolo("wall/all");
        QTRY_VERIFY(shows("wall/all"));
        view_->setViewpoint({{8000, 9000}, 0.02});
        const QPoint from = view_->rect().center();
        draw(DrawingTool::ellipse, from, from + QPoint(60, 30));
        QCOMPARE(inputsOf("all"), QStringList({"brick", "ellipse"}));

        // The surface is not a part of the open group, so nothing is drawn.
        window_->workbench().selection.setSolo({});
        QTRY_VERIFY(shows("surface"));
        const int steps = window_->document().history().count();
        draw(DrawingTool::ellipse, from, from + QPoint(60, 30));
        QCOMPARE(window_->document().history().count(), steps);
        QVERIFY(window_->statusBar()->currentMessage().contains("can be drawn"));
    }

    /// The viewport says so, and nothing changes.
    void aShapeReadsNothing() {
        open(
            "  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [{data: plate}]}\n"
            "  plate: {kind: shape, shape: rectangle, size: 10 mm}\n");
        window_->workbench().selection.setSolo("plate");
        QTRY_VERIFY(shows("plate"));
        const QPoint from = view_->rect().center();
        draw(DrawingTool::star, from, from + QPoint(60, 30));
        QCOMPARE(window_->document().history().count(), 0);
        QVERIFY(window_->statusBar()->currentMessage().contains("can be drawn"));
        QVERIFY(view_->pen().tool() == DrawingTool::none);
        window_->workbench().selection.setSolo({});
    }

  private:
    /// \param to  null: a click
    void draw(DrawingTool tool, QPoint from, QPoint to) {
        view_->takePen(tool);
        if (to.isNull()) return QTest::mouseClick(view_, Qt::LeftButton, {}, from);
        QTest::mousePress(view_, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, view_->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(view_, &move);
        QTest::mouseRelease(view_, Qt::LeftButton, {}, to);
    }
    [[nodiscard]] bool shows(const char* node) const {
        const Previews& previews = window_->workbench().previews;
        const BoundNodePtr shown = previews.shown();
        return shown && shown->name == QLatin1String(node) && shown->design == previews.design();
    }
    void open(const QByteArray& nodes) {
        QFile design(folder_.filePath(QString("%1.burin").arg(++files_)));
        QVERIFY(design.open(QIODevice::WriteOnly));
        design.write("burin: 2\npixel: 1 um\nnodes:\n" + nodes);
        design.close();
        QVERIFY(window_->openFile(design.fileName()));
        view_->setTool(ViewportTool::placing);
    }
    [[nodiscard]] QStringList inputsOf(const QString& node) const {
        QStringList children;
        for (const DesignLink& link : window_->document().node(node)->links)
            children << QString::fromStdString(link.childName);
        return children;
    }

    QTemporaryDir folder_;
    int files_ = 0;
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
    ViewportWidget* view_ = nullptr;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestDrawingOnSurface)
#include "test_drawing_on_surface.moc"
