// SPDX-License-Identifier: GPL-3.0-or-later

// The nodes of a design with groups, as the graph shows them.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/scoped_design.hpp"

#include <set>
#include <string>

namespace burin::ui {

class TestScopedDesign : public QObject {
    Q_OBJECT

  private slots:
    /// A problem of a group shows at each instance that it breaks, and at no other one.
    void problemsShowAtTheInstancesThatTheyBreak() {
        Document document(kinds());
        const QByteArray text =
            "burin: 2\npixel: 1 um\ngroups:\n"
            "  first: {output: x, nodes: {x: {kind: math2d, width: =nothing, expression: '1'}}}\n"
            "  second: {output: y, nodes: {y: {kind: math2d, width: =nothing, expression: '1'}}}\n"
            "  good: {output: z, nodes: {z: {kind: math2d, expression: '1'}}}\n"
            "nodes:\n"
            "  surface: {kind: root, width: 9, height: 9, inputs: [data: sum]}\n"
            "  sum: {kind: union, inputs: [data: one, data: two, data: three, data: four]}\n"
            "  one: {kind: group, group: first}\n"
            "  two: {kind: group, group: second}\n"
            "  three: {kind: group, group: first}\n"
            "  four: {kind: group, group: good}\n";
        const QString problem = document.recover(text, {});
        QCOMPARE(problem, QString());
        std::set<std::string> shown;
        for (const Diagnostic& each : document.scope().nodes()->design->diagnostics) {
            const std::string& subject = each.problem.subject;
            shown.insert(each.node + "/" + subject.substr(0, subject.find(':')));
        }
        const auto names = [&](const char* place) { return shown.contains(place); };
        QVERIFY(names("one/x") && names("three/x") && names("two/y"));
        QVERIFY(!names("two/x") && !names("one/y") && !names("three/y"));
        QVERIFY(!names("four/x") && !names("four/y"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestScopedDesign)
#include "test_scoped_design.moc"
