// SPDX-License-Identifier: GPL-3.0-or-later

// The command that names a group, and which group it means.

#include "support/testing.hpp"
#include "tests/ui/graph/graph_test.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "ui/graph/group_dialog.hpp"

#include <QLineEdit>

namespace burin::ui {

namespace {

/// A group inside of another one.
const char* const nested = R"(burin: 2
pixel: 1 um
groups:
  dots:
    title: Dots
    output: dot
    nodes:
      dot: {kind: math2d, expression: '0.2'}
  pebbles:
    title: Pebbles
    output: bed
    nodes:
      bed: {kind: union, inputs: [data: inner, data: stone]}
      inner: {kind: group, group: dots}
      stone: {kind: math2d, expression: '0.5'}
nodes:
  surface: {kind: root, width: 40, height: 30, inputs: [data: wall]}
  wall: {kind: group, group: pebbles}
)";

}  // namespace

class TestGroupNaming : public QObject {
    Q_OBJECT

  private slots:
    /// In an open group the command means that group until an instance of another one is selected.
    void theCommandSaysWhichGroupItNames() {
        GraphTest test(nested);
        const QAction& command = *test.panel.action("graph.describeGroup");
        test.select({});
        QCOMPARE(command.text(), QString("Gi&ve the group a name…"));
        QVERIFY(!command.isEnabled());
        test.select({"wall"});
        QCOMPARE(command.text(), QString("Gi&ve the group Pebbles another name…"));
        QVERIFY(test.document.scope().enter("wall"));
        test.select({});
        QCOMPARE(command.text(), QString("Gi&ve the group Pebbles another name…"));
        test.select({"stone"});
        QCOMPARE(command.text(), QString("Gi&ve the group Pebbles another name…"));
        test.select({"inner"});
        QCOMPARE(command.text(), QString("Gi&ve the group Dots another name…"));
        QString opened;
        whenDialogComes<GroupDialog>([&opened](GroupDialog* dialog) {
            opened = dialog->findChild<QLineEdit*>("group.title")->text();
            dialog->reject();
        });
        test.key(Qt::Key_F2, Qt::ShiftModifier);
        QCOMPARE(opened, QString("Dots"));
    }

    /// The text shows the title of the group, or its name in the file if the title is empty.
    void theCommandFollowsTheTitle() {
        GraphTest test(nested);
        const QAction& command = *test.panel.action("graph.describeGroup");
        test.select({"wall"});
        QCOMPARE(test.panel.edits().describeGroup("pebbles", {"pebbles", "Sand & stones", ""}), QString());
        QCOMPARE(command.text(), QString("Gi&ve the group Sand && stones another name…"));
        QCOMPARE(test.panel.edits().describeGroup("pebbles", {"pebbles", "", ""}), QString());
        QCOMPARE(command.text(), QString("Gi&ve the group pebbles another name…"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGroupNaming)
#include "test_group_naming.moc"
