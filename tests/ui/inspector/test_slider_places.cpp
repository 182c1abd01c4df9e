// SPDX-License-Identifier: GPL-3.0-or-later

// The handle of a slider keeps the position that the user gave it, even if its parameter has no limits.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/theme/value_slider.hpp"

#include <QLineEdit>

namespace burin::ui {

namespace {

constexpr const char* dots = R"yaml(burin: 2
pixel: 1 um
groups:
  dots:
    parameters:
      size: {type: length, default: 1.4 mm}
      depth: {type: number, default: 1, minimum: 0, maximum: 1}
    output: dot
    nodes:
      dot: {kind: math2d, width: =size, height: =size, expression: "depth"}
nodes:
  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [data: wall]}
  wall: {kind: group, group: dots}
)yaml";

struct SliderTest : StudioTest {
    SliderTest() : panel(workbench()) {
        panel.resize(336, 600);
        if (const QString problem = load(dots); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"wall"});
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }
    [[nodiscard]] ValueSlider& slider() const {
        const auto all = panel.findChildren<ValueSlider*>("slider.size");
        if (all.isEmpty()) qFatal("the slider is missing");
        return *all.last();
    }
    void slideTo(double share) const {
        ValueSlider& moved = slider();
        const QPoint place(static_cast<int>(share * (moved.width() - 1)), 12);
        QTest::mouseClick(&moved, Qt::LeftButton, {}, place);
    }
    void type(const char* name, const QString& typed) const {
        auto* field = panel.findChildren<QLineEdit*>(name).last();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
    }

    InspectorPanel panel;
};

}  // namespace

class TestSliderPlaces : public QObject {
    Q_OBJECT

  private slots:
    void theHandleStaysWhenSomethingElseChanges() {
        SliderTest test;
        test.slideTo(0.58);
        const int place = test.slider().value();
        QVERIFY2(place > 5000 && place < 7000, qPrintable(QString::number(place)));
        test.type("field.depth", "0.5");
        QCOMPARE(test.slider().value(), place);
    }

    /// Beyond the end there is more room, and a typed value is on the slider.
    void theScaleReachesFartherThanTheValue() {
        SliderTest test;
        test.slideTo(1);
        QCOMPARE(test.slider().value(), 10000);
        test.type("field.depth", "0.5");
        QVERIFY(test.slider().value() < 9000);
        test.type("field.size", "30 mm");
        QVERIFY(test.slider().value() < 9000);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSliderPlaces)
#include "test_slider_places.moc"
