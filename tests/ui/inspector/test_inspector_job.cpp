// SPDX-License-Identifier: GPL-3.0-or-later

// The spot and the roller of the job, which the inspector shows with the surface.

#include "core/design/design_edit.hpp"
#include "core/design/yaml.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/inspector/fields/spot_plot.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QAbstractButton>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

#include <cmath>

using namespace burin;
using namespace burin::ui;

namespace {

constexpr const char* plain = R"yaml(burin: 2
pixel: 10 um
nodes:
  surface: {kind: root, width: 400 mm, height: 600 mm, inputs: [{data: part}]}   # the wall
  part: {kind: math2d, expression: "0.5"}
)yaml";

/// An inspector that shows the surface.
struct JobTest : StudioTest {
    JobTest() {
        panel.resize(336, 1400);
        if (const QString problem = load(plain); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"surface"});
        panel.show();
    }
    template <class T = QWidget>
    [[nodiscard]] T* child(const char* name) const {
        return panel.findChild<T*>(name);
    }
    void type(const char* name, const QString& text) const {
        auto* field = child<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void pickShape(int index) const {
        auto* shapes = child<SegmentedSwitch>("shape.spot");
        QTest::mouseClick(shapes, Qt::LeftButton, {}, shapes->segment(index).center());
    }
    [[nodiscard]] QString job(const char* key) const {
        const YamlValue* job = document.design()->document.find("job");
        const YamlValue* value = job == nullptr ? nullptr : job->find(key);
        return value == nullptr ? QString() : QString::fromStdString(writeYaml(*value)).trimmed();
    }
    [[nodiscard]] Size size() const { return *document.design()->nodes[*document.design()->root].size; }
    [[nodiscard]] bool sound() const { return document.design()->diagnostics.empty(); }

    InspectorPanel panel{workbench()};
};

}  // namespace

class TestInspectorJob : public QObject {
    Q_OBJECT

  private slots:
    void aRollerSetsTheSideInOneStep() {
        JobTest studio;
        const QString before = studio.document.text();
        studio.child<QCheckBox>("onRoller")->click();
        QCOMPARE(studio.job("roller"), QString("{diameter: 190.986 mm, axis: x}"));
        QVERIFY(studio.sound());
        QCOMPARE(studio.size().height, 60000);
        studio.type("field.diameter", "200 mm");
        QVERIFY(studio.sound());
        QCOMPARE(studio.size().height, 62832);
        QVERIFY(!studio.child("field.height")->isEnabled() && studio.child("field.width")->isEnabled());
        QVERIFY(studio.child("size.byRoller")->isVisible());
        QCOMPARE(studio.child<QLabel>("roller.pitch")->text(), QString::fromUtf8("of 9.999977 µm"));
        QCOMPARE(studio.child<QLabel>("roller.once")->text(), QString("628.319 mm"));
        QCOMPARE(studio.child<QLabel>("roller.along")->text(), QString("400 mm long"));
        QVERIFY(studio.document.text().contains("# the wall"));
        screenshot(studio.panel, "inspector-roller");
        studio.document.undo();
        studio.document.undo();
        QCOMPARE(studio.document.text(), before);
        QVERIFY(studio.child("field.height")->isEnabled());
    }

    void theSideFollowsThePitch() {
        JobTest studio;
        studio.child<QCheckBox>("onRoller")->click();
        studio.type("field.diameter", "200 mm");
        studio.type("field.pixel", "20 um");
        QVERIFY(studio.sound());
        QCOMPARE(studio.size().height, 31416);
        studio.child<QCheckBox>("onRoller")->click();
        QCOMPARE(studio.job("roller"), QString());
        QVERIFY(studio.child("field.height")->isEnabled());
        QVERIFY(!studio.child("rollerNote")->isVisible());
    }

    /// The count of samples and their pitch are below one another if they do not fit side by side.
    void aLongRoundFitsIntoTheInspector() {
        JobTest studio;
        QCOMPARE(
            studio.load("burin: 2\npixel: 1 um\njob: {roller: {diameter: 636.6198 mm, axis: x}}\n"
                        "nodes:\n  surface: {kind: root, width: 2 m, height: 2 m, inputs: [data: part]}\n"
                        "  part: {kind: math2d, expression: \"0.5\"}\n"),
            QString());
        studio.selection.select({"surface"});
        const auto* const scroll = studio.panel.findChild<QScrollArea*>();
        QTRY_VERIFY(studio.child<QLabel>("roller.round")->text().endsWith(" samples"));
        QTRY_COMPARE(scroll->widget()->width(), scroll->viewport()->width());
    }

