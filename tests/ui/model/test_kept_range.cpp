// SPDX-License-Identifier: GPL-3.0-or-later

// While one number is edited, an automatic range of the colours stays.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/previews/changed_number.hpp"

#include <cmath>
#include <string>
#include <variant>

using namespace burin;
using namespace burin::ui;

namespace {

YamlValue yamlOf(const QString& text) {
    return std::get<YamlValue>(parseYaml(text.toStdString()));
}

}  // namespace

class TestKeptRange : public QObject {
    Q_OBJECT

  private slots:
    void oneNumberDiffers_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("number");
        QTest::newRow("nothing differs") << "a: {b: 1}"
                                         << "a: {b: 1}"
                                         << "";
        QTest::newRow("a number") << "a: {b: 1}"
                                  << "a: {b: -2.5}"
                                  << "/a/b";
        QTest::newRow("a length") << "a: {b: 1 mm}"
                                  << "a: {b: 20 um}"
                                  << "/a/b";
        QTest::newRow("one of a pair") << "a: {at: [1, 2]}"
                                       << "a: {at: [1, 3]}"
                                       << "/a/at/1";
        QTest::newRow("both of a pair") << "a: {at: [1, 2]}"
                                        << "a: {at: [2, 3]}"
                                        << "";
        QTest::newRow("a default was not written") << "a: {kind: group}"
                                                   << "a: {kind: group, values: {depth: 0.4}}"
                                                   << "/a/values/depth";
        QTest::newRow("a default is no longer written") << "a: {b: 1, c: 2}"
                                                        << "a: {c: 2}"
                                                        << "/a/b";
        QTest::newRow("a choice") << "a: {b: over}"
                                  << "a: {b: max}"
                                  << "";
        QTest::newRow("an expression") << "a: {b: \"1\"}"
                                       << "a: {b: \"2\"}"
                                       << "";
        QTest::newRow("a formula takes its place") << "a: {b: 1}"
                                                   << "a: {b: =gap}"
                                                   << "";
        QTest::newRow("another key") << "a: {b: 1}"
                                     << "a: {c: 1}"
                                     << "";
        QTest::newRow("a new node") << "a: {kind: union}"
                                    << "a: {kind: union}\nb: {kind: median}"
                                    << "";
    }
    void oneNumberDiffers() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, number);
        QCOMPARE(QString::fromStdString(changedNumber(yamlOf(before), yamlOf(after))), number);
        QCOMPARE(QString::fromStdString(changedNumber(yamlOf(after), yamlOf(before))), number);
    }

    void theRangeIsKeptWhileOneNumberIsEdited() {
        StudioTest studio;
        Previews& previews = studio.previews;
        const AppearanceValues& look = previews.appearance().values();
        QCOMPARE(studio.load("burin: 1\npixel: 1 um\nnodes:\n"
                             "  surface: {kind: root, width: 64, height: 64, inputs: [data: part]}\n"
                             "  part: {kind: math2d, parameters: {depth: 0.8}, "
                             "expression: \"depth * (x > 31)\"}\n"),
                 QString());
        previews.setView({0, {0, 0, 64, 64}});
        // The values are multiples of 1 / 255.
        const auto shows = [&](float most) {
            return studio.showsNewest() && !previews.busy() && previews.histogram() &&
                   std::abs(previews.histogram()->most - most) < 1e-3F;
        };
        const auto set = [&studio](const char* key, const YamlValue& value) {
            return studio.document.edit("an edit",
                                        [&](DesignEdit& edit) { edit.setValue("part", key, value); });
        };
        QTRY_VERIFY(shows(0.8F));
        QCOMPARE(look.high, 0.8);
        // The picture becomes paler, and the legend says why its range is wider than the values.
        QCOMPARE(set("parameters", yamlOf("{depth: 0.4}")), QString());
        QTRY_VERIFY(shows(0.4F));
        QCOMPARE(look.high, 0.8);
        QCOMPARE(previews.rangeState(), QString("kept range"));
        QCOMPARE(set("parameters", yamlOf("{depth: 0.2}")), QString());
        QTRY_VERIFY(shows(0.2F));
        QCOMPARE(look.high, 0.8);
        // The view moves.
        previews.setView({0, {0, 0, 32, 32}});
        QCOMPARE(look.high, 0.2);
        QCOMPARE(previews.rangeState(), QString());
        // Something else is edited.
        QCOMPARE(set("parameters", yamlOf("{depth: 0.6}")), QString());
        QTRY_VERIFY(shows(0.6F));
        QCOMPARE(look.high, 0.2);
        QCOMPARE(set("expression", yamlScalar("depth * (x > 30)", true)), QString());
        QTRY_VERIFY(shows(0.6F));
        QCOMPARE(look.high, 0.6);
        // The user asks for the range of the values.
        QCOMPARE(set("parameters", yamlOf("{depth: 1}")), QString());
        QTRY_VERIFY(shows(1.0F));
        QCOMPARE(look.high, 0.6);
        for (const bool automatic : {false, true})
            previews.appearance().change(
                [automatic](AppearanceValues& values) { values.automatic = automatic; });
        QCOMPARE(look.high, 1.0);
        // The previews may have no design for a while.
        previews.setDesign(nullptr);
        previews.setDesign(studio.document.design());
        QTRY_VERIFY(shows(1.0F));
    }
};

BURIN_TEST(TestKeptRange)
#include "test_kept_range.moc"
