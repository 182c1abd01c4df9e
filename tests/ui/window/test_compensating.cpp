// SPDX-License-Identifier: GPL-3.0-or-later

// The inspector's button that puts a compensation before the surface.

#include "support/testing.hpp"
#include "ui/window/main_window.hpp"

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/cut_label.hpp"

#include <QPushButton>
#include <QStatusBar>

namespace burin::ui {

namespace {

constexpr const char* ramp = R"yaml(burin: 2
pixel: 1 um
nodes:
  surface: {kind: root, width: 64, height: 64, inputs: [{data: ramp}]}
  ramp: {kind: math2d, expression: "x / 64"}
job: {spot: 12.5 um}
)yaml";

}  // namespace

class TestCompensating : public QObject {
    Q_OBJECT

  private slots:
    void theButtonInsertsOneAndThenSaysWhyNot() {
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        Document& document = window.workbench().document;
        QCOMPARE(document.recover(QString::fromUtf8(ramp), {}), QString());
        press(window);
        QCOMPARE(document.node("surface")->links.front().childName, std::string("compensate"));
        QCOMPARE(document.nodeText("compensate")->find("spot")->scalar, std::string("12.5 um"));
        QCOMPARE(window.workbench().selection.active(), QString("compensate"));
        const QString inserted = document.text();
        press(window);
        QCOMPARE(document.text(), inserted);
        QCOMPARE(window.statusBar()->currentMessage(), QString("A compensate node is there already."));
        document.undo();
        QCOMPARE(document.node("surface")->links.front().childName, std::string("ramp"));
    }

    void aCardComputesIt() {
        CpuBackend processor(budget_, cache_, 3);
        Engine engine{backend_, budget_, {}};
        engine.cpu = &processor;
        MainWindow window(engine, theme_);
        Document& document = window.workbench().document;
        QCOMPARE(document.recover(QString::fromUtf8(ramp), {}), QString());
        press(window);
        const QString status = window.findChild<CutLabel*>("status.backend")->text();
        QVERIFY2(status.contains(QString::fromStdString(backend_.description())), qPrintable(status));
    }

  private:
    /// Presses the button in the inspector of the surface.
    static void press(MainWindow& window) {
        window.workbench().selection.select({"surface"});
        const auto buttons = window.findChildren<QPushButton*>("predicted.compensate");
        QVERIFY(!buttons.isEmpty());
        buttons.last()->click();  // earlier ones wait for deletion
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestCompensating)
#include "test_compensating.moc"
