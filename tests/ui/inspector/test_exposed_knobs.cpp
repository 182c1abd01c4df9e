// SPDX-License-Identifier: GPL-3.0-or-later

// The knobs that values become, and the table of a group's parameters.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/editors/exposer.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/slider_scale.hpp"
#include "ui/inspector/group_kind.hpp"
#include "ui/inspector/parameters/parameters_panel.hpp"
#include "ui/words/cut_text.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

constexpr const char* knobs = R"yaml(burin: 2
pixel: 10 um
groups:
  stones:
    title: Stones
    parameters:
      size: {type: length, default: 8 mm, minimum: 2 mm, maximum: 20 mm}
      gap: {type: length, default: 9 mm}
    output: rows
    nodes:
      rows: {kind: stitching, u: [=gap, 0], v: [300, 900], vary: {gain: [0.7, 1]}, inputs: [pattern: stone]}
      stone: {kind: math2d, width: =size, height: =size, expression: "size / 2000"}
nodes:
  surface: {kind: root, width: 40 mm, height: 40 mm, inputs: [data: wall]}
  wall: {kind: group, group: stones}
)yaml";

struct KnobTest : StudioTest {
    KnobTest() : StudioTest(kinds(), ThemeChoice::dark), parameters(workbench()) {
        if (const QString problem = load(knobs); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        parameters.resize(336, 400);
        parameters.show();
        if (!QTest::qWaitForWindowExposed(&parameters, patience)) qFatal("the window does not appear");
        if (!document.scope().enter("wall")) qFatal("the group is missing");
    }

    /// Exposes a value of the lattice.
    void expose(const ValuePath& path) {
        Exposer exposer(workbench());
        exposer.expose("rows", exposer.knobsOf("rows", path));
    }
    void setVectors(const QString& u, const QString& v) {
        document.edit("Vectors", [&](DesignEdit& edit) {
            for (const auto& [key, text] : {std::pair("u", u), std::pair("v", v)}) {
                std::vector<std::string> numbers;
                for (const QString& number : text.mid(1, text.size() - 2).split(", "))
                    numbers.push_back(number.toStdString());
                edit.setValue("rows", key, yamlList(numbers));
            }
        });
    }
    /// The numbers of the vectors in the file.
    [[nodiscard]] QString vectors() const {
        QStringList numbers;
        for (const char* key : {"u", "v"}) {
            for (const YamlValue& number : document.nodeText("rows")->find(key)->items)
                numbers << QString::fromStdString(number.scalar);
        }
        return numbers.join("; ");
    }
    /// The labels of an instance's knobs.
    [[nodiscard]] QString titles() const {
        QStringList all;
        const GroupKind stones(document.design(), document.kinds(), "stones");
        for (const ParameterDescription& parameter : stones.description().parameters)
            all << titleOf(parameter);
        return all.join(", ");
    }

    ParametersPanel parameters;
};

}  // namespace

class TestExposedKnobs : public QObject {
    Q_OBJECT

