// SPDX-License-Identifier: GPL-3.0-or-later

// The buttons beside `select` and `ignore` of a path: names in its drawing with check marks.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/pick_menu.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include "core/design/yaml.hpp"

#include <QFile>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QToolButton>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const badge =
    "<svg xmlns='http://www.w3.org/2000/svg' width='1mm' height='1mm' viewBox='0 0 9 9' "
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'>"
    "<g inkscape:label='Rim &amp; edge' id='layer1'><rect id='left' width='4' height='9'/></g>"
    "<rect id='right' x='5' width='4' height='9'/></svg>";

const char* const words =
    "<svg xmlns='http://www.w3.org/2000/svg' width='1mm' height='1mm' viewBox='0 0 9 9'>"
    "<text>A</text><rect width='4' height='9'/></svg>";

const char* const plate =
    "0 SECTION 2 HEADER 9 $INSUNITS 70 4 0 ENDSEC 0 SECTION 2 TABLES 0 TABLE 2 LAYER 0 LAYER 2 Cut 70 0 62 7 "
    "0 LAYER 2 Notes 70 0 62 -7 0 ENDTAB 0 ENDSEC 0 SECTION 2 ENTITIES 0 CIRCLE 8 Cut 10 0 20 0 40 1 0 "
    "ENDSEC 0 EOF ";

struct DrawingInspector : StudioTest {
    DrawingInspector() : StudioTest(kinds(), ThemeChoice::dark), panel(workbench()) {
        write("badge.svg", badge);
        write("words.svg", words);
        write("plate.dxf", QByteArray(plate).replace(' ', '\n'));
        write("torn.svg", "<svg>");
        panel.resize(336, 1600);
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }
    void write(const char* name, const QByteArray& text) const {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("%s cannot be written", name);
        file.write(text);
    }
    /// Shows a path with these keys.
    void take(const QString& keys) {
        const QString design =
            "burin: 2\npixel: 10 um\nnodes:\n"
            "  surface: {kind: root, width: 90, height: 90, inputs: [data: it]}\n"
            "  it: {kind: path, " +
            keys + "}\n";
        const QString problem = load(design.toUtf8().constData());
        if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"it"});
    }
    /// Shows a path that draws a file.
    void draw(const char* file, const QString& keys = {}) {
        take("file: '" + folder.filePath(file) + "'" + keys);
    }
    /// Opens the menu of a key. \return nullptr if it does not open
    [[nodiscard]] PickMenu* open(const QString& key) const {
        const QList<QToolButton*> buttons = panel.findChildren<QToolButton*>("pick." + key);
        if (buttons.isEmpty()) return nullptr;
        auto* menu = buttons.last()->findChild<PickMenu*>();
        buttons.last()->click();
        return QTest::qWaitFor([menu] { return menu->isVisible(); }, patience) ? menu : nullptr;
    }
    [[nodiscard]] static QAction* entry(const PickMenu* menu, const QString& name) {
        for (QAction* action : menu->actions()) {
            if (action->data().toString() == name) return action;
        }
        return nullptr;
    }
    static void click(PickMenu* menu, const QString& name) {
        QAction* const action = entry(menu, name);
        QVERIFY2(action != nullptr, qPrintable(name));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    }
    /// The names that the menu offers, those with a mark in brackets.
    [[nodiscard]] static QStringList offered(const PickMenu* menu) {
        QStringList names;
        for (const QAction* action : menu->actions()) {
            const QString name = action->data().toString();
            names << (action->isChecked() ? '[' + name + ']' : name);
        }
        return names;
    }
    /// A list of the node as it is in the file; empty: it has none.
    [[nodiscard]] QString list(const char* key) const {
        const YamlValue* value = document.nodeText("it")->find(key);
        return value == nullptr ? QString() : QString::fromStdString(writeYaml(*value)).trimmed();
    }
    [[nodiscard]] QLineEdit* field(const QString& key) const {
        return panel.findChildren<QLineEdit*>("field." + key).last();
    }

    QTemporaryDir folder;
    InspectorPanel panel;
};

}  // namespace

class TestPartsButton : public QObject {
    Q_OBJECT

