// SPDX-License-Identifier: GPL-3.0-or-later

// A user without a mouse sees which widget has the keyboard, in both themes.

#include "support/testing.hpp"
#include "tests/ui/graph/graph_test.hpp"
#include "ui/theme/focus_ring.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>
#include <QStyleOptionButton>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <memory>

namespace burin::ui {

namespace {

QPushButton* button(const char* property) {
    auto* made = new QPushButton("Export");
    if (property != nullptr) made->setProperty(property, true);
    made->setAutoDefault(false);
    return made;
}

QToolButton* toolButton(bool checked, const char* segment) {
    auto* made = new QToolButton;
    made->setText("Relief");
    made->setCheckable(true);
    made->setChecked(checked);
    made->setFocusPolicy(Qt::TabFocus);
    if (segment != nullptr) made->setProperty("segment", segment);
    return made;
}

QCheckBox* checkBox(bool checked) {
    auto* made = new QCheckBox("Serpentine");
    made->setChecked(checked);
    return made;
}

QWidget* listOfTwo() {
    auto* made = new QListWidget;
    made->addItems({"relief", "rims"});
    made->setCurrentRow(0);
    return made;
}

QWidget* tabsOfTwo() {
    auto* made = new QTabBar;
    made->addTab("Problems");
    made->addTab("Log");
    return made;
}

QWidget* boxOfTwo() {
    auto* made = new QComboBox;
    made->addItems({"Copper", "Gray"});
    return made;
}

struct FocusRow {
    const char* name;
    std::function<QWidget*()> make;
};

const std::vector<FocusRow>& focusRows() {
    static const std::vector<FocusRow> rows = {
        {"button", [] { return button(nullptr); }},
        {"primary button", [] { return button("primary"); }},
        {"link", [] { return button("link"); }},
        {"tool button", [] { return toolButton(false, nullptr); }},
        {"tool button that is on", [] { return toolButton(true, nullptr); }},
        {"segment of a switch", [] { return toolButton(true, "first"); }},
        {"check box", [] { return checkBox(false); }},
        {"check box that is on", [] { return checkBox(true); }},
        {"field", [] { return new QLineEdit("12 mm"); }},
        {"slider", [] { return new QSlider(Qt::Horizontal); }},
        {"list", listOfTwo},
        {"tabs", tabsOfTwo},
        {"box of choices", boxOfTwo},
    };
    return rows;
}

/// Counts the pixels that differ visibly.
int differing(const QImage& a, const QImage& b) {
    constexpr int visible = 48;
    int count = 0;
    for (int y = 0; y < std::min(a.height(), b.height()); ++y) {
        for (int x = 0; x < std::min(a.width(), b.width()); ++x) {
            const QColor one = a.pixelColor(x, y);
            const QColor two = b.pixelColor(x, y);
            const int most = std::max({std::abs(one.red() - two.red()), std::abs(one.green() - two.green()),
                                       std::abs(one.blue() - two.blue())});
            if (most >= visible) ++count;
        }
    }
    return count;
}

}  // namespace

class TestFocus : public QObject {
    Q_OBJECT

  private slots:
    void focusIsSeen_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("dark");
        for (const bool dark : {true, false}) {
            for (std::size_t i = 0; i < focusRows().size(); ++i)
                QTest::addRow("%s, %s", focusRows()[i].name, dark ? "dark" : "light")
                    << static_cast<int>(i) << dark;
        }
    }
    void focusIsSeen() {
        QFETCH(int, row);
        QFETCH(bool, dark);
        Theme theme(dark ? ThemeChoice::dark : ThemeChoice::light);
        theme.apply();
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* elsewhere = new QLineEdit;
        QWidget* widget = focusRows()[static_cast<std::size_t>(row)].make();
        layout->addWidget(elsewhere);
        layout->addWidget(widget);
        window.resize(300, 200);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, patience));
        elsewhere->setFocus();
        const QSize size = widget->size();
        const QImage without = widget->grab().toImage();
        widget->setFocus(Qt::TabFocusReason);
        QVERIFY(widget->hasFocus());
        QCoreApplication::processEvents();
        QCOMPARE(widget->size(), size);  // nothing jumps
        const int pixels = differing(without, widget->grab().toImage());
        QVERIFY2(pixels >= 24, qPrintable(QString::number(pixels)));
    }

    void aLinkIsAsWideAsItsWord() {
        Theme theme(ThemeChoice::dark);
        theme.apply();
        const std::unique_ptr<QPushButton> link(button("link"));
        link->ensurePolished();
        QCOMPARE(link->sizeHint().width(),
                 link->fontMetrics().size(Qt::TextShowMnemonic, link->text()).width());
    }

    void aCheckBoxIsFlushAndItsRingLiesInside_data() {
        QTest::addColumn<bool>("on");
        QTest::addColumn<bool>("dark");
        for (const bool dark : {true, false}) {
            for (const bool on : {true, false})
                QTest::addRow("%s, %s", on ? "on" : "off", dark ? "dark" : "light") << on << dark;
        }
    }
    void aCheckBoxIsFlushAndItsRingLiesInside() {
        QFETCH(bool, on);
        QFETCH(bool, dark);
        Theme theme(dark ? ThemeChoice::dark : ThemeChoice::light);
        theme.apply();
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* elsewhere = new QLineEdit;
        layout->addWidget(elsewhere);
        QCheckBox* box = checkBox(on);
        layout->addWidget(box);
        window.resize(300, 200);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, patience));
        QStyleOptionButton option;
        option.initFrom(box);
        const QRect whole = box->style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, box);
        QCOMPARE(whole.left(), 0);
        // The colour in the box, above its mark.
        const auto colorAt = [&](int fromEdge) {
            return box->grab().toImage().pixelColor(whole.left() + fromEdge, whole.top() + 7).name();
        };
        const auto fill = theme.color(on ? Role::accentFill : Role::field).name();
        elsewhere->setFocus();
        QCOMPARE(colorAt(0), theme.color(on ? Role::accentFill : Role::border).name());
        QCOMPARE(colorAt(1), fill);
        box->setFocus(Qt::TabFocusReason);
        const auto ring = theme.color(on ? Role::text : Role::accent).name();
        QCOMPARE(colorAt(0), ring);
        QCOMPARE(colorAt(1), ring);
        QCOMPARE(colorAt(2), fill);
    }

    void theCanvasHasARing() {
        GraphTest test(parts);
        QVERIFY(QTest::qWaitForWindowActive(&test.panel, patience));
        auto* ring = test.view().findChild<FocusRing*>();
        QVERIFY(ring != nullptr && ring->isVisible());
        QCOMPARE(ring->geometry(), test.view().rect());
        test.panel.findChild<QToolButton*>("graph.layout.button")->setFocus();
        QVERIFY(!ring->isVisible());
        test.view().setFocus();
        QVERIFY(ring->isVisible());
    }

    /// The palette scrolls only if its buttons do not fit, so Tab does not stop at the palette itself.
    void thePaletteItselfTakesNoFocus() {
        GraphTest test(parts);
        QCOMPARE(test.panel.findChild<QWidget*>("palette")->focusPolicy(), Qt::NoFocus);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFocus)
#include "test_focus.moc"
