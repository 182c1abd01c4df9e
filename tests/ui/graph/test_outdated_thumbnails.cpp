// SPDX-License-Identifier: GPL-3.0-or-later

// Thumbnails of an earlier state of the design have a mark.

#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "ui/graph/graph_scene.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/items/node_item.hpp"
#include "ui/support/export_test.hpp"

#include <QImage>
#include <QPainter>

namespace burin::ui {

class TestOutdatedThumbnails : public QObject {
    Q_OBJECT

    /// A graph whose pictures are held by the gate.
    struct HeldGraph : ExportTest {
        HeldGraph() {
            QObject::connect(&document, &Document::changed, &held,
                             [this] { held.setDesign(document.design()); });
            held.setDesign(document.design());
        }
        ~HeldGraph() { gate.open(); }
        HeldGraph(const HeldGraph&) = delete;
        HeldGraph& operator=(const HeldGraph&) = delete;

        [[nodiscard]] bool bound() const {
            return held.shown() && held.shown()->ready() && held.shown()->design == held.design();
        }
        [[nodiscard]] bool newest() const { return held.thumbnailIsNewest("waves") && !held.busy(); }
        /// The thumbnail as the graph shows it.
        [[nodiscard]] QImage drawn() {
            QImage image(256, 256, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::black);
            QPainter painter(&image);
            scene.render(&painter, image.rect(),
                         metrics::thumbnailRect().translated(scene.node("waves")->pos()));
            return image;
        }
        void setValue(const char* expression) {
            document.edit("Edit", [expression](DesignEdit& edit) {
                edit.setValue("waves", "expression", yamlScalar(expression, true));
            });
        }

        Previews held{gated};
        GraphScene scene{{document, selection, held, theme}};
    };

  private slots:
    /// The state is bound, so the viewport can show it, but the thumbnail still has to be computed.
    void aThumbnailOfAnEarlierStateSaysSo() {
        HeldGraph graph;
        static_cast<void>(graph.drawn());  // requests the thumbnail
        QTRY_VERIFY(graph.bound() && graph.newest());
        QVERIFY(!graph.held.thumbnailIsOutdated("waves"));
        const QImage before = graph.drawn();
        graph.gate.pass(0);
        graph.setValue("x / 4000");
        QTRY_VERIFY(graph.bound());
        QVERIFY(graph.held.thumbnailIsOutdated("waves"));
        QVERIFY(graph.drawn() != before);
        graph.gate.open();
        QTRY_VERIFY(graph.newest());
        QVERIFY(!graph.held.thumbnailIsOutdated("waves"));
    }

    /// A node that an edit does not change has no mark, although its thumbnail waits to be checked.
    void anEditThatChangesNoSampleOutdatesNothing() {
        HeldGraph graph;
        static_cast<void>(graph.drawn());
        QTRY_VERIFY(graph.bound() && graph.newest());
        bool outdated = false;
        connect(&graph.held, &Previews::shownChanged, this,
                [&] { outdated = outdated || graph.held.thumbnailIsOutdated("waves"); });
        graph.document.edit("Move", [](DesignEdit& edit) { edit.setPlace("waves", {40, 80}); });
        QTRY_VERIFY(graph.bound() && graph.newest());
        QVERIFY(!outdated);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestOutdatedThumbnails)
#include "test_outdated_thumbnails.moc"