  private slots:
    void marksAreWrittenAsOneStep() {
        DrawingInspector studio;
        studio.draw("badge.svg");
        const QString before = studio.document.text();
        PickMenu* menu = studio.open("select");
        QVERIFY(menu != nullptr);
        QCOMPARE(DrawingInspector::offered(menu), (QStringList{"Rim & edge", "right", "left"}));
        DrawingInspector::click(menu, "left");
        DrawingInspector::click(menu, "Rim & edge");
        QVERIFY(menu->isVisible());
        QCOMPARE(DrawingInspector::offered(menu), (QStringList{"[Rim & edge]", "right", "[left]"}));
        QCOMPARE(studio.document.text(), before);
        menu->hide();
        QTRY_COMPARE(studio.field("select")->text(), QString("Rim & edge, left"));
        QVERIFY(studio.document.node("it")->sound);
        QCOMPARE(studio.document.history().count(), 1);
        // By keyboard.
        menu = studio.open("select");
        QVERIFY(menu != nullptr);
        for (const char* name : {"left", "Rim & edge"}) {
            menu->setActiveAction(DrawingInspector::entry(menu, name));
            QTest::keyClick(menu, Qt::Key_Space);
        }
        QVERIFY(menu->isVisible());
        menu->hide();
        QTRY_COMPARE(studio.list("select"), QString());
        QCOMPARE(studio.document.history().count(), 2);
    }

    void escapeChangesNothing() {
        DrawingInspector studio;
        studio.draw("badge.svg", ", select: right");
        PickMenu* menu = studio.open("select");
        QVERIFY(menu != nullptr);
        DrawingInspector::click(menu, "left");
        QTest::keyClick(menu, Qt::Key_Escape);
        QTRY_VERIFY(!menu->isVisible());
        menu = studio.open("select");
        QVERIFY(menu != nullptr);
        QCOMPARE(DrawingInspector::offered(menu), (QStringList{"Rim & edge", "[right]", "left"}));
        QCOMPARE(studio.list("select"), QString("right"));
        QCOMPARE(studio.document.history().count(), 0);
        menu->hide();
    }

    /// Names that are not in the drawing stay.
    void theIdOfALabelledPartIsTheSame() {
        DrawingInspector studio;
        studio.draw("badge.svg", ", select: [layer1, gone, right]");
        PickMenu* menu = studio.open("select");
        QVERIFY(menu != nullptr);
        QCOMPARE(DrawingInspector::offered(menu), (QStringList{"[Rim & edge]", "[right]", "left"}));
        DrawingInspector::click(menu, "Rim & edge");
        menu->hide();
        QTRY_COMPARE(studio.list("select"), QString("[gone, right]"));
    }

    void aLayerThatIsOffCannotBeChosen() {
        DrawingInspector studio;
        studio.draw("plate.dxf", ", select: CUT");
        PickMenu* menu = studio.open("select");
        QVERIFY(menu != nullptr);
        QCOMPARE(DrawingInspector::offered(menu), (QStringList{"[Cut]", "Notes"}));
        QAction* const notes = DrawingInspector::entry(menu, "Notes");
        QVERIFY(!notes->isEnabled());
        QVERIFY2(notes->text().endsWith("off"), qPrintable(notes->text()));
        DrawingInspector::click(menu, "Notes");
        QVERIFY(!notes->isChecked());
        menu->hide();
    }

    void whatIsRefusedCanBeIgnored() {
        DrawingInspector studio;
        studio.draw("words.svg");
        QVERIFY(!studio.document.node("it")->sound);
        PickMenu* menu = studio.open("ignore");
        QVERIFY(menu != nullptr);
        QCOMPARE(DrawingInspector::offered(menu), QStringList{"text"});
        DrawingInspector::click(menu, "text");
        menu->hide();
        QTRY_VERIFY(studio.document.node("it")->sound);
        QCOMPARE(studio.field("ignore")->text(), QString("text"));
    }

    void aTypedNameIsMarked() {
        DrawingInspector studio;
        studio.draw("badge.svg");
        studio.field("select")->setFocus();
        QTest::keyClicks(studio.field("select"), "left");
        PickMenu* menu = studio.open("select");
        QVERIFY(menu != nullptr);
        QCOMPARE(studio.list("select"), QString("left"));
        QCOMPARE(DrawingInspector::offered(menu), (QStringList{"Rim & edge", "right", "[left]"}));
        menu->hide();
    }

    void theMenuSaysWhyItHasNoNames_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("said");
        QTest::newRow("no file") << ""
                                 << "Choose a file first";
        QTest::newRow("damaged") << "torn.svg"
                                 << "torn.svg:1:";
        QTest::newRow("not there") << "none.svg"
                                   << "none.svg: cannot be opened";
    }
    void theMenuSaysWhyItHasNoNames() {
        QFETCH(QString, file);
        QFETCH(QString, said);
        DrawingInspector studio;
        if (file.isEmpty()) {
            studio.take("d: M 0 0 L 9 0 L 9 9 Z");
        } else {
            studio.draw(qPrintable(file));
        }
        PickMenu* menu = studio.open("select");
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->actions().size(), 1);
        const QAction* const note = menu->actions().first();
        QVERIFY(!note->isEnabled());
        QVERIFY2(note->toolTip().startsWith(said), qPrintable(note->toolTip()));
        menu->hide();
    }
};

BURIN_TEST(TestPartsButton)
#include "test_parts_button.moc"
