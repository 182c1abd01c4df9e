// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/model/previews/preview_jobs.hpp"

#include "core/render/cpu_backend.hpp"

#include <QImage>
#include <QTemporaryDir>

namespace burin::ui {

namespace {

/// A design with an image of 1 MB and a number that can be changed.
YamlValue documentOf(const QString& image, double level) {
    DesignEdit edit(newDesign());
    edit.addNode("photo", "image");
    edit.setValue("photo", "file", yamlScalar(image.toStdString()));
    edit.addNode("tone", "math2d");
    edit.setValue("tone", "expression", yamlScalar("min(in1, " + std::to_string(level) + ")"));
    edit.link("tone", Trait::data, "photo");
    edit.link("surface", Trait::data, "tone");
    return edit.take();
}

}  // namespace

/// An image's memory is reserved once, however many bindings share it, so edits, thumbnails and exports need
/// memory for only one copy.
class TestResidents : public QObject {
    Q_OBJECT

  private slots:
    void anEditNeedsNoRoomForTheSameImage() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("photo.png");
        QImage picture(1000, 1000, QImage::Format_Grayscale8);
        picture.fill(128);
        QVERIFY(picture.save(file));

        MemoryBudget budget(std::size_t{1'900'000});
        TileCache cache(budget);
        CpuBackend backend(budget, cache, 1);
        const Engine engine{backend, budget, {}};
        auto design =
            std::make_shared<const Design>(reviseDesign(documentOf(file, 0.5), {}, {}, kinds(), nullptr));
        BoundNodePtr node = bindNode(engine, design, "tone", nullptr);
        QVERIFY2(node->problem.isEmpty(), qPrintable(node->problem));
        QVERIFY(budget.used() >= 1'000'000);
        const std::size_t once = budget.used();
        for (int i = 1; i <= 5; ++i) {
            design = std::make_shared<const Design>(
                reviseDesign(documentOf(file, 0.5 + 0.01 * i), {}, {}, kinds(), design.get()));
            const BoundNodePtr next = bindNode(engine, design, "tone", node);
            QVERIFY2(next->problem.isEmpty(), qPrintable(next->problem));
            const BoundNodePtr other = bindNode(engine, design, "photo", nullptr);
            QVERIFY2(other->problem.isEmpty(), qPrintable(other->problem));
            QCOMPARE(budget.used(), once);
            node = next;
        }
        node.reset();
        QCOMPARE(budget.used(), std::size_t{0});
    }

    void twoImagesNeedRoomForTwo() {
        const QTemporaryDir folder;
        QImage picture(1000, 1000, QImage::Format_Grayscale8);
        picture.fill(128);
        const QString one = folder.filePath("one.png");
        const QString two = folder.filePath("two.png");
        QVERIFY(picture.save(one) && picture.save(two));
        MemoryBudget budget(std::size_t{1'900'000});
        TileCache cache(budget);
        CpuBackend backend(budget, cache, 1);
        const Engine engine{backend, budget, {}};
        const auto bound = [&](const QString& file) {
            auto design =
                std::make_shared<const Design>(reviseDesign(documentOf(file, 0.5), {}, {}, kinds(), nullptr));
            return bindNode(engine, design, "tone", nullptr);
        };
        BoundNodePtr first = bound(one);
        QVERIFY(first->problem.isEmpty());
        QVERIFY(bound(two)->problem.contains("the budget is"));
        first.reset();
        QVERIFY(bound(two)->problem.isEmpty());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestResidents)
#include "test_residents.moc"
