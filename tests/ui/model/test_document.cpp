// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"

#include "core/design/yaml_tools.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/system/file_limit.hpp"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>

#include <atomic>
#include <fstream>
#include <random>

namespace burin::ui {

class TestDocument : public QObject {
    Q_OBJECT

    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString& name, const QByteArray& text) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    /// Reloads and waits for the end. \return why it failed
    static QString reload(Document& document, Document::Reload what = Document::Reload::unchanged) {
        QSignalSpy reloaded(&document, &Document::reloaded);
        document.reload(what);
        return reloaded.wait(patience) ? reloaded[0][0].toString() : QString("not reloaded");
    }

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
        document.edit("Nothing", [](DesignEdit& e) { e.setMuted("missing", true); });
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
            "Size", [](DesignEdit& e) { e.setValue("surface", "width", yamlScalar("20 mm")); }, drag);
        QCOMPARE(document.history().count(), 0);
        QCOMPARE(document.text(), before);
    }

    /// Undo after do is the identity, and so is redo after undo.
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

    /// Each state on the way would take its time: parsing, loading, and drawing in every panel.
    void aJumpShowsOnlyWhereItLeads() {
        Document document(kinds());
        QStringList states{document.text()};
        for (int width = 1; width <= 20; ++width) {
            document.edit("Width", [width](DesignEdit& e) {
                e.setValue("surface", "width", yamlScalar(std::to_string(width)));
            });
            states << document.text();
        }
        QCOMPARE(document.history().count(), 20);
        QSignalSpy changed(&document, &Document::changed);
        int jumps = 0;
        for (const int step : {0, 13, 20, 4, 5, 3}) {
            document.goTo(step);
            QCOMPARE(document.history().index(), step);
            QCOMPARE(document.text(), states[step]);
            QCOMPARE(changed.count(), ++jumps);
        }
        QCOMPARE(document.history().count(), 20);
        for (const int nowhere : {-1, 21, 3}) {
            document.goTo(nowhere);
            QCOMPARE(document.text(), states[3]);
        }
        QCOMPARE(changed.count(), jumps);
        document.undo();
        QCOMPARE(document.text(), states[2]);
    }

    /// The text of 10,000 nodes takes a second to parse.
    void undoAndRedoDoNotParseTheLastStatesAgain() {
        Document document(kinds());
        const auto width = [&](int px, int gesture) {
            document.edit(
                "Width",
                [px](DesignEdit& e) { e.setValue("surface", "width", yamlScalar(std::to_string(px))); },
                gesture);
        };
        width(1, 0);
        const QString first = document.text();
        const int drag = document.newGesture();
        for (int px = 2; px <= 40; ++px)
            width(px, drag);
        const QString last = document.text();
        QCOMPARE(document.history().count(), 2);
        document.undo();
        QCOMPARE(document.text(), first);
        document.redo();
        QCOMPARE(document.text(), last);
        QCOMPARE(document.parsedAgain(), 0);
        document.goTo(0);  // no edit made this state
        QCOMPARE(document.parsedAgain(), 1);
        document.goTo(2);
        document.goTo(0);
        QCOMPARE(document.parsedAgain(), 1);
    }

    /// A state of the history is both the state after a step and the state before the next step.
    void anEditCompressesOnlyTheNewText() {
        Document document(kinds());
        QString first;
        for (int px = 1; px <= 10; ++px) {
            document.edit("Width", [px](DesignEdit& e) {
                e.setValue("surface", "width", yamlScalar(std::to_string(px)));
            });
            QCOMPARE(document.packedTexts(), px + 1);  // the first text precedes all steps
            if (px == 1) first = document.text();
        }
        document.goTo(1);
        QCOMPARE(document.text(), first);
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
        QVERIFY(reload(document).isEmpty());
        QCOMPARE(changes, 1);  // the images may have changed
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

    void filesBesideTheTargetOfALinkAreItsFilesToo() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("links") && QDir(folder.path()).mkpath("real"));
        QFile design(folder.filePath("real/a.burin"));
        QVERIFY(design.open(QIODevice::WriteOnly));
        design.write("burin: 1\npixel: 1 um\nnodes:\n  photo: {kind: image, file: a.png}\n");
        design.close();
        QVERIFY(QFile::link("../real/a.burin", folder.filePath("links/a.burin")));
        Document document(kinds());
        QCOMPARE(document.open(folder.filePath("links/a.burin")), QString());
        QCOMPARE(document.files(),
                 (QStringList{folder.filePath("links/a.png"), folder.filePath("real/a.png")}));
    }

    void aLinkedDesignIsSavedElsewhereWithItsFiles() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("links") && QDir(folder.path()).mkpath("real"));
        std::ofstream(folder.filePath("real/a.png").toStdString()) << "any";
        std::ofstream(folder.filePath("real/a.burin").toStdString())
            << "burin: 1\npixel: 1 um\nnodes:\n  photo: {kind: image, file: a.png}\n";
        QVERIFY(QFile::link("../real/a.burin", folder.filePath("links/a.burin")));
        Document document(kinds());
        QCOMPARE(document.open(folder.filePath("links/a.burin")), QString());
        QCOMPARE(document.folder(), folder.filePath("real"));
        document.edit("Look", [](DesignEdit& e) { e.setValue("photo", "muted", yamlScalar("true")); });
        QCOMPARE(document.save(folder.filePath("links/a.burin")), QString());
        QVERIFY(document.text().contains("file: a.png"));
        QCOMPARE(document.save(folder.filePath("links/b.burin")), QString());
        QCOMPARE(document.files(), QStringList{folder.filePath("real/a.png")});
        QVERIFY(document.text().contains("file: ../real/a.png"));
        document.undo();
        QCOMPARE(document.files(), QStringList{folder.filePath("real/a.png")});
        QCOMPARE(document.save(folder.filePath("real/c.burin")), QString());
        QVERIFY(document.text().contains("file: a.png"));
    }

    void stepsFindTheirFilesFromEveryFolder() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("a/b"));
        Document document(kinds());
        QCOMPARE(document.save(folder.filePath("a/first.burin")), QString());
        const auto look = [&](const char* name) {
            document.edit("Look", [&](DesignEdit& e) {
                if (e.node("photo") == nullptr) e.addNode("photo", "image");
                e.setValue("photo", "file", yamlScalar(name));
            });
        };
        look("./one.png");
        QCOMPARE(document.save(folder.filePath("a/first.burin")), QString());
        look("two.png");
        QCOMPARE(document.save(folder.filePath("a/b/second.burin")), QString());
        look("three.png");
        QCOMPARE(document.files(), QStringList{folder.filePath("a/b/three.png")});
        document.undo();
        QCOMPARE(document.files(), QStringList{folder.filePath("a/two.png")});
        QVERIFY(!document.modified());
        document.undo();
        QCOMPARE(document.files(), QStringList{folder.filePath("a/one.png")});
        document.undo();
        QCOMPARE(document.files(), QStringList{});
        document.redo();
        document.redo();
        QCOMPARE(document.files(), QStringList{folder.filePath("a/two.png")});
        document.redo();
        QCOMPARE(document.files(), QStringList{folder.filePath("a/b/three.png")});
    }

    void theFirstSaveKeepsTheHistoryAlive() {
        const QTemporaryDir folder;
        Document document(kinds());
        const QString before = QDir(QDir::currentPath()).filePath("a.png");
        document.edit("Add", [](DesignEdit& e) {
            e.addNode("photo", "image");
            e.setValue("photo", "file", yamlScalar("a.png"));
        });
        document.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QCOMPARE(document.save(folder.filePath("a.burin")), QString());
        document.undo();
        QCOMPARE(document.files(), QStringList{before});
        document.redo();
        QCOMPARE(document.files(), QStringList{before});
        QVERIFY(!document.modified());
    }

    void aGestureAcrossFoldersIsAStep() {
        const QTemporaryDir folder;
        Document document(kinds());
        document.edit("Add", [](DesignEdit& e) {
            e.addNode("photo", "image");
            e.setValue("photo", "file", yamlScalar("/images/a.png"));
        });
        const int drag = document.newGesture();
        const auto width = [&](const char* text) {
            document.edit(
                "Size", [&](DesignEdit& e) { e.setValue("surface", "width", yamlScalar(text)); }, drag);
        };
        width("7");
        QCOMPARE(document.save(folder.filePath("a.burin")), QString());
        width("8");
        document.undo();
        QCOMPARE(document.files(), QStringList{"/images/a.png"});
        QVERIFY(document.text().contains("20 mm") || document.text().contains("width: 7"));
    }

    void itsOwnFileIsNoWorkOfOthers_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("a path with a dot before") << QByteArray("./a.png");
        QTest::newRow("a plain path") << QByteArray("a.png");
        QTest::newRow("a path that goes up and down") << QByteArray("../x/../a.png");
    }
    void itsOwnFileIsNoWorkOfOthers() {
        QFETCH(QByteArray, path);
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        QCOMPARE(document.save(file), QString());
        document.edit("Add", [&](DesignEdit& e) {
            e.addNode("photo", "image");
            e.setValue("photo", "file", yamlScalar(path.toStdString()));
        });
        QCOMPARE(document.save(file), QString());
        QVERIFY(!document.changedOnDisk());
        QVERIFY(reload(document).isEmpty());
        QCOMPARE(document.history().count(), 1);
        QVERIFY(!document.modified());
        Document other(kinds());
        QCOMPARE(other.open(file), QString());
        QVERIFY(!other.changedOnDisk());
    }

    void whatOthersWriteIsSeen() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        QCOMPARE(document.save(file), QString());
        const QByteArray saved = read(file);
        write(file, saved);  // touches the file
        QVERIFY(!document.changedOnDisk());
        QByteArray same = saved;
        same.replace("20 mm", "30 mm");
        QCOMPARE(same.size(), saved.size());
        write(file, same);
        QVERIFY(document.changedOnDisk());
        write(file, saved + "# more\n");
        QVERIFY(document.changedOnDisk());
        QVERIFY(QFile::remove(file));
        QVERIFY(!document.changedOnDisk());  // writing the file loses nothing
        QVERIFY(QDir(folder.path()).mkdir("a.burin"));
        QVERIFY(document.changedOnDisk());
    }

    void aDesignThatOthersWroteIsAStep() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        document.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QCOMPARE(document.save(file), QString());
        write(file, read(file).replace("dots", "rims"));
        QVERIFY(document.changedOnDisk());
        QVERIFY(reload(document).isEmpty());
        QVERIFY(document.node("rims") != nullptr && !document.modified() && !document.changedOnDisk());
        document.undo();
        QVERIFY(document.node("dots") != nullptr && document.modified());
        document.redo();
        QVERIFY(!document.modified());
    }

    void theirsLeavesMineInTheHistory() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        QCOMPARE(document.save(file), QString());
        document.edit("Add", [](DesignEdit& e) { e.addNode("mine", "stitching"); });
        write(file, read(file).replace("surface", "theirs"));
        QVERIFY(reload(document).isEmpty());
        QVERIFY(document.node("mine") != nullptr && document.changedOnDisk());
        QVERIFY(reload(document, Document::Reload::theirs).isEmpty());
        QVERIFY(document.node("theirs") != nullptr && document.node("mine") == nullptr);
        QVERIFY(!document.modified() && !document.changedOnDisk());
        document.undo();
        QVERIFY(document.node("mine") != nullptr && document.modified());
    }

    void whatIsReadForAnotherFileIsDropped() {
        const QTemporaryDir folder;
        Document document(kinds());
        QCOMPARE(document.save(folder.filePath("a.burin")), QString());
        write(folder.filePath("a.burin"), read(folder.filePath("a.burin")).replace("surface", "theirs"));
        document.reload();
        document.reset(newDesign());
        QTest::qWait(200);
        QVERIFY(document.node("surface") != nullptr);
        QCOMPARE(document.history().count(), 0);
    }

    void anImageThatIsNamedIsDecodedElsewhere() {
        static std::atomic<Qt::HANDLE> bound;
        std::vector<Kind> all(kinds().begin(), kinds().end());
        for (Kind& kind : all) {
            if (kind.description.name != "image") continue;
            kind.bind = [](const BindContext&) -> std::shared_ptr<const Operation> {
                bound = QThread::currentThreadId();
                return nullptr;
            };
        }
        Document document(all);
        document.edit("Add", [](DesignEdit& e) {
            e.addNode("logo", "image");
            e.setValue("logo", "file", yamlScalar("logo.png"));
        });
        QVERIFY(bound != nullptr);
        QVERIFY(bound != QThread::currentThreadId());
        QCOMPARE(document.history().count(), 1);
    }

    void aRefusedEditIsNoStep() {
        Document document(kinds());
        QSignalSpy refused(&document, &Document::refused);
        QSignalSpy changed(&document, &Document::changed);
        const QString why = document.edit("Paste", [](DesignEdit& e) {
            YamlValue all = e.document();
            for (YamlEntry& top : all.entries) {
                if (top.key.scalar != "nodes") continue;
                const YamlEntry first = top.value.entries.front();
                for (int i = 0; i < 10'000; ++i) {
                    top.value.entries.push_back(first);
                    top.value.entries.back().key = yamlScalar("copy " + std::to_string(i));
                }
            }
            e = DesignEdit(std::move(all));
        });
        QVERIFY2(why.contains("10,000 nodes"), qPrintable(why));
        QCOMPARE(refused.count(), 1);
        QCOMPARE(refused[0][0].toString(), QString("Paste"));
        QCOMPARE(changed.count(), 0);
        QCOMPARE(document.history().count(), 0);
        QVERIFY(!document.modified());
    }

    void whatIsTypedIsHandedOverBeforeUndo() {
        Document document(kinds());
        auto place = std::make_unique<QObject>();
        int asked = 0;
        document.pending().add(place.get(), [&] {
            ++asked;
            document.edit("Type", [](DesignEdit& e) { e.addNode("typed", "stitching"); });
            return QString();
        });
        document.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        document.undo();
        QCOMPARE(asked, 1);
        QVERIFY(document.node("dots") != nullptr && document.node("typed") == nullptr);
        place.reset();
        document.undo();
        QCOMPARE(asked, 1);
        QVERIFY(document.node("dots") == nullptr);
    }

    void aTextThatIsNotTakenIsSaid() {
        Document document(kinds());
        QObject good;
        QObject bad;
        document.pending().add(&good, [] { return QString(); });
        document.pending().add(&bad, [] { return QString("Column 3"); });
        QCOMPARE(document.pending().handOver(), QStringList{"Column 3"});
    }

    void aFileThatIsNoDesignChangesNothing() {
        const QTemporaryDir folder;
        QFile bad(folder.filePath("bad.burin"));
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write("burin: 3\n");
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

    void aTextThatCouldNotBeReadAgainIsRefused() {
        Document document(kinds());
        QSignalSpy refused(&document, &Document::refused);
        const std::string text(longestDesignText, 'x');
        const auto note = [&](DesignEdit& e) { e.setNote("surface", "text", yamlScalar(text, true)); };
        QVERIFY(document.edit("Comment", note).contains("1 MiB"));
        QCOMPARE(refused.count(), 1);
        QCOMPARE(document.history().count(), 0);
        document.edit("Mute", [](DesignEdit& e) { e.setMuted("surface", true); });
        document.undo();
        document.redo();
        QVERIFY(document.nodeText("surface")->find("muted") != nullptr);
    }

    void recoveredTextIsUnsaved() {
        Document document(kinds());
        QCOMPARE(document.recover(document.text(), {}), QString());
        QVERIFY(document.modified());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestDocument)
#include "test_document.moc"
