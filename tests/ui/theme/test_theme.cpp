// SPDX-License-Identifier: GPL-3.0-or-later

// Colours and icons follow the theme, and nothing of tabs is cut.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/theme/application_sheet.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/panel_tabs.hpp"
#include "ui/words/word_button.hpp"

#include <sys/stat.h>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabBar>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

using namespace burin::ui;

class TestTheme : public QObject {
    Q_OBJECT

  private slots:
    void iconsFollowAChangeOfTheme();
    void theSameThemeAgainPolishesNothing();
    void anotherThemeLaysNothingOut();
    void manyHiddenWidgetsGetAThemeInSteps_data();
    void manyHiddenWidgetsGetAThemeInSteps();
    void aPageThatIsShownHasTheThemeAtOnce();
    void aChangeOfThemeMayDeleteWidgets();
    void theHintsOfEmptyFieldsAreQuiet();
    void themesShareTheirIcons();
    void aPipeAmongTheDrawnIconsIsNotRead();
    void disabledIconsAreFaint();
    void disabledCheckBoxesAreFaint();
    void everyKindHasAnIconOfItsOwn();
    void onlyOneRuleIsTriedOnEachWidget();
    void noRuleLooksForPropertiesOfEnclosingWidgets();
    void aToolTipShowsItsTextAsItIs();
    void aLongToolTipHasSeveralLines();
    void aTabHasRoomForItsCountOnlyWhileThereIsOne();
    void scrollBarsStandOnTheGroundOfTheirArea_data();
    void scrollBarsStandOnTheGroundOfTheirArea();
    void theListOfOtherTabsIsInsideTheBar_data();
    void theListOfOtherTabsIsInsideTheBar();
    void anIconIsFivePixelsFromItsWord_data();
    void anIconIsFivePixelsFromItsWord();
};

namespace {

/// The most opaque pixel.
QColor inkOf(const QIcon& icon, QIcon::Mode mode = QIcon::Normal) {
    const QImage image = icon.pixmap(QSize(24, 24), 1, mode).toImage().convertToFormat(QImage::Format_ARGB32);
    QRgb ink = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            ink = qAlpha(image.pixel(x, y)) > qAlpha(ink) ? image.pixel(x, y) : ink;
    }
    return QColor::fromRgba(ink);
}

bool near(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) < 8 && std::abs(a.green() - b.green()) < 8 &&
           std::abs(a.blue() - b.blue()) < 8;
}

/// The selectors of the program's style sheet, such as "QToolBar QLabel".
QStringList selectorsOfTheSheet() {
    Theme theme(ThemeChoice::dark);
    theme.apply();
    QString sheet = qApp->styleSheet();
    if (!sheet.contains('{')) qFatal("the style sheet has no rule");
    sheet.remove(QRegularExpression(R"(/\*.*?\*/)", QRegularExpression::DotMatchesEverythingOption));
    QStringList all;
    const QStringList rules = sheet.split('}');
    for (const QString& rule : rules) {
        const QStringList selectors = rule.section('{', 0, 0).split(',');
        for (const QString& selector : selectors)
            all << selector.simplified();
    }
    return all;
}

/// Counts how often it gets another palette and another style. Qt lays a widget out again for a style.
class Styled : public QLabel {
  public:
    using QLabel::QLabel;
    int changes = 0;
    int styles = 0;

  protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::PaletteChange) ++changes;
        if (event->type() == QEvent::StyleChange) ++styles;
        QLabel::changeEvent(event);
    }
};

/// The application looks like this theme afterwards, and has the style that a Theme sets once.
void applyTwice(Theme& theme) {
    const ThemeChoice choice = theme.choice();
    theme.choose(choice == ThemeChoice::dark ? ThemeChoice::light : ThemeChoice::dark);
    theme.choose(choice);
}

/// The part of a picture that differs from its first pixel.
QRect inkIn(const QImage& image) {
    QRect ink;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (!near(image.pixelColor(x, y), image.pixelColor(0, 0))) ink |= QRect(x, y, 1, 1);
        }
    }
    return ink;
}

}  // namespace