  private slots:
    /// An instance that had another value loses it, which is said. Undo takes one step.
    void aRemovedParameterLeavesItsDefault_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("said");
        QTest::newRow("an instance has another value")
            << "gap"
            << "u: [9 mm, 0]"
            << "gap was replaced by its default, 9 mm, in rows. 1 instance lost another value.";
        QTest::newRow("an expression names it") << "size"
                                                << "parameters: {size: \"= 8000 / um\"}"
                                                << "size was replaced by its default, 8 mm, in stone.";
    }
    void aRemovedParameterLeavesItsDefault() {
        QFETCH(QString, name);
        QFETCH(QString, left);
        QFETCH(QString, said);
        KnobTest test;
        test.document.scope().leave();
        test.document.edit("A value", [](DesignEdit& edit) {
            YamlValue values = yamlMap();
            setIn(values, "gap", yamlScalar("10 mm"));
            edit.setValue("wall", "values", std::move(values));
        });
        QVERIFY(test.document.scope().enter("wall"));
        const QString before = test.document.text();
        auto* line = test.parameters.findChildren<QWidget*>("parameter." + name).last();
        test.parameters.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&test.parameters, patience));
        line->setFocus();
        QTest::keyClick(line, Qt::Key_Delete);
        const QString after = test.document.text();
        QVERIFY2(!after.contains('=' + name) && after.contains(left), qPrintable(after));
        QCOMPARE(test.parameters.findChild<QLabel*>("parameters.said")->text(), said);
        test.document.undo();
        QCOMPARE(test.document.text(), before);
    }

    void usualLimitsAreReadAsAWhole_data() {
        QTest::addColumn<QString>("least");
        QTest::addColumn<QString>("most");
        QTest::addColumn<QString>("shown");
        QTest::newRow("two units") << "20 um"
                                   << "2 mm"
                                   << "20 um, 2 mm";
        QTest::newRow("one unit") << "0.125 mm"
                                  << "2 mm"
                                  << "0.125, 2 mm";
        QTest::newRow("negative") << "-16 mm"
                                  << "16 mm"
                                  << "-16, 16 mm";
    }
    void usualLimitsAreReadAsAWhole() {
        QFETCH(QString, least);
        QFETCH(QString, most);
        QFETCH(QString, shown);
        KnobTest test;
        test.document.edit("Limits", [&](DesignEdit& edit) {
            edit.setParameter("stones", "gap", "minimum", yamlScalar(least.toStdString()));
            edit.setParameter("stones", "gap", "maximum", yamlScalar(most.toStdString()));
        });
        const auto limits = [&] {
            const auto* line = test.parameters.findChild<QWidget*>("parameter.gap");
            const auto* field = line->findChild<QLineEdit*>("parameter.limits");
            return field->text().replace(QChar(0xB5), 'u');
        };
        QTRY_COMPARE(limits(), shown);
    }

    /// The header names the columns, so it has their places and widths.
    void theHeaderStandsOverItsColumns() {
        KnobTest test;
        const auto* line = test.parameters.findChild<QWidget*>("parameter.size");
        for (const char* column : {"name", "type", "limits"}) {
            const auto* head = test.parameters.findChild<QLabel*>(QString("parameters.") + column);
            const auto* field = line->findChild<QWidget*>(QString("parameter.") + column);
            QVERIFY(head != nullptr && field != nullptr);
            const auto across = [&](const QWidget* widget) {
                const int left = widget->mapTo(&test.parameters, QPoint(0, 0)).x();
                return QString("%1 to %2").arg(left).arg(left + widget->width());
            };
            QTRY_COMPARE(across(head), across(field));
        }
    }

    /// A scroll bar takes room from the columns, and from their titles as well.
    void theHeaderStandsOverItsColumnsBesideAScrollBar() {
        KnobTest test;
        const auto* scroll = test.parameters.findChild<QScrollArea*>();
        QVERIFY(scroll != nullptr);
        QTRY_VERIFY(!scroll->verticalScrollBar()->isVisible());
        test.expose({"v"});
        for (const char* key : {"gain", "scale", "offset"})
            test.expose({"vary", key});
        test.parameters.resize(336, 170);
        QTRY_VERIFY(scroll->verticalScrollBar()->isVisible());
        const auto* head = test.parameters.findChild<QLabel*>("parameters.limits");
        const auto left = [&](const QWidget* widget) {
            return widget->mapTo(&test.parameters, QPoint(0, 0)).x();
        };
        const auto field = [&] {
            return test.parameters.findChild<QWidget*>("parameter.size")
                ->findChild<QWidget*>("parameter.limits");
        };
        QTRY_COMPARE(left(head), left(field()));
        QCOMPARE(head->width(), field()->width());
        test.parameters.resize(336, 700);
        QTRY_VERIFY(!scroll->verticalScrollBar()->isVisible());
        QTRY_COMPARE(left(head), left(field()));
    }

    /// A formula that is cut without a mark, or inside a number, reads as another formula.
    void aFormulaThatDoesNotFitEndsWithAnEllipsis_data() {
        QTest::addColumn<QString>("formula");
        QTest::newRow("spaced") << "= size * 1.125 + size * 2.375 + size * 12.5";
        QTest::newRow("dense") << "= size*1.125+size*2.375+size*12.5";
    }
    void aFormulaThatDoesNotFitEndsWithAnEllipsis() {
        QFETCH(QString, formula);
        KnobTest test;
        test.document.edit("Default", [&](DesignEdit& edit) {
            edit.setParameter("stones", "gap", "default", yamlScalar(formula.toStdString()));
        });
        const auto field = [&] {
            return test.parameters.findChild<QWidget*>("parameter.gap")
                ->findChild<QuantityField*>("field.gap");
        };
        QTRY_COMPARE(field()->written(), formula);
        const QFontMetrics metrics = field()->fontMetrics();
        for (int width = 320; width < 420; width += 3) {
            test.parameters.resize(width, 400);
            QTRY_VERIFY(field()->text().endsWith(QChar(0x2026)));
            const QString shown = field()->text();
            QVERIFY2(metrics.horizontalAdvance(shown) < field()->width(), qPrintable(shown));
            const QString kept = shown.chopped(1);
            QVERIFY2(!kept.isEmpty() && formula.startsWith(kept), qPrintable(shown));
            const QChar next = formula[kept.size()];
            const bool inNumber = kept.back().isDigit() && (next.isDigit() || next == '.');
            QVERIFY2(!inNumber && !kept.endsWith('.'), qPrintable(shown));
            QCOMPARE(field()->toolTip(), formula);
        }
        // While the field has the focus, it shows the whole formula.
        test.parameters.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&test.parameters, patience));
        field()->setFocus();
        QTRY_COMPARE(field()->text(), formula);
        test.parameters.findChild<QLineEdit*>("parameter.name")->setFocus();
        QTRY_VERIFY(field()->text().endsWith(QChar(0x2026)));
        QVERIFY2(test.document.text().contains(formula), qPrintable(test.document.text()));
    }

    /// No width cuts a number.
    void aCutFormulaHasWholeNumbers() {
        const QFontMetricsF metrics{QFont()};
        const QString formula = "= size*1.125+12*gap - 3.5 * 7";
        const qreal whole = metrics.horizontalAdvance(formula);
        QCOMPARE(cutFormula(formula, metrics, whole + 1), formula);
        for (qreal width = 30; width < whole; width += 1) {
            const QString cut = cutFormula(formula, metrics, width);
            if (cut == formula) continue;
            QVERIFY2(cut.endsWith(QChar(0x2026)), qPrintable(cut));
            const QString kept = cut.chopped(1);
            const bool inNumber = !kept.isEmpty() && (kept.back().isDigit() || kept.back() == '.') &&
                                  (formula[kept.size()].isDigit() || formula[kept.size()] == '.');
            QVERIFY2(!inNumber, qPrintable(cut));
        }
    }

    /// A vector becomes two knobs. Formulas name them, and users read words.
    void theKnobsOfAVectorAreTitledInWords() {
        KnobTest test;
        test.expose({"v"});
        QVERIFY2(test.document.text().contains("v: [=v_x, =v_y]"), qPrintable(test.document.text()));
        QCOMPARE(test.titles(), QString("size, gap, v x, v y"));
        // A title of the user's own, and another name, take the place of these words.
        test.document.edit("Names", [](DesignEdit& edit) {
            edit.setParameter("stones", "v_x", "title", yamlScalar("Along"));
            edit.renameParameter("stones", "v_y", "row_step");
        });
        QCOMPARE(test.titles(), QString("size, gap, Along, row step"));
    }

    /// The two numbers of a range are its ends, not the numbers of a vector.
    void theEndsOfARangeAreNamedLowAndHigh() {
        KnobTest test;
        test.expose({"vary", "gain"});
        QVERIFY2(test.document.text().contains("gain: [=gain_low, =gain_high]"),
                 qPrintable(test.document.text()));
        QCOMPARE(test.titles(), QString("size, gap, gain low, gain high"));
        for (const Diagnostic& problem : test.document.design()->diagnostics)
            QVERIFY2(problem.severity != Severity::error, problem.text().c_str());
    }

    /// A headroom is a pair of numbers, for the low and the high end of the depths.
    void thePartsOfAHeadroomAreNamedLowAndHigh() {
        KnobTest test;
        test.document.edit("Headroom", [](DesignEdit& edit) {
            edit.addNode("beam", "compensate");
            edit.setValue("beam", "headroom", yamlList(std::vector<std::string>{"0.1", "0.2"}));
        });
        Exposer exposer(test.workbench());
        exposer.expose("beam", exposer.knobsOf("beam", {"headroom"}));
        QVERIFY2(test.document.text().contains("headroom: [=headroom_low, =headroom_high]"),
                 qPrintable(test.document.text()));
    }

    /// The file has no pitch: its knobs drive the numbers of the vectors. A hexagonal lattice needs one knob,
    /// because its rows follow from its columns.
    void thePitchOfALatticeIsExposed_data() {
        QTest::addColumn<QString>("u");
        QTest::addColumn<QString>("v");
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("titles");
        QTest::newRow("square") << "[400, 0]"
                                << "[0, 400]"
                                << "=pitch; 0; 0; =pitch"
                                << "size, gap, pitch";
        QTest::newRow("columns and rows") << "[400, 0]"
                                          << "[0, 300]"
                                          << "=pitch_x; 0; 0; =pitch_y"
                                          << "size, gap, pitch x, pitch y";
        QTest::newRow("brick") << "[400, 0]"
                               << "[200, 300]"
                               << "=pitch_x; 0; = pitch_x / 2; =pitch_y"
                               << "size, gap, pitch x, pitch y";
        QTest::newRow("hexagonal") << "[40000, 0]"
                                   << "[20000, 34641]"
                                   << "=pitch; 0; = pitch / 2; = pitch * 34641 / 40000"
                                   << "size, gap, pitch";
        QTest::newRow("hexagonal, of rounded numbers") << "[1.4 mm, 0]"
                                                       << "[0.7 mm, 1.21244 mm]"
                                                       << "=pitch; 0; = pitch / 2; = pitch * sqrt(3) / 2"
                                                       << "size, gap, pitch";
    }
    void thePitchOfALatticeIsExposed() {
        QFETCH(QString, u);
        QFETCH(QString, v);
        QFETCH(QString, written);
        KnobTest test;
        test.setVectors(u, v);
        Exposer exposer(test.workbench());
        const QList<Exposure> all = exposer.all();
        const auto listed =
            std::find_if(all.begin(), all.end(), [](const Exposure& each) { return each.title == "Pitch"; });
        QVERIFY(listed != all.end());
        QCOMPARE(listed->node, QString("rows"));
        test.expose({"pitch"});
        QCOMPARE(test.vectors(), written);
        QTEST(test.titles(), "titles");
        for (const Diagnostic& problem : test.document.design()->diagnostics)
            QVERIFY2(problem.severity != Severity::error, problem.text().c_str());
    }

    /// The list of values writes both lengths of a pair in one unit, and not in pixels on a surface in
    /// lengths.
    void theListWritesPairsInOneUnit() {
        KnobTest test;
        test.setVectors("[44, 0]", "[0, 38]");
        test.document.edit("Size", [](DesignEdit& edit) {
            edit.setValue("stone", "width", yamlScalar("1.4 mm"));
            edit.setValue("stone", "height", yamlScalar("900 um"));
        });
        const auto listed = [&test](const QString& title) {
            for (const Exposure& each : Exposer(test.workbench()).all()) {
                if (each.title == title) return each.value;
            }
            return QString();
        };
        QCOMPARE(listed("Width, height"), QString::fromUtf8("1.4 mm \u00D7 0.9 mm"));
        QCOMPARE(listed("Pitch"), QString::fromUtf8("440 µm × 380 µm"));
    }

    /// A note describes the last edit. The note would be wrong after the edit is undone.
    void theNoteGoesWhenTheEditIsUndone() {
        KnobTest test;
        Exposer exposer(test.workbench());
        QObject::connect(&exposer, &Exposer::exposed, &test.parameters, &ParametersPanel::begin);
        exposer.expose("rows", exposer.knobsOf("rows", {"vary", "gain"}));
        const auto* said = test.parameters.findChild<QLabel*>("parameters.said");
        QCOMPARE(said->text(), QString("gain of rows is now = gain_low, gain_high"));
        test.document.undo();
        QCOMPARE(said->text(), QString());
    }

    /// A name that is too long for its field shows its beginning, also after it was typed.
    void aLongNameShowsItsBeginning() {
        KnobTest test;
        test.parameters.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&test.parameters, patience));
        const auto name = [&test](const QString& parameter) {
            return test.parameters.findChildren<QWidget*>("parameter." + parameter)
                .last()
                ->findChild<QLineEdit*>("parameter.name");
        };
        QCOMPARE(name("gap")->cursorPosition(), 0);
        name("gap")->setFocus();
        name("gap")->selectAll();
        QTest::keyClicks(name("gap"), "distance_between_stones\r");
        test.parameters.findChildren<QWidget*>("parameter.size").last()->setFocus();
        QTRY_COMPARE(name("distance_between_stones")->cursorPosition(), 0);
    }

    /// The field shows the old name again, and the note stays.
    void aTakenNameIsSaid() {
        KnobTest test;
        auto* line = test.parameters.findChild<QWidget*>("parameter.size");
        auto* name = line->findChild<QLineEdit*>("parameter.name");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "gap\r");
        const QString said = test.parameters.findChild<QLabel*>("parameters.said")->text();
        QVERIFY2(said.contains("is taken"), qPrintable(said));
        QVERIFY2(test.document.text().contains("size: {type"), qPrintable(test.document.text()));
    }

    /// Saving and closing ask for it. The new line keeps the focus.
    void whatIsTypedIsHandedOver() {
        KnobTest test;
        test.parameters.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&test.parameters, patience));
        auto* name = test.parameters.findChild<QWidget*>("parameter.gap")->findChild<QLineEdit*>();
        QCOMPARE(name->objectName(), QString("parameter.name"));
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "space");
        QCOMPARE(test.document.pending().handOver(), QStringList());
        QVERIFY2(test.document.text().contains("space: {type: length"), qPrintable(test.document.text()));
        const QWidget* const focus = QApplication::focusWidget();
        QVERIFY(focus != nullptr && focus->parentWidget()->objectName() == "parameter.space");
    }

    /// Undo in the selected name of a new parameter takes the parameter back; Escape leaves the name.
    void theNameOfANewParameterHasTheKeysOfOtherFields() {
        KnobTest test;
        test.parameters.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&test.parameters, patience));
        test.parameters.begin("gap", "said");
        auto* line = test.parameters.findChild<QWidget*>("parameter.gap");
        auto* name = line->findChild<QLineEdit*>("parameter.name");
        QVERIFY(name->hasFocus());
        const auto keepsUndo = [&] {
            QKeyEvent event(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
            event.ignore();
            QApplication::sendEvent(name, &event);
            return event.isAccepted();
        };
        QVERIFY(!keepsUndo());
        QTest::keyClicks(name, "width");
        QVERIFY(keepsUndo());
        const QString text = test.document.text();
        QTest::keyClick(name, Qt::Key_Escape);
        QCOMPARE(name->text(), QString("gap"));
        QVERIFY(name->hasFocus());
        QTest::keyClick(name, Qt::Key_Escape);
        QVERIFY(line->hasFocus());
        QSignalSpy left(&test.parameters, &ParametersPanel::left);
        QTest::keyClick(line, Qt::Key_Escape);
        QCOMPARE(left.size(), 1);
        QCOMPARE(test.document.text(), text);
    }

    /// The rows of a hexagonal lattice are written with the exact ratio, also if their length was rounded.
    void hexagonalRowsFollowExactly_data() {
        QTest::addColumn<QString>("u");
        QTest::addColumn<QString>("v");
        QTest::addColumn<QString>("written");
        QTest::newRow("as far apart as the parameter") << "[8 mm, 0]"
                                                       << "[4 mm, 6.9282 mm]"
                                                       << "=size; 0; = size / 2; = size * sqrt(3) / 2";
        QTest::newRow("farther apart") << "[880, 0]"
                                       << "[440, 762.102]"
                                       << "= size * 11 / 10; 0; = size * 11 / 20; "
                                          "= size * 11 / 10 * sqrt(3) / 2";
        QTest::newRow("no lattice, as all numbers are 0") << "[0, 0]"
                                                          << "[0, 0]"
                                                          << "=size; 0; =size; =size";
        QTest::newRow("bricks that are nearly as high") << "[800, 0]"
                                                        << "[400, 693.5]"
                                                        << "=size; 0; = size / 2; = size * 0.866875";
    }
    void hexagonalRowsFollowExactly() {
        QFETCH(QString, u);
        QFETCH(QString, v);
        KnobTest test;
        test.setVectors(u, v);
        Exposer exposer(test.workbench());
        exposer.follow("rows", {{{"u", "0"}, {"v", "0"}, {"v", "1"}}}, "size");
        QTEST(test.vectors(), "written");
        for (const Diagnostic& problem : test.document.design()->diagnostics)
            QVERIFY2(problem.severity != Severity::error, problem.text().c_str());
    }

    /// A number of rows that the parameter drives alone, and columns that follow from rows.
    void eachNumberOfAHexagonalLatticeIsExact() {
        KnobTest test;
        test.setVectors("[8 mm, 0]", "[4 mm, 6.9282 mm]");
        Exposer exposer(test.workbench());
        exposer.follow("rows", {{{"v", "1"}}}, "size");
        QCOMPARE(test.vectors(), QString("8 mm; 0; 4 mm; = size * sqrt(3) / 2"));
        test.document.undo();
        exposer.expose("rows", {{{"pitch", "1"}, {"pitch", "0"}}});
        QCOMPARE(test.vectors(), QString("= pitch * 2 / sqrt(3); 0; = pitch / sqrt(3); =pitch"));
    }

    /// One knob drives a second value, in proportion to the knob's default, which is 800 px for `size`.
    void aValueFollowsAParameter() {
        KnobTest test;
        test.setVectors("[400, 0]", "[0, 800]");
        Exposer exposer(test.workbench());
        const std::vector<Knob> pitch = exposer.knobsOf("rows", {"pitch"});
        QCOMPARE(exposer.leaders("rows", pitch), QStringList({"size", "gap"}));
        // A gain is not a length.
        QCOMPARE(exposer.leaders("rows", exposer.knobsOf("rows", {"vary", "gain"})), QStringList());
        exposer.follow("rows", pitch, "size");
        QCOMPARE(test.vectors(), QString("= size / 2; 0; 0; =size"));
        QCOMPARE(test.titles(), QString("size, gap"));
        for (const Diagnostic& problem : test.document.design()->diagnostics)
            QVERIFY2(problem.severity != Severity::error, problem.text().c_str());
        // The first number of u follows a parameter already.
        QCOMPARE(exposer.leaders("rows", exposer.knobsOf("rows", {"u", "0"})), QStringList());
        test.document.undo();
        QCOMPARE(test.vectors(), QString("400; 0; 0; 800"));
    }

    /// The pitch of free vectors is their lengths. The file has no numbers for these, so they cannot be
    /// exposed. A formula stays.
    void aPitchThatNoNumberGivesIsNotExposed() {
        KnobTest test;
        Exposer exposer(test.workbench());
        QVERIFY(exposer.whyNot("rows", exposer.knobsOf("rows", {"pitch"})).contains("formula"));
        test.setVectors("[30, 40]", "[-8, 6]");
        QVERIFY(exposer.whyNot("rows", exposer.knobsOf("rows", {"pitch"})).contains("u and v"));
    }

    /// The kind allows gains from -16 to 16. If a slider covered all of them, its useful part would be a few
    /// pixels wide.
    void theSliderOfAnExposedValueIsOfItsSize() {
        KnobTest test;
        test.expose({"vary", "gain", "1"});
        const auto scale = [&](double value) {
            const GroupKind stones(test.document.design(), test.document.kinds(), "stones");
            const ParameterDescription* gain = stones.description().parameter("gain_high");
            if (gain == nullptr) qFatal("the knob is missing");
            return sliderScale(*gain, value);
        };
        QCOMPARE(scale(1).low, 0.0);
        QCOMPARE(scale(1).high, 1.0);
        // A value beyond the slider is typed, and the slider follows it.
        test.document.edit("Type", [](DesignEdit& edit) {
            YamlValue values = yamlMap();
            setIn(values, "gain_high", yamlScalar("3"));
            edit.setValue("wall", "values", std::move(values));
        });
        for (const Diagnostic& problem : test.document.design()->diagnostics)
            QVERIFY2(problem.severity != Severity::error, problem.text().c_str());
        QVERIFY(scale(3).high >= 3);
    }

    /// A value that the kind cannot use is still refused.
    void aValueThatTheKindRefusesIsAProblem() {
        KnobTest test;
        test.expose({"vary", "gain", "1"});
        test.document.edit("Default", [](DesignEdit& edit) {
            edit.setParameter("stones", "gain_high", "default", yamlScalar("40"));
        });
        QVERIFY(!test.document.design()->diagnostics.empty());
    }

    /// Limits that are near are kept, and so are limits that the author of a group wrote.
    void nearLimitsStay() {
        KnobTest test;
        test.expose({"vary", "offset"});
        QVERIFY2(test.document.text().contains("offset: {type: length, default: 0, minimum: 0}"),
                 qPrintable(test.document.text()));
        test.expose({"vary", "scale"});
        QVERIFY2(test.document.text().contains("minimum: 0.0625"), qPrintable(test.document.text()));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestExposedKnobs)
#include "test_exposed_knobs.moc"
