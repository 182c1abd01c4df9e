// SPDX-License-Identifier: GPL-3.0-or-later

// Fonts and drawings that are dropped on the canvas.

#include "support/places.hpp"
#include "tests/ui/graph/graph_test.hpp"
#include "ui/graph/items/node_item.hpp"
#include "ui/model/document/image_design.hpp"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUrl>

#include <filesystem>
#include <fstream>

namespace burin::ui {

namespace {

constexpr const char* lettering = R"(burin: 2
pixel: 1 um
nodes:
  surface: {kind: root, width: 10 mm, height: 10 mm, inputs: [{data: words}, {data: dots}]}
  words: {kind: text, text: AV, size: 100, font: old.ttc, index: 2}
  dots: {kind: shape, shape: ellipse, size: 40}
editor:
  surface: {x: 400, y: 0}
  words: {x: 0, y: 0}
  dots: {x: 0, y: 200}
)";

QString boldFont() {
    return test::inTree("resources/fonts/Inter-Bold.otf");
}

void drop(GraphTest& test, const QStringList& files, QPoint place) {
    QMimeData mime;
    QList<QUrl> urls;
    for (const QString& file : files)
        urls << QUrl::fromLocalFile(file);
    mime.setUrls(urls);
    QDragEnterEvent enter(place, Qt::CopyAction, &mime, Qt::LeftButton, {});
    QCoreApplication::sendEvent(test.canvas(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(place), Qt::CopyAction, &mime, Qt::LeftButton, {});
    QCoreApplication::sendEvent(test.canvas(), &event);
    QCOMPARE(test.steps(), 0);  // the drop is answered before anything happens
    QCoreApplication::sendPostedEvents(&test.view());
}

/// A value of a node as it is in the file; empty if there is none.
QString valueOf(const GraphTest& test, const QString& node, const char* key) {
    const YamlValue* body = test.document.nodeText(node);
    const YamlValue* value = body == nullptr ? nullptr : body->find(key);
    return value == nullptr ? QString() : QString::fromStdString(value->scalar);
}

}  // namespace

class TestGraphFiles : public QObject {
    Q_OBJECT

  private slots:
    /// Qt holds names as Unicode, so the bytes of such a name are lost, and no node could read the file.
    void aPictureWhoseNameIsNotUtf8IsLeftOut() {
        const QTemporaryDir folder;
        const QByteArray strange = QFile::encodeName(folder.path()) + "/M\xFCnze.png";
        std::ofstream(strange.constData()) << "x";
        QVERIFY(std::filesystem::exists(strange.constData()));
        GraphTest test(lettering);
        const QSignalSpy said(&test.panel, &GraphPanel::noticed);
        drop(test, {QFile::decodeName(strange)}, {300, 300});
        QCOMPARE(test.steps(), 0);
        QVERIFY(!said.isEmpty());
        const QString words = said.last().first().toString();
        QVERIFY2(words.startsWith("Left out: M") && words.contains("UTF-8"), qPrintable(words));
        QVERIFY(!designOfImage(QFile::decodeName(strange)));
        // The name of this file has the replacement character itself.
        const QString named = folder.filePath(QString("k") + QChar(QChar::ReplacementCharacter) + ".svg");
        QVERIFY(QFile(named).open(QIODevice::WriteOnly));
        drop(test, {named}, {300, 300});
        QCOMPARE(test.steps(), 1);
    }

    void aDroppedFontBecomesATextInThisFont() {
        GraphTest test(lettering);
        test.select({"surface"});
        drop(test, {boldFont()}, {300, 300});
        const DesignNode* text = test.document.node("text");
        QVERIFY(text != nullptr && text->kind != nullptr);
        QCOMPARE(text->kind->description.name, std::string_view("text"));
        QVERIFY(text->sound);
        QVERIFY(valueOf(test, "text", "font").endsWith("Inter-Bold.otf"));
        QVERIFY(test.document.nodeText("text")->find("file") == nullptr);
        QCOMPARE(valueOf(test, "text", "text"), QString("Burin"));
        QCOMPARE(valueOf(test, "text", "size"), QString("48 um"));  // the size of a text that is added
        QCOMPARE(test.inputs("surface"), "data:words, data:dots, data:text");
        QCOMPARE(test.selection.nodes(), QStringList{"text"});
        QCOMPARE(test.steps(), 1);
    }

    void aListWithADesignIsLeftToTheWindow() {
        GraphTest test(lettering);
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(boldFont()), QUrl::fromLocalFile("/designs/plate.burin")});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, {});
        enter.ignore();
        QCoreApplication::sendEvent(test.canvas(), &enter);
        QVERIFY(!enter.isAccepted());
    }

    void severalFontsBecomeSeveralTexts() {
        GraphTest test(lettering);
        drop(test, {boldFont(), "/fonts/face.TTF"}, {300, 300});
        QVERIFY(valueOf(test, "text", "font").endsWith("Inter-Bold.otf"));
        QVERIFY(valueOf(test, "text 2", "font").endsWith("face.TTF"));
        QCOMPARE(test.steps(), 1);
    }

    /// The index belonged to a collection of fonts, so it is removed.
    void aFontDroppedOnATextIsItsFont() {
        GraphTest test(lettering);
        drop(test, {boldFont()}, test.header("words"));
        QVERIFY(valueOf(test, "words", "font").endsWith("Inter-Bold.otf"));
        QVERIFY(test.document.nodeText("words")->find("index") == nullptr);
        QVERIFY(test.document.node("words")->sound);
        QCOMPARE(test.document.design()->nodes.size(), std::size_t{3});
        QCOMPARE(test.selection.nodes(), QStringList{"words"});
        QCOMPARE(test.document.history().undoText(), QString("Font of words: Inter-Bold.otf"));
        test.document.undo();
        QCOMPARE(valueOf(test, "words", "font"), QString("old.ttc"));
        QCOMPARE(valueOf(test, "words", "index"), QString("2"));
    }

    void aFontDroppedOnAnotherNodeIsATextOfItsOwn() {
        GraphTest test(lettering);
        drop(test, {boldFont()}, test.header("dots"));
        QVERIFY(test.document.node("text") != nullptr);
        QVERIFY(test.document.nodeText("dots")->find("font") == nullptr);
    }

    void aDrawingDroppedOnATextIsANodeOfItsOwn() {
        GraphTest test(lettering);
        drop(test, {"/drawings/plate.dxf"}, test.header("words"));
        QCOMPARE(valueOf(test, "words", "font"), QString("old.ttc"));
        QCOMPARE(test.document.node("plate")->kind->description.name, std::string_view("path"));
        QVERIFY(valueOf(test, "plate", "file").endsWith("plate.dxf"));
        QCOMPARE(test.inputs("surface"), "data:words, data:dots, data:plate");
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphFiles)
#include "test_graph_files.moc"