/// An icon takes the colours of a new theme, so callers set the icon of an action once.
void TestTheme::iconsFollowAChangeOfTheme() {
    Theme theme(ThemeChoice::dark);
    theme.apply();
    QAction action;
    action.setIcon(theme.icon("save"));
    QToolButton button;
    button.setDefaultAction(&action);
    const QIcon accent = theme.icon("save", Role::accent);
    QVERIFY(near(inkOf(button.icon()), theme.color(Role::text)));
    const QColor before = theme.color(Role::text);
    theme.choose(ThemeChoice::light);
    QVERIFY(!near(before, theme.color(Role::text)));
    QVERIFY(near(inkOf(button.icon()), theme.color(Role::text)));
    QVERIFY(near(inkOf(accent), theme.color(Role::accent)));
}

/// Qt takes half of the text's opacity for a hint, which has a contrast of 3.2 in the light theme.
void TestTheme::theHintsOfEmptyFieldsAreQuiet() {
    Theme theme(ThemeChoice::light);
    theme.apply();
    QLineEdit field;
    QComboBox list;
    QPlainTextEdit lines;
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark, ThemeChoice::light}) {
        theme.choose(choice);
        for (QWidget* const each :
             {static_cast<QWidget*>(&field), static_cast<QWidget*>(&list), static_cast<QWidget*>(&lines)}) {
            each->ensurePolished();
            const QString name = each->metaObject()->className();
            const QColor hint = each->palette().color(QPalette::PlaceholderText);
            QVERIFY2(hint == theme.color(Role::quiet), qPrintable(name + ' ' + hint.name(QColor::HexArgb)));
            const QColor text = each->palette().color(QPalette::Text);
            QVERIFY2(near(text, theme.color(Role::text)), qPrintable(name + ' ' + text.name()));
        }
    }
}

/// Applying a style takes long in a window with many widgets.
void TestTheme::theSameThemeAgainPolishesNothing() {
    Theme theme(ThemeChoice::dark);
    applyTwice(theme);
    Styled label;
    label.show();
    label.changes = 0;
    QSignalSpy changed(&theme, &Theme::changed);
    theme.apply();
    QCOMPARE(label.changes, 0);
    QCOMPARE(changed.count(), 1);
    theme.choose(ThemeChoice::light);
    QVERIFY(label.changes > 0);
    QVERIFY(near(label.palette().color(QPalette::WindowText), theme.color(Role::text)));
    // Another look of the application is replaced.
    qApp->setStyleSheet("QLabel { color: red; }");
    theme.apply();
    QVERIFY(near(label.palette().color(QPalette::WindowText), theme.color(Role::text)));
}

/// Qt itself would polish a widget again for each widget around it, and lay all windows out again.
void TestTheme::anotherThemeLaysNothingOut() {
    Theme theme(ThemeChoice::dark);
    applyTwice(theme);
    Styled window;
    QList<Styled*> labels{&window};
    for (int depth = 0; depth < 8; ++depth)
        labels << new Styled(labels.last());
    labels.at(3)->setWindowFlag(Qt::Dialog);
    labels.at(5)->setWindowFlag(Qt::Dialog);
    Styled* const hidden = labels.at(7);
    window.show();
    labels.at(3)->show();
    labels.at(5)->show();
    hidden->hide();
    // Its size depends on the sheet, and its font on the font around it.
    Styled pill(labels.at(2));
    pill.setProperty("pill", true);
    pill.ensurePolished();
    labels << &pill;
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
        for (Styled* const label : std::as_const(labels))
            label->styles = 0;
        theme.choose(choice);
        for (const Styled* const label : std::as_const(labels)) {
            QCOMPARE(label->styles, 0);
            QVERIFY(near(label->palette().color(QPalette::WindowText), theme.color(Role::text)));
        }
        QCOMPARE(pill.font().pixelSize(), 11);
        QCOMPARE(pill.maximumHeight(), 16);
    }
    // A widget that is new gets the sheet that is set last.
    Styled late(labels.last());
    late.setProperty("quiet", true);
    late.ensurePolished();
    QVERIFY(near(late.palette().color(QPalette::WindowText), theme.color(Role::quiet)));
}

