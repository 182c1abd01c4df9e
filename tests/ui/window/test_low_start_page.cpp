// SPDX-License-Identifier: GPL-3.0-or-later

// The start page on a screen of 1366 x 768 at 200 %, after the studio ended abruptly.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/fits.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/start/example_gallery.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextLayout>

namespace burin::ui {

namespace {

/// A name that is cut in a card, as everywhere.
constexpr const char* longName = "a wall of the entrance hall with pebbles.burin";

}  // namespace

class TestLowStartPage : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { theme_.apply(); }
    void init() { QSettings().clear(); }

    void cardsOfLostWorkAreWhole_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("copies");
        QTest::newRow("one, 1366 x 768 at 200 %") << smallestWindow << 1;
        QTest::newRow("three, 1366 x 768 at 200 %") << smallestWindow << 3;
        QTest::newRow("three, 1366 x 768") << QSize(1358, 728) << 3;
    }
    void cardsOfLostWorkAreWhole() {
        QFETCH(const QSize, size);
        QFETCH(const int, copies);
        const QTemporaryDir folder;
        Settings settings;
        for (const char* name : {"a.burin", "b.burin", "c.burin"}) {
            const QString file = write(folder.filePath(name), "burin: 1\n");
            settings.addRecent(file, "2 m x 2 m", {}, false);
        }
        const QString names[] = {"panel.burin", longName, ""};
        QVERIFY(QDir(folder.path()).mkpath("recovery"));
        for (int i = 0; i < copies; ++i) {
            const QString& name = names[i];
            const QString file = name.isEmpty() ? QString() : write(folder.filePath(name), "burin: 1\n");
            leave(folder.filePath(QString("recovery/%1.burin").arg(i)), file);
        }
        MainWindow window(Engine{backend_, budget_, {}}, theme_, folder.filePath("recovery"));
        window.setMinimumSize(1, 1);
        window.show();
        resizeAndRest(window, size);
        screenshot(window, QString("start-cards-%1-%2").arg(size.width()).arg(copies));
        QCOMPARE(cutBelow(*window.centralWidget()).join("; "), QString());
        QCOMPARE(window.findChildren<QPushButton*>("recover").size(), copies);
        // Each card can be scrolled into view as a whole.
        auto* const side = window.findChild<QScrollArea*>("startScroll");
        for (QWidget* const card : window.findChildren<QWidget*>("leftCard")) {
            side->ensureWidgetVisible(card, 0, 0);
            QVERIFY(card->height() >= card->minimumSizeHint().height());
            QCOMPARE(card->visibleRegion().boundingRect(), card->rect());
            for (const CutLabel* title : card->findChildren<CutLabel*>()) {
                if (!title->text().startsWith(longName)) QCOMPARE(title->shown().join(' '), title->text());
            }
        }
        const auto* const words = window.findChild<QLineEdit*>("searchExamples");
        QVERIFY(words->fontMetrics().horizontalAdvance(words->placeholderText()) + 46 <= words->width());
        auto* const recent = window.findChild<QListWidget*>("recent");
        side->ensureWidgetVisible(recent, 0, 0);
        QVERIFY(recent->height() >= 56);
    }

    void textsOfExamplesAreWhole_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1366 x 768 at 200 %") << smallestWindow;
        QTest::newRow("1366 x 768") << QSize(1358, 728);
    }
    void textsOfExamplesAreWhole() {
        QFETCH(const QSize, size);
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.setMinimumSize(1, 1);
        window.show();
        resizeAndRest(window, size);
        const auto* const cards = window.findChild<QListView*>("examples");
        const int width =
            cards->visualRect(cards->model()->index(0, 0)).width() - 17;  // the gap and the frame
        for (const Example& example : window.findChild<ExampleGallery*>()->shown()) {
            QTextLayout layout(example.text, theme_.font(12));
            layout.beginLayout();
            int lines = 0;
            for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine(), ++lines)
                line.setLineWidth(width - 32);
            layout.endLayout();
            QVERIFY2(lines <= linesOnCard(width), qPrintable(example.text));
        }
        const auto* const computing = window.findChild<CutLabel*>("status.backend");
        QVERIFY2(!computing->shown().join(' ').contains(QChar(0x2026)),
                 qPrintable(computing->shown().join(' ')));
    }

  private:
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};

    static QString write(const QString& name, const QByteArray& text) {
        QFile file(name);
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return name;
    }
    /// Leaves a copy as an earlier run does.
    static void leave(const QString& copy, const QString& file) {
        const QJsonObject head{{"file", file},
                               {"title", file.isEmpty() ? "Untitled" : QFileInfo(file).fileName()},
                               {"steps", 12}};
        write(copy, "# " + QJsonDocument(head).toJson(QJsonDocument::Compact) + "\nburin: 1\n");
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLowStartPage)
#include "test_low_start_page.moc"
