// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.hpp"

#include "core/design/yaml.hpp"
#include "ui/theme/application_sheet.hpp"
#include "ui/theme/quiet_hints.hpp"
#include "ui/theme/whole_lists.hpp"
#include "ui/theme/why_tips.hpp"
#include "ui/words/text.hpp"

#include <QApplication>
#include <QCursor>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGridLayout>
#include <QIconEngine>
#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QPalette>
#include <QPointer>
#include <QScreen>
#include <QStandardPaths>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleHints>
#include <QSvgRenderer>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace burin::ui {

namespace {

/// Shows tooltips as plain text, in lines that can be read at a glance. By default, Qt reads a text that
/// looks like HTML as HTML, and the names of users, their formulas and messages about both may have a `<`.
class PlainToolTips : public QObject {
  public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        // Qt has no function for it, but each tooltip is a label of this class.
        const bool polish = event->type() == QEvent::Polish;
        if ((!polish && event->type() != QEvent::Resize) || !watched->inherits("QTipLabel")) return false;
        auto* const tip = qobject_cast<QLabel*>(watched);
        if (polish) {
            tip->setTextFormat(Qt::PlainText);
            tip->setMaximumWidth(mostWidth);
        } else {
            wrap(*tip);
        }
        return false;
    }

  private:
    /// Qt only wraps a text that is wider than the screen. It has placed the tooltip by its width, so only
    /// its height changes.
    static void wrap(QLabel& tip) {
        if (!tip.wordWrap() && tip.sizeHint().width() <= tip.maximumWidth()) return;
        tip.setWordWrap(true);
        const QRect before = tip.geometry();
        const int height = tip.heightForWidth(before.width());
        if (height <= before.height()) return;
        // A tooltip above the pointer grows upwards. One below it grows downwards, and moves up if it would
        // leave the screen.
        const bool above = before.bottom() < QCursor::pos().y();
        const int lowest = tip.screen()->geometry().bottom() + 1 - height;
        const int top = above ? before.bottom() + 1 - height : std::min(before.top(), lowest);
        tip.setGeometry(before.left(), std::max(top, tip.screen()->geometry().top()), before.width(), height);
    }

    static constexpr int mostWidth = 480;  ///< px: about 70 letters
};

/// Gives message boxes the margins of the other dialogs. Qt makes their layout anew for each icon and text,
/// and indents the texts of a box without an icon.
class MessageMargins : public QObject {
  public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ChildAdded) return false;
        auto* const box = qobject_cast<QMessageBox*>(watched);
        auto* const grid = box == nullptr ? nullptr : qobject_cast<QGridLayout*>(box->layout());
        if (grid == nullptr || grid != static_cast<QChildEvent*>(event)->child()) return false;
        grid->setContentsMargins(16, 16, 16, 16);
        QLayoutItem* const first = grid->itemAtPosition(0, 0);
        if (QSpacerItem* const indent = first == nullptr ? nullptr : first->spacerItem()) {
            indent->changeSize(0, 0);
            grid->setHorizontalSpacing(0);
            grid->setColumnStretch(1, 1);
        }
        return false;
    }
};

/// The names in the order of Role.
constexpr const char* roleNames[] = {
    "window",        "panel",       "head",          "field",        "hover",          "selectedGround",
    "line",          "strongLine",  "border",        "canvas",       "canvasDots",     "nodeBody",
    "nodeHeader",    "nodeLine",    "frameGround",   "frameLine",    "errorGround",    "warningGround",
    "text",          "secondary",   "quiet",         "accent",       "accentFill",     "onAccentFill",
    "error",         "warning",     "good",          "data",         "mask",           "pattern",
    "overlayGround", "overlayText", "overlayAccent", "overlayError", "overlayWarning", "overlayGood",
    "guide"};
static_assert(std::size(roleNames) == static_cast<std::size_t>(Role::count));

constexpr double disabledOpacity = 0.4;

QByteArray resource(const QString& name) {
    QFile file(":/" + name);
    if (!file.open(QIODevice::ReadOnly)) return {};
    return file.readAll();
}

/// Draws resources/icons/<name>.svg, or nothing if there is none.
void drawIcon(QPainter& painter, const QRectF& place, const QString& name, const QColor& color) {
    QByteArray svg = resource("icons/" + name + ".svg");
    if (svg.isEmpty()) return;
    svg.replace("#000000", color.name().toLatin1());
    QSvgRenderer(svg).render(&painter, place);
}