void TestTheme::manyHiddenWidgetsGetAThemeInSteps_data() {
    QTest::addColumn<bool>("closes");
    QTest::newRow("a closed window") << true;
    QTest::newRow("a hidden page of an open window") << false;
}

/// Polishing all of them in one turn of the event loop would stop the studio for a while.
void TestTheme::manyHiddenWidgetsGetAThemeInSteps() {
    QFETCH(const bool, closes);
    Theme theme(ThemeChoice::dark);
    applyTwice(theme);
    Styled window;
    auto* const dialog = new Styled(&window);
    dialog->setWindowFlag(Qt::Dialog, closes);
    dialog->hide();
    QList<Styled*> closed{dialog};
    constexpr int step = ApplicationSheet::stepWidgets;
    while (closed.size() < 2 * step)
        closed << new Styled(dialog);
    dialog->ensurePolished();
    QList<Styled*> seen{&window, new Styled(&window)};
    window.show();
    QVERIFY(seen.at(1)->isVisible() && !dialog->isVisible());
    const auto looksSo = [&theme](const Styled* label) {
        return label->styles == 0 &&
               near(label->palette().color(QPalette::WindowText), theme.color(Role::text));
    };
    for (Styled* const label : closed + seen)
        label->styles = 0;
    theme.choose(ThemeChoice::light);
    QVERIFY(std::all_of(seen.cbegin(), seen.cend(), looksSo));
    const auto done = [&] { return std::count_if(closed.cbegin(), closed.cend(), looksSo); };
    QVERIFY(done() + seen.size() <= step);
    qsizetype before = done();
    while (before < closed.size()) {
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        QVERIFY(done() - before <= step);
        before = done();
    }
    // If the theme changes again before the end, the last one counts.
    for (Styled* const label : closed)
        label->changes = 0;
    theme.choose(ThemeChoice::dark);
    theme.choose(ThemeChoice::light);
    const auto isLight = [&theme](const Styled* label) {
        return near(label->palette().color(QPalette::WindowText), theme.color(Role::text));
    };
    QTRY_VERIFY(std::all_of(closed.cbegin(), closed.cend(), isLight));
    QTRY_VERIFY(
        std::all_of(closed.cbegin(), closed.cend(), [](const Styled* label) { return label->changes > 0; }));
}

/// The page was not polished in the turn of the change, but it was not visible then either.
void TestTheme::aPageThatIsShownHasTheThemeAtOnce() {
    Theme theme(ThemeChoice::dark);
    applyTwice(theme);
    Styled window;
    auto* const page = new Styled(&window);
    page->hide();
    QList<Styled*> labels;
    while (labels.size() < 2 * ApplicationSheet::stepWidgets)
        labels << new Styled(page);
    page->ensurePolished();
    window.show();
    for (Styled* const label : std::as_const(labels))
        label->changes = 0;
    theme.choose(ThemeChoice::light);
    QVERIFY(!near(labels.last()->palette().color(QPalette::WindowText), theme.color(Role::text)));
    page->show();
    for (const Styled* const label : std::as_const(labels)) {
        QVERIFY(near(label->palette().color(QPalette::WindowText), theme.color(Role::text)));
    }
}

void TestTheme::aChangeOfThemeMayDeleteWidgets() {
    class Emptied : public QLabel {
      protected:
        void changeEvent(QEvent* event) override {
            if (event->type() == QEvent::PaletteChange) qDeleteAll(findChildren<Styled*>());
            QLabel::changeEvent(event);
        }
    };
    Theme theme(ThemeChoice::dark);
    theme.apply();
    Emptied window;
    const QPointer<Styled> label = new Styled(&window);
    window.show();
    theme.choose(ThemeChoice::light);
    QVERIFY(label.isNull());
    QVERIFY(near(window.palette().color(QPalette::WindowText), theme.color(Role::text)));
}

