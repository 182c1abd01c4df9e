// SPDX-License-Identifier: GPL-3.0-or-later

// packaging/faults.toml: each fault of the list matches the sources, so that packaging/faults.sh can insert
// it.

#include "cli/support/program_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QRegularExpression>
#include <QStandardPaths>

using burin::ProgramFolder;
using burin::ProgramOutcome;

namespace {

const QByteArray source =
    "#include \"core/a.hpp\"\n#include <vector>\nint least(int a, int b) {\n    return a\n        < b ? a : "
    "b;\n"
    "}\nvoid stop() {\n    ready = false;\n    wake();\n}\n";

/// A list with one fault in core/a.cpp.
QByteArray listWith(const QByteArray& line, const QByteArray& right, const QByteArray& wrong) {
    return "[[fault]]\nroom = 'core'\nfile = 'core/a.cpp'\nfault = 'wrong'\nline = '" + line +
           "'\nright = '" + right + "'\nwrong = '" + wrong + "'\n";
}

}  // namespace

class TestFaults : public QObject {
    Q_OBJECT

  private:
    /// Runs faults.py.
    [[nodiscard]] static ProgramOutcome faults(const QStringList& words) {
        return ProgramFolder::run("python3", QStringList{burin::test::inTree("packaging/faults.py")} + words,
                                  QDir::tempPath());
    }
    /// Runs the script with a tree that has one source.
    [[nodiscard]] static ProgramOutcome faults(const ProgramFolder& tree, const QByteArray& list,
                                               const QString& command) {
        QDir(tree.path()).mkpath("core");
        tree.write("core/a.cpp", source);
        tree.write("list.toml", list);
        return faults({"--tree", tree.path(), "--list", tree.filePath("list.toml"), command});
    }

  private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("python3 is not installed");
    }

    void theListFitsTheSources() {
        const ProgramOutcome checked = faults({"check"});
        QVERIFY2(checked.code == 0, checked.err.constData());
    }

    /// There is at least one fault in each of the rooms where most of the program is.
    void theListNamesTwelveRooms() {
        QFile file(burin::test::inTree("packaging/faults.toml"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        static const QRegularExpression room("^room = \"(.*)\"$", QRegularExpression::MultilineOption);
        QStringList rooms;
        for (auto each = room.globalMatch(QString::fromUtf8(file.readAll())); each.hasNext();)
            rooms << each.next().captured(1);
        rooms.removeDuplicates();
        rooms.sort();
        const QStringList expected{"app",          "core/design",  "core/export", "core/kinds",
                                   "core/machine", "core/preview", "core/remote", "core/render",
                                   "core/sinks",   "core/tile",    "ui/graph",    "ui/model"};
        QCOMPARE(rooms, expected);
    }

    void aFaultThatDoesNotFitIsNamed_data() {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("the line is not there")
            << listWith("return a <= b ? a : b;", "a <= b", "a > b")
            << QByteArray("`line` occurs 0 times in core/a.cpp instead of once: return a <= b ? a : b;");
        QTest::newRow("the line is there more than once")
            << listWith("int", "int", "long")
            << QByteArray("`line` occurs 3 times in core/a.cpp instead of once: int");
        QTest::newRow("the part is not in the line")
            << listWith("return a < b ? a : b;", "a <= b", "a > b")
            << QByteArray("`right` occurs 0 times in `line` instead of once: a <= b");
        QTest::newRow("the part is in the line twice")
            << listWith("return a < b ? a : b;", "b", "a")
            << QByteArray("`right` occurs 2 times in `line` instead of once: b");
        QTest::newRow("nothing changes") << listWith("return a < b ? a : b;", "a < b", "a < b")
                                         << QByteArray("`right` and `wrong` are equal");
        QTest::newRow("no expression takes the place of one")
            << listWith("return a < b ? a : b;", "a < b", "")
            << QByteArray("an expression is replaced by nothing");
        QTest::newRow("another room")
            << listWith("a", "a", "b").replace("'core'", "'ui'") << QByteArray("core/a.cpp is not in ui");
        QTest::newRow("no such file")
            << listWith("a", "a", "b").replace("a.cpp", "b.cpp") << QByteArray("core/b.cpp does not exist");
        QTest::newRow("a key is missing")
            << listWith("a", "a", "b").replace("fault = 'wrong'\n", "") << QByteArray("has no `fault`");
    }

    void aFaultThatDoesNotFitIsNamed() {
        QFETCH(QByteArray, list);
        QFETCH(QByteArray, why);
        const ProgramFolder tree({});
        for (const char* command : {"check", "insert"}) {
            const ProgramOutcome checked = faults(tree, list, command);
            QCOMPARE(checked.err, QByteArray("fault 1: " + why + '\n'));
            QCOMPARE(checked.code, 1);
            QCOMPARE(tree.read("core/a.cpp"), source);
        }
    }

    void anEmptyListIsNoList() {
        const ProgramFolder tree({});
        QCOMPARE(faults(tree, "", "check").code, 1);
    }

    /// Each fault is inserted under its number, and nothing else changes.
    void faultsArePutIntoTheSources() {
        const ProgramFolder tree({});
        const QByteArray list = listWith("return a < b ? a : b;", "a < b", "a > b") +
                                listWith("stop() { ready = false;", "ready = false;", "");
        const ProgramOutcome inserted = faults(tree, list, "insert");
        QVERIFY2(inserted.code == 0, inserted.err.constData());
        QByteArray expected = source;
        expected.replace("a\n        < b ?", "(burin::faulty(1) ? (a > b) : (a\n        < b)) ?");
        expected.replace("ready", "if (!burin::faulty(2)) ready");
        expected.replace("#include <vector>", "#include \"core/base/faulty.hpp\"\n#include <vector>");
        QCOMPARE(tree.read("core/a.cpp"), expected);
        QVERIFY(tree.read("core/base/faulty.hpp").contains("BURIN_FAULT"));
    }
};

BURIN_TEST(TestFaults)
#include "test_faults.moc"