bool systemIsDark() {
    const QPalette palette = QApplication::style()->standardPalette();
    return QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ||
           palette.color(QPalette::Window).lightness() < 128;
}

/// Adds the fonts that are installed with the program. The .run file brings them, for systems without these
/// fonts.
void addBroughtFonts() {
    const QDir folder(QCoreApplication::applicationDirPath() + "/../share/burin/fonts");
    for (const QString& file : folder.entryList({"*.otf", "*.ttf"}, QDir::Files))
        QFontDatabase::addApplicationFont(folder.filePath(file));
}

/// The first of the families that the system or the program has; empty if there is none.
QString installed(const QStringList& families) {
    for (const bool brought : {false, true}) {
        if (brought) addBroughtFonts();
        const QStringList known = QFontDatabase::families();
        for (const QString& family : families) {
            if (known.contains(family)) return family;
        }
    }
    return {};
}

}  // namespace

Theme::Theme(ThemeChoice choice, QObject* parent)
    : QObject(parent), choice_(choice), sheet_(new ApplicationSheet(this)) {
    load();
}

void Theme::choose(ThemeChoice choice) {
    choice_ = choice;
    load();
    apply();
}

void Theme::load() {
    dark_ = choice_ == ThemeChoice::dark || (choice_ == ThemeChoice::system && systemIsDark());
    const QByteArray text = resource(dark_ ? "themes/dark.yaml" : "themes/light.yaml");
    const auto parsed = parseYaml({text.constData(), static_cast<std::size_t>(text.size())});
    const auto* table = std::get_if<YamlValue>(&parsed);
    for (std::size_t i = 0; i < colors_.size(); ++i) {
        const YamlValue* color = table == nullptr ? nullptr : table->find(roleNames[i]);
        if (color == nullptr) throw std::logic_error(std::string("the theme lacks ") + roleNames[i]);
        colors_[i] = QColor(QString::fromStdString(color->scalar));
    }
    pixmaps_.clear();
}

QColor Theme::color(Trait trait) const {
    return color(trait == Trait::data ? Role::data : trait == Trait::mask ? Role::mask : Role::pattern);
}

QFont Theme::font(int px, int weight) const {
    static const QString family = installed({"Inter", "Inter Variable"});
    QFont font = family.isEmpty() ? QApplication::font() : QFont(family);
    font.setPixelSize(px);
    font.setWeight(static_cast<QFont::Weight>(weight));
    return font;
}

QFont Theme::numbers(int px) const {
    static const QString family = installed({"JetBrains Mono"});
    QFont font = family.isEmpty() ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : QFont(family);
    font.setPixelSize(px);
    font.setStyleHint(QFont::Monospace);
    font.setHintingPreference(QFont::PreferVerticalHinting);
    return font;
}

QPixmap Theme::pixmap(const QString& name, int px, Role role, qreal devicePixelRatio) const {
    const QString key =
        QStringLiteral("%1/%2/%3/%4").arg(name).arg(px).arg(static_cast<int>(role)).arg(devicePixelRatio);
    QPixmap& known = pixmaps_[key];
    if (known.isNull()) known = QPixmap::fromImage(drawn(name, px, color(role), devicePixelRatio));
    return known;
}