void TestTheme::themesShareTheirIcons() {
    const Theme dark(ThemeChoice::dark);
    const Theme same(ThemeChoice::dark);
    const Theme light(ThemeChoice::light);
    const auto save = [](const Theme& theme) { return theme.pixmap("save", 24).toImage(); };
    QCOMPARE(save(dark), save(same));
    QCOMPARE(dark.pixmap("save", 24).cacheKey(), dark.pixmap("save", 24).cacheKey());
    QVERIFY(save(dark) != save(light));
    QVERIFY(save(dark) != dark.pixmap("open", 24).toImage());
    QCOMPARE(dark.pixmap("save", 24, Role::text, 2).size(), QSize(48, 48));
}

void TestTheme::aPipeAmongTheDrawnIconsIsNotRead() {
    const QString before = qApp->styleSheet();
    Theme theme(ThemeChoice::light);
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/theme";
    const QString file = folder + "/chevron-" + theme.color(Role::secondary).name().mid(1) + ".png";
    QVERIFY(QDir().mkpath(folder));
    QFile::remove(file);
    QCOMPARE(::mkfifo(QFile::encodeName(file).constData(), 0600), 0);
    theme.apply();
    const QString sheet = qApp->styleSheet();
    QComboBox box;
    box.show();
    QVERIFY(!box.grab().isNull());  // draws the arrow
    QVERIFY(QFile::remove(file));
    qApp->setStyleSheet(before);
    QVERIFY(!sheet.contains(file));
    QVERIFY(sheet.contains(":/icons/chevron.svg"));
}

void TestTheme::everyKindHasAnIconOfItsOwn() {
    QVERIFY(!burin::kinds().empty());
    for (const burin::Kind& kind : burin::kinds()) {
        const std::string_view name = kind.description.name;
        QCOMPARE(Theme::kindIcon(name), "kind-" + QString::fromUtf8(name.data(), qsizetype(name.size())));
    }
}

void TestTheme::disabledIconsAreFaint() {
    const Theme theme(ThemeChoice::dark);
    const QIcon icon = theme.icon("save");
    const int faint = inkOf(icon, QIcon::Disabled).alpha();
    QVERIFY(faint > 0 && faint < inkOf(icon).alpha() / 2);
}

void TestTheme::disabledCheckBoxesAreFaint() {
    Theme theme(ThemeChoice::light);
    theme.apply();
    QCheckBox box("MMMM");
    // The darkest point of the text, which is on a light background.
    const auto darkest = [&box] {
        box.resize(box.sizeHint());
        QImage image(box.size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        box.render(&image);
        int least = 255;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 24; x < image.width(); ++x)
                least = std::min(least, image.pixelColor(x, y).lightness());
        }
        return least;
    };
    const int enabled = darkest();
    box.setEnabled(false);
    const int disabled = darkest();
    QVERIFY2(disabled > enabled + 30, qPrintable(QString("%1 %2").arg(enabled).arg(disabled)));
}

/// Qt looks up the rules of a widget by its types and its name. It tries all others on each widget.
void TestTheme::onlyOneRuleIsTriedOnEachWidget() {
    QStringList untyped;
    const QStringList selectors = selectorsOfTheSheet();
    for (const QString& selector : selectors) {
        const QString widget = selector.section(' ', -1);
        if (widget.startsWith('*') || widget.startsWith('[')) untyped << widget;
    }
    QCOMPARE(untyped, QStringList{"*"});
}

/// For such a rule, Qt asks all widgets around each widget for the property, before it looks at their types.
/// That was most of the time that the style took.
void TestTheme::noRuleLooksForPropertiesOfEnclosingWidgets() {
    QStringList slow;
    const QStringList selectors = selectorsOfTheSheet();
    for (const QString& selector : selectors) {
        if (selector.section(' ', 0, -2).contains('[')) slow << selector;
    }
    QCOMPARE(slow, QStringList());
}

void TestTheme::aToolTipShowsItsTextAsItIs() {
    Theme theme(ThemeChoice::dark);
    theme.apply();
    QWidget under;
    under.resize(200, 100);
    under.show();
    QVERIFY(QTest::qWaitForWindowExposed(&under, burin::patience));
    const QString text = "part <b>7</b> x < 5";
    QToolTip::showText(under.mapToGlobal(QPoint(20, 20)), text, &under);
    const QWidgetList shown = QApplication::topLevelWidgets();
    const auto tip = std::find_if(shown.begin(), shown.end(),
                                  [](const QWidget* each) { return each->inherits("QTipLabel"); });
    QVERIFY(tip != shown.end());
    const auto* const label = qobject_cast<QLabel*>(*tip);
    QCOMPARE(label->text(), text);
    QCOMPARE(label->textFormat(), Qt::PlainText);
    QToolTip::hideText();
}

