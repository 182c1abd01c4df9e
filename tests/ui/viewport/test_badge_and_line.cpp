// SPDX-License-Identifier: GPL-3.0-or-later

// The badge on the picture and the line below it describe the tiles in view, also of random designs and while
// both are on the screen.

#include "support/instrumented.hpp"
#include "support/random_design.hpp"
#include "support/system/busy_processor.hpp"
#include "support/system/priced_backend.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/previews/preview_tiles.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/probe_line.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"

#include <QEvent>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdint>
#include <optional>
#include <string>

namespace burin::ui {

/// The words of a line below the picture when it was painted last.
class PaintedLine : public QObject {
  public:
    explicit PaintedLine(ProbeLine& line) : line_(line) { line.painted().installEventFilter(this); }
    [[nodiscard]] const QString& words() const { return words_; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint) words_ = line_.progressText();
        return QObject::eventFilter(watched, event);
    }

  private:
    ProbeLine& line_;
    QString words_;
};

class TestBadgeAndLine : public QObject {
    Q_OBJECT

    using State = PreviewProgress::State;

    /// The state of the view, computed from the state of each tile.
    static State stateOfTiles(Previews& previews, const BoundNode& node, const ViewportWidget& viewport) {
        const Rect seen = node.extent.clip(viewport.visible());
        if (seen.empty()) return State::nothing;
        if (!previews.isCurrent()) return State::computing;
        const int level = Viewpoint::level(viewport.viewpoint().scale * viewport.devicePixelRatioF());
        bool exact = true;
        bool improves = false;
        for (const TileIndex index : tilesCovering(seen, level)) {
            const PreviewTilePtr tile = previews.tile(level, index);
            if (!tile) return State::computing;
            exact = exact && tile->quality == TileQuality::exact;
            improves = improves || tile->quality == TileQuality::partial;
        }
        return exact ? State::exact : improves ? State::refining : State::refined;
    }

  private slots:
    void initTestCase() { theme_.apply(); }

    void theySayWhatTheTilesAre_data() {
        QTest::addColumn<quint64>("seed");
        for (const std::uint64_t seed : test::seedsOfTest(1))
            QTest::addRow("design %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
    }

    void theySayWhatTheTilesAre() {
        QFETCH(const quint64, seed);
        QSettings().clear();
        const QTemporaryDir folder;
        auto made = test::randomDesign(seed, {.folder = folder.path().toStdString(), .depth = 4});
        // Several tiles.
        made.tree.nodes.back().size = instrumented ? Size{300, 200} : Size{1600, 1200};
        QFile file(folder.filePath("d.burin"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(test::yamlOf(made.tree)));
        file.close();

        MemoryBudget budget(std::size_t{512} << 20U);
        TileCache cache(budget);
        CpuBackend processor(budget, cache, 2);
        // Tiles of every other design turn out to be so expensive that they are given up.
        const bool expensive = !instrumented && seed % 2 == 0;
        test::PricedBackend backend(processor, [expensive](const RenderRequest& request) {
            return expensive && !test::measures(request) ? 1e-3 : 1e-8;
        });
        // A sanitizer is load enough.
        std::optional<test::BusyProcessor> load;
        if (!instrumented) load.emplace();

        MainWindow window(Engine{backend, budget, {}}, theme_);
        auto* const viewport = window.findChild<ViewportWidget*>();
        if (viewport == nullptr) QSKIP("no OpenGL 3.3 here");
        window.resize(1366, 768);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        Previews& previews = window.workbench().previews;
        PaintedLine line(*window.findChild<ProbeLine*>());
        int frames = 0;
        QStringList contradictions;
        const QObject watching;  // destroyed before the objects that its connection reads
        connect(viewport, &QOpenGLWidget::frameSwapped, &watching, [&] {
            const BoundNodePtr node = previews.shown();
            const std::optional<State> badge = viewport->badgeState();
            if (!node || !badge || *badge == State::nothing) return;
            ++frames;
            const QString words = stateText(*badge);
            const QString right = stateText(stateOfTiles(previews, *node, *viewport));
            if (line.words().endsWith(words) && words == right) return;
            contradictions << QString("badge: %1, line: %2, tiles: %3").arg(words, line.words(), right);
        });

        QVERIFY(window.openFile(file.fileName()));
        const auto settled = [&] {
            const State state = previews.progress().state();
            const bool done = state == State::exact || state == State::refined;
            return !previews.problem().isEmpty() || (done && viewport->badgeState() == state);
        };
        QTRY_VERIFY(settled());
        viewport->setViewpoint({viewport->viewpoint().centre, 0.2});
        QTRY_VERIFY(settled());
        QCOMPARE(previews.problem(), QString());
        QVERIFY(frames > 0);
        QCOMPARE(contradictions.join('\n'), QString());
    }

    /// The frame is drawn before the edit is bound: it still shows the former picture.
    void neitherCallsTheFormerPictureExact() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QCOMPARE(studio.load("burin: 1\npixel: 1 um\nnodes:\n"
                             "  surface: {kind: root, width: 300, height: 200, inputs: [data: part]}\n"
                             "  part: {kind: math2d, expression: \"x / 300\"}\n"),
                 QString());
        panel.resize(900, 420);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        ViewportWidget& view = *panel.viewport();
        const auto* line = panel.findChild<ProbeLine*>();
        const auto isExact = [&] {
            return studio.showsNewest() && view.badgeState() == State::exact && !studio.previews.busy();
        };
        QTRY_VERIFY(isExact());
        const auto setExpression = [&](const char* expression) {
            return studio.document.edit("an edit", [&](DesignEdit& edit) {
                edit.setValue("part", "expression", yamlScalar(expression, true));
            });
        };
        QCOMPARE(setExpression("y / 200"), QString());
        QVERIFY(!studio.showsNewest());
        static_cast<void>(view.grabFramebuffer());
        QVERIFY(view.badgeState() == State::computing);
        QVERIFY2(line->progressText().endsWith(stateText(State::computing)),
                 qPrintable(line->progressText()));
        QTRY_VERIFY(isExact());
        QVERIFY(line->progressText().endsWith(stateText(State::exact)));
    }

  private:
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBadgeAndLine)
#include "test_badge_and_line.moc"