/// Draws each icon once for all themes, because an SVG takes long to parse.
QImage Theme::drawn(const QString& name, int px, const QColor& color, qreal devicePixelRatio) {
    static QHash<QString, QImage> known;
    QImage& image =
        known[QStringLiteral("%1/%2/%3/%4").arg(name).arg(px).arg(color.rgba()).arg(devicePixelRatio)];
    if (!image.isNull()) return image;
    image = QImage(QSize(px, px) * devicePixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(devicePixelRatio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawIcon(painter, QRectF(0, 0, px, px), name, color);
    return image;
}

void Theme::paintIcon(QPainter& painter, const QRectF& place, const QString& name, Role role) const {
    drawIcon(painter, place, name, color(role));
}

namespace {

/// Looks up its colour whenever it draws, so that a change of theme needs no new icons.
class ThemedIcon final : public QIconEngine {
  public:
    ThemedIcon(const Theme& theme, QString name, Role role)
        : theme_(&theme), name_(std::move(name)), role_(role) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        if (!theme_) return;
        const int side = std::min(rect.width(), rect.height());
        const QRect place = QStyle::alignedRect(QGuiApplication::layoutDirection(),
                                                Qt::AlignLeft | Qt::AlignVCenter, {side, side}, rect);
        const qreal before = painter->opacity();
        if (mode == QIcon::Disabled) painter->setOpacity(before * disabledOpacity);
        painter->drawPixmap(place,
                            theme_->pixmap(name_, side, role_, painter->device()->devicePixelRatioF()));
        painter->setOpacity(before);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({0, 0}, size), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new ThemedIcon(*this); }
    [[nodiscard]] QString key() const override { return QStringLiteral("burin"); }

  private:
    QPointer<const Theme> theme_;
    QString name_;
    Role role_;
};

}  // namespace

QIcon Theme::icon(const QString& name, Role role) const {
    return QIcon(new ThemedIcon(*this, name, role));
}

QString Theme::kindIcon(std::string_view kind) {
    const QString name = "kind-" + textOf(kind);
    return QFile::exists(":/icons/" + name + ".svg") ? name : QStringLiteral("kind-math2d");
}

/// Writes icons in the theme's colours to files, because style sheets can only refer to files. If there is no
/// such file, the icon is the one of the program, without the colour. Reading a pipe would last for ever.
static QString coloredFile(const Theme& theme, const QString& name, Role role, int px = 32) {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/theme";
    QDir().mkpath(folder);
    const QString file = folder + '/' + name + '-' + theme.color(role).name().mid(1) + ".png";
    if (!QFile::exists(file)) theme.pixmap(name, px, role).save(file);
    return QFileInfo(file).isFile() ? file : ":/icons/" + name + ".svg";
}

QString Theme::styleSheet() const {
    QString sheet = QString::fromUtf8(resource("themes/style.qss"));
    // Replace longer names first: @lineStrong must not be taken for @line.
    std::vector<std::size_t> order(colors_.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) {
        return std::string_view(roleNames[a]).size() > std::string_view(roleNames[b]).size();
    });
    for (const std::size_t i : order)
        sheet.replace(QString("@") + roleNames[i], colors_[i].name(QColor::HexArgb));
    sheet.replace("@chevron", coloredFile(*this, "chevron", Role::secondary));
    sheet.replace("@triangle", coloredFile(*this, "warning", Role::warning, 64));
    sheet.replace("@check", coloredFile(*this, "check", Role::onAccentFill));
    return sheet;
}

/// If the application looks like that already, no widget is polished again.
void Theme::apply() {
    if (plainTips_ == nullptr) {
        plainTips_ = new PlainToolTips(this);
        for (QObject* filter :
             {plainTips_, static_cast<QObject*>(new WhyTips(this)),
              static_cast<QObject*>(new WholeLists(this)), static_cast<QObject*>(new QuietHints(this)),
              static_cast<QObject*>(new MessageMargins(this))})
            qApp->installEventFilter(filter);
    }
    QPalette palette;
    const auto set = [&](QPalette::ColorRole to, Role role) { palette.setColor(to, color(role)); };
    set(QPalette::Window, Role::panel);
    set(QPalette::WindowText, Role::text);
    set(QPalette::Base, Role::field);
    set(QPalette::AlternateBase, Role::panel);
    set(QPalette::Text, Role::text);
    set(QPalette::PlaceholderText, Role::quiet);
    set(QPalette::Button, Role::head);
    set(QPalette::ButtonText, Role::text);
    set(QPalette::ToolTipBase, Role::head);
    set(QPalette::ToolTipText, Role::text);
    set(QPalette::Highlight, Role::accentFill);
    set(QPalette::HighlightedText, Role::onAccentFill);
    set(QPalette::Link, Role::accent);
    const QString sheet = styleSheet();
    const bool looksSo = qApp->styleSheet() == sheet && QGuiApplication::palette() == palette &&
                         QApplication::font() == font();
    if (!looksSo) {
        // Each of these takes time for every widget.
        if (!std::exchange(styled_, true)) QApplication::setStyle(QStyleFactory::create("Fusion"));
        QApplication::setPalette(palette);
        if (QApplication::font() != font()) QApplication::setFont(font());
        sheet_->set(sheet);
    }
    emit changed();
}

}  // namespace burin::ui