/// In a single line, the help of a kind would go across the whole window.
void TestTheme::aLongToolTipHasSeveralLines() {
    Theme theme(ThemeChoice::dark);
    theme.apply();
    QWidget under;
    under.resize(200, 100);
    under.show();
    QVERIFY(QTest::qWaitForWindowExposed(&under, burin::patience));
    const QString sentence = "Reads a picture as depths, all in memory. ";
    // The second text replaces the first one in the tooltip that is shown, and the third one is wider than
    // any screen.
    int line = 0;
    for (const int times : {0, 3, 1, 4, 30}) {
        const QString text = times == 0 ? QString("short") : sentence.repeated(times).trimmed();
        QToolTip::showText(under.mapToGlobal(QPoint(20, 20)), text, &under);
        const QWidgetList shown = QApplication::topLevelWidgets();
        const auto tip = std::find_if(shown.begin(), shown.end(), [](const QWidget* each) {
            return each->isVisible() && each->inherits("QTipLabel");
        });
        QVERIFY(tip != shown.end());
        const auto* const label = qobject_cast<QLabel*>(*tip);
        QCOMPARE(label->text(), text);
        QVERIFY2(label->width() <= 480, qPrintable(QString::number(label->width())));
        if (times == 0) line = label->height();
        QCOMPARE(label->height() > line, times > 1);
        QVERIFY(!label->wordWrap() || label->height() >= label->heightForWidth(label->width()));
    }
    QToolTip::hideText();
    // A new tooltip gets its size only when it appears.
    QTRY_VERIFY(!QToolTip::isVisible());
    QToolTip::showText(under.mapToGlobal(QPoint(20, 20)), sentence.repeated(3), &under);
    const QWidgetList shown = QApplication::topLevelWidgets();
    const auto tip = std::find_if(shown.begin(), shown.end(), [](const QWidget* each) {
        return each->isVisible() && each->inherits("QTipLabel");
    });
    QVERIFY(tip != shown.end());
    QVERIFY((*tip)->width() <= 480 && (*tip)->height() > line);
    QVERIFY((*tip)->height() >= (*tip)->heightForWidth((*tip)->width()));
    QToolTip::hideText();
}

/// In a narrow window the room of counts that are not there would cut the names of other tabs.
void TestTheme::aTabHasRoomForItsCountOnlyWhileThereIsOne() {
    Theme theme(ThemeChoice::dark);
    theme.apply();
    PanelTabs tabs;
    auto* panel = new QWidget;
    panel->setWindowTitle("Problems");
    tabs.add(panel);
    tabs.resize(360, 120);
    tabs.show();
    const QTabBar* bar = tabs.findChild<QTabBar*>();
    const auto width = [bar] { return bar->tabRect(0).width(); };
    const int alone = width();
    tabs.setCount(panel, 0);
    QCOMPARE(width(), alone);
    tabs.setCount(panel, 3);
    const int withDigit = width();
    QVERIFY2(withDigit > alone, qPrintable(QString::number(withDigit)));
    tabs.setCount(panel, 1000);
    QVERIFY2(width() > withDigit, qPrintable(QString::number(width())));
    tabs.setCount(panel, 0);
    QCOMPARE(width(), alone);
}

void TestTheme::scrollBarsStandOnTheGroundOfTheirArea_data() {
    QTest::addColumn<ThemeChoice>("choice");
    QTest::newRow("dark") << ThemeChoice::dark;
    QTest::newRow("light") << ThemeChoice::light;
}

