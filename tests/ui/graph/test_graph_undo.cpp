// SPDX-License-Identifier: GPL-3.0-or-later

// Laws over random edits: undoing all restores the first text and redoing all restores the last. After any
// edit the graph looks the same as one that is made from the text.

#include "support/random.hpp"
#include "tests/ui/graph/graph_test.hpp"

#include <random>

namespace burin::ui {

namespace {

/// Makes random edits in the graph.
class Tinkerer {
  public:
    Tinkerer(GraphTest& test, unsigned seed) : test_(test), random_(seed) {}

    void act() {
        GraphEdits& edits = test_.panel.edits();
        const QString name = anyName();
        const QString other = anyName();
        switch (below(18)) {
            case 0:
                edits.addNode(anyKind(), anyPlace());
                break;
            case 1:
                edits.addNode(anyKind(), anyPlace(), {NewLink::How::readsNode, name, {}, {}});
                break;
            case 2:
                edits.addNode(anyKind(), anyPlace(), {NewLink::How::feedsNode, name, Trait::data, {}});
                break;
            case 3:
                edits.remove(anyNames());
                break;
            case 4:
                Q_UNUSED(edits.rename(name, QString("node %1").arg(below(30))))
                break;
            case 5:
                edits.mute(anyNames());
                break;
            case 6:
                edits.link(name, other, anyTrait());
                break;
            case 7:
                edits.relink({name, below(3)}, other);
                break;
            case 8:
                edits.unlink({name, below(3)});
                break;
            case 9:
                edits.reorder({name, below(3)}, below(3));
                break;
            case 10:
                edits.nudge(anyNames(), anyPlace(), below(2) == 0 ? 0 : 7);
                break;
            case 11:
                edits.layout(anyNames());
                break;
            case 12:
                edits.frame(anyNames());
                break;
            case 13:
                edits.addComment(anyPlace());
                break;
            case 14:
                edits.paste(edits.fragment(anyNames()), {}, {}, "Duplicate %1");
                break;
            case 15:
                edits.addPoint({name, below(3)}, anyPlace());
                break;
            case 16:
                edits.cut(anyNames());
                break;
            case 17:
                removeAnyNote();
                break;
        }
    }

  private:
    std::size_t below(std::size_t count) { return random_() % count; }
    QPointF anyPlace() {
        return {8.0 * static_cast<double>(below(100)), 8.0 * static_cast<double>(below(50))};
    }
    Trait anyTrait() { return static_cast<Trait>(below(3)); }
    const KindDescription& anyKind() { return kinds()[below(kinds().size())].description; }

    QString anyName() {
        const QStringList names = test_.scene().names();
        return names.isEmpty() ? QString()
                               : names[static_cast<qsizetype>(below(static_cast<std::size_t>(names.size())))];
    }

    QStringList anyNames() {
        QStringList names;
        for (std::size_t i = 0; i <= below(3); ++i) {
            const QString name = anyName();
            if (!name.isEmpty() && !names.contains(name)) names << name;
        }
        return names;
    }

    void removeAnyNote() {
        const std::size_t frames = test_.scene().frames().size();
        const std::size_t comments = test_.scene().comments().size();
        if (frames > 0 && below(2) == 0) {
            test_.panel.edits().removeNote({NoteChoice::Kind::frame, static_cast<int>(below(frames)), {}, 0});
        } else if (comments > 0) {
            test_.panel.edits().removeNote(
                {NoteChoice::Kind::comment, static_cast<int>(below(comments)), {}, 0});
        }
    }

    GraphTest& test_;
    std::mt19937 random_;
};

/// Everything that a scene shows, as text.
QString shown(const GraphScene& scene) {
    QStringList lines;
    for (const QString& name : scene.names()) {
        const NodeItem* node = scene.node(name);
        if (node == nullptr) return "lacks " + name;
        lines << QString("%1 %2,%3 %4 %5")
                     .arg(name)
                     .arg(node->pos().x())
                     .arg(node->pos().y())
                     .arg(static_cast<int>(node->picture().state))
                     .arg(node->picture().facts.join('|'));
        for (std::size_t row = 0; row < node->in.size(); ++row) {
            const WireItem* wire = node->in[row];
            if (wire == nullptr) continue;
            const auto& route = wire->picture().route;
            lines << QString(" %1 %2 from %3 by %4 points, %5")
                         .arg(wire->row())
                         .arg(wire->picture().entry)
                         .arg(wire->childNode()->name())
                         .arg(route.size())
                         .arg(wire->picture().broken);
        }
        lines << QString(" %1 out").arg(node->out.size());
    }
    for (const FrameItem* frame : scene.frames())
        lines << frame->note().title + QString(" %1").arg(frame->note().rect.width());
    for (const CommentItem* comment : scene.comments())
        lines << comment->note().text;
    return lines.join('\n') + QString("\n%1").arg(scene.nodes().size());
}

}  // namespace

class TestGraphUndo : public QObject {
    Q_OBJECT

  private slots:
    void undoneAndDoneAgain_data() {
        QTest::addColumn<quint64>("seed");
        for (const std::uint64_t seed : test::seedsOfTest(6))
            QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
    }

    void undoneAndDoneAgain() {
        QFETCH(quint64, seed);
        GraphTest test;
        Tinkerer tinkerer(test, static_cast<unsigned>(seed));
        const QString first = test.document.text();
        for (int i = 0; i < 60; ++i)
            tinkerer.act();
        const QString last = test.document.text();
        QVERIFY(last != first);
        QUndoStack& history = test.document.history();
        QStringList texts;
        while (history.canUndo()) {
            texts.prepend(test.document.text());
            history.undo();
        }
        QCOMPARE(test.document.text(), first);
        while (history.canRedo()) {
            history.redo();
            QCOMPARE(test.document.text(), texts.takeFirst());
        }
        QCOMPARE(test.document.text(), last);
    }

    void whatIsShownIsWhatTheTextSays_data() { undoneAndDoneAgain_data(); }

    void whatIsShownIsWhatTheTextSays() {
        QFETCH(quint64, seed);
        GraphTest test;
        Tinkerer tinkerer(test, static_cast<unsigned>(seed));
        for (int i = 0; i < 40; ++i) {
            tinkerer.act();
            if (i % 10 == 9) test.document.history().undo();
        }
        GraphTest fresh(test.document.text().toUtf8().constData());
        QCOMPARE(shown(test.scene()).split('\n'), shown(fresh.scene()).split('\n'));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphUndo)
#include "test_graph_undo.moc"
