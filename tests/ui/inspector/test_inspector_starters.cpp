// SPDX-License-Identifier: GPL-3.0-or-later

// Ready starts in the inspector of a formula, and the pictures of functions that are completed.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/editors/expression_field.hpp"
#include "ui/inspector/fields/name_model.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/words/word_button.hpp"

#include <QAbstractItemView>
#include <QApplication>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const formulas =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 400, height: 200, inputs: [data: sized]}\n"
    "  sized: {kind: math2d, width: 0.1 mm, height: 60, expression: \"1\"}\n"
    "  endless: {kind: math2d, expression: \"1\"}\n"
    "  soft: {kind: median, radius: 1, inputs: [data: sized]}\n";

struct StarterInspector : StudioTest {
    explicit StarterInspector(const char* node) : panel(workbench()) {
        panel.resize(336, 900);
        if (const QString problem = load(formulas); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({node});
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }
    [[nodiscard]] QToolButton* button() const {
        const QList<QToolButton*> all = panel.findChildren<QToolButton*>("starters");
        return all.isEmpty() ? nullptr : all.last();
    }
    void start(const QString& title) const {
        for (QAction* action : button()->menu()->actions()) {
            if (action->text() == title) return action->trigger();
        }
        qFatal("there is no such start");
    }
    [[nodiscard]] QString text(const char* key) const {
        const YamlValue* value = document.nodeText(selection.active())->find(key);
        return value == nullptr ? QString() : QString::fromStdString(value->scalar);
    }

    InspectorPanel panel;
};

}  // namespace

class TestInspectorStarters : public QObject {
    Q_OBJECT

  private slots:
    void aStartReplacesTheFormulaInOneStep() {
        StarterInspector studio("endless");
        QVERIFY(studio.button() != nullptr && studio.button()->isVisible());
        QVERIFY(dynamic_cast<WordButton*>(studio.button()) != nullptr);  // the space before its arrow
        QVERIFY(studio.button()->menu()->actions().size() >= 9);
        for (const QAction* action : studio.button()->menu()->actions())
            QVERIFY(!action->icon().isNull());
        const int steps = studio.document.history().count();
        studio.start("Dome");
        QVERIFY2(studio.text("expression").startsWith("sqrt(max(0, 1 - hypot("),
                 qPrintable(studio.text("expression")));
        QCOMPARE(studio.text("width"), QString("40"));
        QCOMPARE(studio.document.history().count(), steps + 1);
        const Design& design = *studio.document.design();
        QVERIFY(design.errorsOf(*design.find("endless")).empty());
        studio.document.undo();
        QCOMPARE(studio.text("expression"), QString("1"));
        QCOMPARE(studio.text("width"), QString());
    }

    void aSizeStays() {
        StarterInspector studio("sized");
        studio.start("Rings");
        QVERIFY(studio.text("expression").contains("hypot"));
        QCOMPARE(studio.text("width"), QString("0.1 mm"));
        QCOMPARE(studio.text("height"), QString("60"));
    }

    void kindsWithoutStartsHaveNoMenu() {
        StarterInspector studio("soft");
        QVERIFY(studio.button() == nullptr || !studio.button()->isVisible());
    }

    /// Each function has a picture, and few of these pictures are equal.
    void functionsHavePictures() {
        std::vector<QImage> pictures;
        int same = 0;
        for (const FunctionName& function : functionNames()) {
            const QImage picture = functionPicture(function, Qt::black, NameModel::pictureSide);
            QImage empty(picture.size(), picture.format());
            empty.fill(picture.format() == QImage::Format_Grayscale8 ? Qt::black : Qt::transparent);
            QVERIFY2(picture != empty, std::string(function.name).c_str());
            same += std::find(pictures.begin(), pictures.end(), picture) == pictures.end() ? 0 : 1;
            pictures.push_back(picture);
        }
        QVERIFY2(same <= 2, qPrintable(QString::number(same)));  // floor and round differ only by a shift
    }

    void theCompletionShowsThem() {
        StarterInspector studio("endless");
        auto* field = studio.panel.findChild<ExpressionText*>("field.expression");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "hy");
        auto* list = studio.panel.findChild<QAbstractItemView*>("completions");
        if (list == nullptr) {
            for (QWidget* widget : QApplication::topLevelWidgets())
                if (widget->objectName() == "completions" && widget->isVisible())
                    list = qobject_cast<QAbstractItemView*>(widget);
        }
        QVERIFY(list != nullptr && list->isVisible());
        const QModelIndex first = list->model()->index(0, 0);
        QCOMPARE(first.data().toString(), QString("hypot(a, b)"));
        QVERIFY(!first.data(Qt::DecorationRole).value<QIcon>().isNull());
        QCOMPARE(first.data(Qt::ToolTipRole).toString(), QString("Length of the vector (a, b)."));
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(field->toPlainText(), QString("hypot("));
    }

    void pictures() {
        StarterInspector studio("sized");
        screenshot(studio.panel, "inspector-starters");
        studio.button()->menu()->popup(studio.button()->mapToGlobal(QPoint(0, 24)));
        screenshot(*studio.button()->menu(), "inspector-starters-menu");
        studio.button()->menu()->close();
        auto* field = studio.panel.findChild<ExpressionText*>("field.expression");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "s");
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->objectName() == "completions" && widget->isVisible())
                screenshot(*widget, "inspector-completions");
    }
};

BURIN_TEST(TestInspectorStarters)
#include "test_inspector_starters.moc"
