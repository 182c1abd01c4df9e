// SPDX-License-Identifier: GPL-3.0-or-later

// Colours and icons follow the theme.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/theme/theme.hpp"

#include <QAction>
#include <QToolButton>

using namespace burin::ui;

class TestTheme : public QObject {
    Q_OBJECT

  private slots:
    void iconsFollowAChangeOfTheme();
    void disabledIconsAreFaint();
    void everyKindHasAnIconOfItsOwn();
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

}  // namespace

/// The owner of an icon need not set it again.
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

BURIN_TEST(TestTheme)
#include "test_theme.moc"
