// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document.hpp"

#include "core/kinds/kinds.hpp"
#include "support/file_limit.hpp"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <random>

namespace burin::ui {

class TestDocument : public QObject {
    Q_OBJECT

  private slots:
    void anEditIsOneStep() {
        Document document(kinds());
        QSignalSpy changed(&document, &Document::changed);
        document.edit("Add dots", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QCOMPARE(changed.count(), 1);
        QCOMPARE(document.history().count(), 1);
        QVERIFY(document.modified());
        QVERIFY(document.node("dots") != nullptr);
        document.history().undo();
        QVERIFY(document.node("dots") == nullptr);
        QVERIFY(!document.modified());
    }

    void anEditWithoutEffectIsNoStep() {
        Document document(kinds());
        document.edit("Nothing", [](DesignEdit& e) { e.setMuted("nobody", true); });
        QCOMPARE(document.history().count(), 0);
    }

    void aGestureIsOneStep() {
        Document document(kinds());
        const int drag = document.newGesture();
        for (int x = 0; x < 20; ++x) {
            document.edit(
                "Move",
                [&](DesignEdit& e) {
                    e.setPlace("surface", {x * 8.0, 0});
                },
                drag);
        }
        document.edit(
            "Move",
            [](DesignEdit& e) {
                e.setPlace("surface", {1, 1});
            },
            document.newGesture());
        QCOMPARE(document.history().count(), 2);
    }

    void aGestureThatEndsWhereItBeganIsNoStep() {
        Document document(kinds());
        const QString before = document.text();
        const int drag = document.newGesture();
        document.edit(
            "Size", [](DesignEdit& e) { e.setValue("surface", "width", yamlScalar("7")); }, drag);
        document.edit(
            "Size", [](DesignEdit& e) { e.setValue("surface", "width", yamlScalar("100 mm")); }, drag);
        QCOMPARE(document.history().count(), 0);
        QCOMPARE(document.text(), before);
    }

    /// Undo after do is the identity, redo after undo as well.
    void undoIsTheIdentity() {
        std::mt19937 random(7);
        const auto upTo = [&](unsigned n) { return random() % n; };
        Document document(kinds());
        QStringList states{document.text()};
        for (int step = 0; step < 120; ++step) {
            document.edit("Change", [&](DesignEdit& e) {
                if (e.nodeNames().size() < 3) e.addNode(e.freeName("node"), "union");
                const auto names = e.nodeNames();
                const std::string& name = names[upTo(static_cast<unsigned>(names.size()))];
                const std::string& other = names[upTo(static_cast<unsigned>(names.size()))];
                const auto trait = static_cast<Trait>(upTo(3));
                switch (upTo(7)) {
                    case 0:
                        e.addNode(e.freeName("node"), kinds()[upTo(10)].description.name);
                        break;
                    case 1:
                        e.link(name, trait, other);
                        break;
                    case 2:
                        e.unlink(name, upTo(3));
                        break;
                    case 3:
                        e.setPlace(name, {static_cast<double>(upTo(900)), 16});
                        break;
                    case 4:
                        e.renameNode(name, e.freeName("renamed"));
                        break;
                    case 5:
                        e.setValue(name, "radius", yamlScalar(std::to_string(upTo(9))));
                        break;
                    default:
                        e.removeNodes({&name, 1}, upTo(2) == 0);
                        break;
                }
            });
            if (document.history().count() >= states.size()) states << document.text();
        }
        QVERIFY(states.size() > 60);
        for (qsizetype i = states.size() - 1; i > 0; --i) {
            QCOMPARE(document.text(), states[i]);
            document.history().undo();
        }
        for (qsizetype i = 0; i + 1 < states.size(); ++i) {
            QCOMPARE(document.text(), states[i]);
            document.history().redo();
        }
        QCOMPARE(document.text(), states.last());
    }

    void aSavedDesignOpensAgain() {
        const QTemporaryDir folder;
        Document document(kinds());
        document.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        const QString file = folder.filePath("a.burin");
        QCOMPARE(document.save(file), QString());
        QVERIFY(!document.modified());
        QCOMPARE(document.title(), QString("a.burin"));
        Document other(kinds());
        QCOMPARE(other.open(file), QString());
        QCOMPARE(other.text(), document.text());
    }

    void whatIsOnDiskAlreadyChangesNothing() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        document.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QCOMPARE(document.save(file), QString());
        document.edit("Add", [](DesignEdit& e) { e.addNode("lines", "math2d"); });
        QCOMPARE(document.save(file), QString());
        const QString saved = document.text();
        int changes = 0;
        int files = 0;
        connect(&document, &Document::changed, this, [&] { ++changes; });
        connect(&document, &Document::fileChanged, this, [&] { ++files; });
        QCOMPARE(document.reload(), QString());
        QCOMPARE(changes, 1);  // images may be others
        QCOMPARE(files, 0);
        QCOMPARE(document.text(), saved);
        QVERIFY(!document.modified());
        document.history().undo();
        QVERIFY(document.node("lines") == nullptr && document.node("dots") != nullptr);
        document.history().redo();
        QCOMPARE(document.text(), saved);
    }

    void aDesignThatMovesFindsItsFiles() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("designs/panel"));
        Document document(kinds());
        document.edit("Add", [](DesignEdit& e) {
            e.addNode("photo", "image");
            e.setValue("photo", "file", yamlScalar("images/a.png"));
        });
        QCOMPARE(document.save(folder.filePath("designs/a.burin")), QString());
        const QStringList files{folder.filePath("designs/images/a.png")};
        document.edit("Link", [](DesignEdit& e) { e.setValue("photo", "file", yamlScalar("images/a.png")); });
        QCOMPARE(document.files(), files);
        QCOMPARE(document.save(folder.filePath("designs/panel/b.burin")), QString());
        QCOMPARE(document.files(), files);
        QVERIFY(document.text().contains("file: ../images/a.png"));
    }

    void aFileThatIsNoDesignChangesNothing() {
        const QTemporaryDir folder;
        QFile bad(folder.filePath("bad.burin"));
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write("burin: 2\n");
        bad.close();
        Document document(kinds());
        document.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        const QString before = document.text();
        QVERIFY(document.open(bad.fileName()).contains("newer"));
        QCOMPARE(document.text(), before);
        QVERIFY(document.modified());
    }

    void whatCannotBeWrittenIsSaid() {
        Document document(kinds());
        QVERIFY(document.save("/nowhere/at/all.burin").contains("could not be written"));
        QVERIFY(document.file().isEmpty());
    }

    void aFullDiskKeepsWhatIsThere() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        document.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QCOMPARE(document.save(file), QString());
        const QString saved = document.text();
        document.edit("Add", [](DesignEdit& e) { e.addNode("lines", "math2d"); });
        {
            const test::FileLimit full(20);
            QVERIFY(document.save(file).contains("could not be written"));
        }
        QVERIFY(document.modified());
        Document other(kinds());
        QCOMPARE(other.open(file), QString());
        QCOMPARE(other.text(), saved);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"a.burin"});
    }

    void recoveredTextIsUnsaved() {
        Document document(kinds());
        QCOMPARE(document.recover(document.text(), {}), QString());
        QVERIFY(document.modified());
    }
};

}  // namespace burin::ui

QTEST_GUILESS_MAIN(burin::ui::TestDocument)
#include "test_document.moc"
