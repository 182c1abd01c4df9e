// SPDX-License-Identifier: GPL-3.0-or-later

// A change of one comment or frame keeps the lines of all others, as a person wrote them.

#include "tests/ui/graph/graph_test.hpp"

namespace burin::ui {

namespace {

constexpr const char* handWritten = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: a}]}
  a: {kind: math2d, width: 8, height: 8, expression: 'x'}
editor:
  surface: {x: 400, y: 0}
  a: {x: 0, y: 0}
  comments:   # all of them
    # above the first
    - {x: 0, y: 144, text: 'one', colour: red}   # in brackets
    # above the second
    - text: two   # its text
      x: 200   # its column
      y: 144
      author: me   # own key

    # above the third
    - {
        text: "10\_um ",   # a no-break space
        x: 400.50, y: 144
      }
  # all frames
  frames:
    - {title: 'One', x: -20, y: -40, width: 300, height: 100, note: mine}   # first
    # above the second
    - title: Two   # its title
      x: 380
      y: -40   # its top
      own: [1,  2]   # own key
    - title: "Three"
      width: 100

      x: 0
      y: 300   # no height
# the end
)";

/// A graph with notes, and the text that is expected after an edit.
struct NotesTest : GraphTest {
    NotesTest() : GraphTest(handWritten), before(document.text()) {}

    void choose(NoteChoice::Kind kind, int index) { scene().choose(NoteChoice{kind, index, {}, 0}); }

    /// The text with one part replaced.
    [[nodiscard]] QString with(const QString& part, const QString& now) const {
        if (before.count(part) != 1) qFatal("the part is not there once: %s", qPrintable(part));
        return QString(before).replace(part, now);
    }

    QString before;
};

constexpr auto comment = NoteChoice::Kind::comment;
constexpr auto frame = NoteChoice::Kind::frame;

}  // namespace

class TestKeptNotes : public QObject {
    Q_OBJECT

  private slots:
    void anAddedNoteIsOneLine() {
        NotesTest test;
        test.panel.edits().addComment({600, 320});
        QCOMPARE(
            test.document.text(),
            test.with("        x: 400.50, y: 144\n      }\n",
                      "        x: 400.50, y: 144\n      }\n    - {text: \"Comment\", x: 600, y: 320}\n"));
        test.document.history().undo();
        QCOMPARE(test.document.text(), test.before);
        test.panel.edits().addFrame({600, 300, 200, 100});
        QCOMPARE(test.document.text(),
                 test.with("      y: 300   # no height\n",
                           "      y: 300   # no height\n"
                           "    - {title: \"Frame\", x: 600, y: 300, width: 200, height: 100}\n"));
    }

    void anEditedNoteChangesOnlyItsText_data() {
        QTest::addColumn<NoteChoice>("note");
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("now");
        QTest::newRow("comment in brackets") << NoteChoice{comment, 0, {}, 0} << "'one'"
                                             << "\"new\"";
        QTest::newRow("comment in lines") << NoteChoice{comment, 1, {}, 0} << "two   #"
                                          << "\"new\"   #";
        QTest::newRow("comment in brackets on lines") << NoteChoice{comment, 2, {}, 0} << "\"10\\_um \""
                                                      << "\"new\"";
        QTest::newRow("frame in brackets") << NoteChoice{frame, 0, {}, 0} << "'One'"
                                           << "\"new\"";
        QTest::newRow("frame in lines") << NoteChoice{frame, 1, {}, 0} << "Two   #"
                                        << "\"new\"   #";
        QTest::newRow("frame with few keys") << NoteChoice{frame, 2, {}, 0} << "\"Three\""
                                             << "\"new\"";
    }
    void anEditedNoteChangesOnlyItsText() {
        QFETCH(NoteChoice, note);
        QFETCH(QString, part);
        QFETCH(QString, now);
        NotesTest test;
        test.scene().choose(note);
        test.key(Qt::Key_F2);
        type(test, "new");
        QCOMPARE(test.document.text(), test.with(part, now));
    }