/// They stood on strips in the colour of panels, which also cut into the frame.
void TestTheme::scrollBarsStandOnTheGroundOfTheirArea() {
    QFETCH(const ThemeChoice, choice);
    Theme theme(choice);
    theme.apply();
    QPlainTextEdit page;
    page.setLineWrapMode(QPlainTextEdit::NoWrap);
    page.setPlainText(QString(400, 'm') + QString(100, '\n'));
    page.resize(300, 200);
    page.show();
    QTRY_VERIFY(page.verticalScrollBar()->isVisible() && page.horizontalScrollBar()->isVisible());
    const QImage image = page.grab().toImage();
    const QWidget* const down = page.verticalScrollBar();
    const QWidget* const across = page.horizontalScrollBar();
    const QPoint below = down->mapTo(&page, QPoint(down->width() / 2, down->height() - 4));
    const QPoint right = across->mapTo(&page, QPoint(across->width() - 4, across->height() / 2));
    const QColor field = theme.color(Role::field);
    for (const QPoint place : {below, right, QPoint(below.x(), right.y())})
        QCOMPARE(QColor(image.pixel(place * image.devicePixelRatio())), field);
}

void TestTheme::theListOfOtherTabsIsInsideTheBar_data() {
    QTest::addColumn<ThemeChoice>("choice");
    QTest::addColumn<int>("scale");
    QTest::newRow("dark") << ThemeChoice::dark << 1;
    QTest::newRow("light") << ThemeChoice::light << 1;
    QTest::newRow("dark at 200 %") << ThemeChoice::dark << 2;
    QTest::newRow("light at 200 %") << ThemeChoice::light << 2;
}
void TestTheme::theListOfOtherTabsIsInsideTheBar() {
    QFETCH(const ThemeChoice, choice);
    QFETCH(const int, scale);
    Theme theme(choice);
    theme.apply();
    PanelTabs tabs;
    for (int i = 0; i < 12; ++i) {
        auto* panel = new QWidget;
        panel->setWindowTitle("Line profile");
        tabs.add(panel);
    }
    tabs.resize(360, 120);
    tabs.show();
    screenshot(tabs, QString("tabs-%1").arg(QTest::currentDataTag()));
    const QTabBar* bar = tabs.findChild<QTabBar*>();
    for (QToolButton* button : bar->findChildren<QToolButton*>()) {
        if (button->objectName() != "otherTabs") {
            QVERIFY(!button->isVisible());  // an arrow of Qt
            continue;
        }
        QVERIFY(button->isVisible());
        QVERIFY2(bar->rect().contains(button->geometry()), qPrintable(QDebug::toString(button->geometry())));
        QImage image(button->size() * scale, QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        button->render(&image);
        const QRect ink = inkIn(image);
        QVERIFY2(ink.width() >= 4 * scale && ink.height() >= 4 * scale, qPrintable(QDebug::toString(ink)));
        QVERIFY2(image.rect().adjusted(1, 1, -1, -1).contains(ink), qPrintable(QDebug::toString(ink)));
    }
}

void TestTheme::anIconIsFivePixelsFromItsWord_data() {
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::newRow("before it") << Qt::LeftToRight;
    QTest::newRow("after it") << Qt::RightToLeft;
}

/// Qt leaves 2 px.
void TestTheme::anIconIsFivePixelsFromItsWord() {
    Theme theme(ThemeChoice::dark);
    theme.apply();
    QFETCH(Qt::LayoutDirection, direction);
    WordButton button;
    button.setLayoutDirection(direction);
    QPixmap icon(16, 16);
    icon.fill(Qt::white);
    button.setIcon(icon);
    button.setText("H");
    button.setIconSize({16, 16});
    const QImage grabbed = button.grab().toImage();
    const QImage image = direction == Qt::LeftToRight ? grabbed : grabbed.mirrored(true, false);
    const int middle = image.height() / 2;
    const auto isInk = [&](int x) { return qGray(image.pixel(x, middle)) > 128; };
    int x = 0;
    while (x < image.width() && !isInk(x))
        ++x;
    int gap = 0;
    for (x += 16; x < image.width() && !isInk(x); ++x)
        ++gap;
    QVERIFY2(gap >= 5 && gap <= 7, qPrintable(QString::number(gap)));  // with the edge of the letter
    QVERIFY(x < image.width());
}

BURIN_TEST(TestTheme)
#include "test_theme.moc"