    void aSpotHasShapes() {
        JobTest studio;
        QVERIFY(!studio.child("spotPlot")->isVisible());
        studio.type("field.spot.x", "40 um");
        QCOMPARE(studio.job("spot"), QString("40 um"));
        const auto* plot = studio.child<SpotPlot>("spotPlot");
        QVERIFY(std::abs(plot->strengthAt(20) - std::exp(-2.0)) < 1e-9);
        screenshot(studio.panel, "inspector-spot");
        studio.type("field.spot.y", "30 um");
        QCOMPARE(studio.job("spot"), QString("{shape: gaussian, sx: 40 um, sy: 30 um}"));
        studio.pickShape(1);
        QCOMPARE(studio.job("spot"), QString("{shape: top_hat, sx: 40 um, sy: 30 um}"));
        QCOMPARE(plot->strengthAt(19), 1.0);
        studio.type("field.spot.y", "40 um");
        studio.pickShape(0);
        QCOMPARE(studio.job("spot"), QString("40 um"));
        QVERIFY(studio.sound());
        studio.type("field.spot.x", "");
        QTest::keyClick(studio.child("field.spot.x"), Qt::Key_Delete);
        QTest::keyClick(studio.child("field.spot.x"), Qt::Key_Return);
        QCOMPARE(studio.job("spot"), QString());
    }

    /// The machine may be unknown, but a compensation needs a spot.
    void theSpotOfACompensationCannotBeCleared() {
        JobTest studio;
        QCOMPARE(studio.child<QLineEdit>("field.spot.x")->placeholderText(), QString("none"));
        const QByteArray fit = "  fit: {kind: compensate, spot: 40 um, inputs: [{data: part}]}\n";
        QCOMPARE(studio.load((QByteArray(plain) + fit).constData()), QString());
        studio.selection.select({"fit"});
        auto* field = studio.panel.findChildren<QLineEdit*>("field.spot.x").last();
        QCOMPARE(field->placeholderText(), QString());
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!field->toolTip().isEmpty());
        QVERIFY(field->property("error").toBool());
        QVERIFY(studio.document.text().contains("spot: 40 um"));
    }

    void aWrongSpotIsSaid() {
        JobTest studio;
        QCOMPARE(studio.document.recover(
                     QByteArray(plain) + "job: {spot: {shape: image, file: spot.png, pitch: 1 um}}\n", {}),
                 QString());
        studio.selection.select({"surface"});
        QVERIFY(!studio.child("field.spot.x")->isVisible());
        QVERIFY(studio.child("field.spot.pitch")->isVisible());
        QCOMPARE(studio.child<QAbstractButton>("choose.spot")->text(), QString("spot.png"));
    }

    /// A path may be long, and an ampersand in it does not underline a letter.
    void theFileOfASpotFits_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("end");
        QTest::newRow("an ampersand") << "a&b.png"
                                      << "a&&b.png";
        QTest::newRow("many folders") << QString("folder/").repeated(30) + "spot.png"
                                      << "/spot.png";
    }
    void theFileOfASpotFits() {
        QFETCH(QString, file);
        QFETCH(QString, end);
        JobTest studio;
        const QString job = "job: {spot: {shape: image, file: \"" + file + "\", pitch: 1 um}}\n";
        QCOMPARE(studio.load((plain + job.toUtf8()).constData()), QString());
        studio.selection.select({"surface"});
        const auto* button = studio.panel.findChildren<QAbstractButton*>("choose.spot").last();
        QTRY_VERIFY(button->isVisible());
        QTRY_VERIFY(button->mapTo(&studio.panel, QPoint(button->width(), 0)).x() <= studio.panel.width());
        QTRY_VERIFY2(button->text().endsWith(end), qPrintable(button->text()));
        QCOMPARE(button->toolTip(), file);
    }

    /// The user could not correct it, and would be asked about it for ever.
    void aHiddenFieldOfASpotHasNoText() {
        JobTest studio;
        studio.type("field.spot.x", "10 m12m");
        QCOMPARE(studio.document.pending().handOver().size(), 1);
        studio.document.edit("Image", [](DesignEdit& edit) {
            YamlValue spot = yamlMap();
            setIn(spot, "shape", yamlScalar("image"));
            setIn(spot, "file", yamlScalar("spot.png"));
            setIn(spot, "pitch", yamlScalar("1 um"));
            YamlValue job = yamlMap();
            setIn(job, "spot", std::move(spot));
            edit.setTop("job", std::move(job));
        });
        QVERIFY(!studio.child("field.spot.x")->isVisible());
        QCOMPARE(studio.document.pending().handOver(), QStringList());
    }
};

BURIN_TEST(TestInspectorJob)
#include "test_inspector_job.moc"