    void aMovedNoteChangesOnlyItsPlace() {
        NotesTest test;
        test.choose(comment, 0);
        test.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(test.document.text(), test.with("{x: 0, y: 144, text", "{x: 16, y: 144, text"));
        test.document.history().undo();
        test.choose(comment, 1);
        test.key(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(test.document.text(), test.with("      y: 144\n      author", "      y: 160\n      author"));
        test.document.history().undo();
        test.choose(frame, 1);
        test.key(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(test.document.text(), test.with("y: -40   # its top", "y: -24   # its top"));
        test.document.history().undo();
        test.choose(frame, 2);
        test.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(test.document.text(), test.with("      x: 0\n", "      x: 16\n"));
    }

    void aDraggedNoteLeavesTheOthers() {
        NotesTest test;
        const QPoint middle = test.at(test.scene().comments()[1]->rect().center());
        test.drag(middle, middle + QPoint(160, 0));
        QCOMPARE(
            test.document.text(),
            test.with("x: 200   # its column",
                      QString("x: %1   # its column").arg(test.scene().comments()[1]->note().place.x())));
        QVERIFY(test.document.text() != test.before);
    }

    void aRemovedNoteTakesOnlyItsLines() {
        NotesTest test;
        test.choose(comment, 1);
        test.key(Qt::Key_Delete);
        QCOMPARE(
            test.document.text(),
            test.with("    # above the second\n    - text: two   # its text\n      x: 200   # its column\n"
                      "      y: 144\n      author: me   # own key\n",
                      ""));
        test.document.history().undo();
        test.choose(frame, 0);
        test.key(Qt::Key_Delete);
        QCOMPARE(
            test.document.text(),
            test.with("    - {title: 'One', x: -20, y: -40, width: 300, height: 100, note: mine}   # first\n",
                      ""));
    }

    /// Of two equal comments, the chosen one is removed.
    void oneOfTwoEqualNotesIsRemoved() {
        GraphTest test(
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9}\n"
            "editor:\n  surface: {x: 0, y: 0}\n  comments:\n"
            "    - {text: \"a\", x: 0, y: 200}   # first\n    - {text: \"a\", x: 0, y: 200}   # second\n");
        test.scene().choose(NoteChoice{comment, 0, {}, 0});
        test.key(Qt::Key_Delete);
        QVERIFY(!test.document.text().contains("# first"));
        QVERIFY(test.document.text().contains("    - {text: \"a\", x: 0, y: 200}   # second\n"));
        test.scene().choose(NoteChoice{comment, 0, {}, 0});
        test.key(Qt::Key_Delete);
        QVERIFY(!test.document.text().contains("comments"));
    }

    /// Items that are not notes stay. Places that cannot be read stay until their own note changes.
    void whatIsNotUnderstoodStays() {
        const QString before =
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9}\n"
            "editor:\n  surface: {x: 0, y: 0}\n  comments:\n"
            "    - only a text   # first\n    - {text: \"b\", x: left, y: 200}   # second\n";
        GraphTest test(before.toUtf8().constData());
        test.panel.edits().addComment({600, 320});
        QCOMPARE(test.document.text(), before + "    - {text: \"Comment\", x: 600, y: 320}\n");
        test.document.history().undo();
        test.panel.edits().setCommentText(1, "c");
        QCOMPARE(test.document.text(), QString(before).replace("\"b\"", "\"c\""));
        test.document.history().undo();
        test.panel.edits().nudgeNote(NoteChoice{comment, 1, {}, 0}, {0, 16}, 0);
        QCOMPARE(test.document.text(), QString(before).replace("x: left, y: 200", "x: 0, y: 16"));
    }

    void aNoteThatIsOpenedAndLeftIsNotChanged_data() {
        QTest::addColumn<NoteChoice>("note");
        QTest::addColumn<Qt::Key>("leave");
        for (int index = 0; index < 3; ++index) {
            QTest::addRow("comment %d, Esc", index) << NoteChoice{comment, index, {}, 0} << Qt::Key_Escape;
            QTest::addRow("comment %d, Enter", index) << NoteChoice{comment, index, {}, 0} << Qt::Key_Return;
            QTest::addRow("frame %d, Enter", index) << NoteChoice{frame, index, {}, 0} << Qt::Key_Return;
        }
    }
    void aNoteThatIsOpenedAndLeftIsNotChanged() {
        QFETCH(NoteChoice, note);
        QFETCH(Qt::Key, leave);
        NotesTest test;
        test.scene().choose(note);
        test.key(Qt::Key_F2);
        QVERIFY(editor(test) != nullptr);
        QTest::keyClick(editor(test), leave);
        QVERIFY(editor(test) == nullptr);
        QCOMPARE(test.steps(), 0);
        QCOMPARE(test.document.text(), test.before);
    }

    void typingKeepsNoBreakSpaces() {
        NotesTest test;
        test.choose(comment, 2);
        test.key(Qt::Key_F2);
        QTest::keyClick(editor(test), Qt::Key_End, Qt::ControlModifier);
        type(test, "wide");
        QCOMPARE(test.scene().comments()[2]->note().text, QString("10\u00a0um wide"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestKeptNotes)
#include "test_kept_notes.moc"
