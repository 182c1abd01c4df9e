// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/appearance_bar.hpp"

#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/number_field.hpp"
#include "ui/theme/theme.hpp"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QPixmap>

namespace burin::ui {

namespace {

constexpr QSize swatch(36, 12);

QIcon swatchOf(const QString& map, bool reversed) {
    QIcon icon;
    for (const int ratio : {1, 2}) {
        QPixmap picture = QPixmap::fromImage(ColorMap::named(map, reversed).row().scaled(swatch * ratio));
        picture.setDevicePixelRatio(ratio);
        icon.addPixmap(picture);
    }
    return icon;
}

}  // namespace

AppearanceBar::AppearanceBar(Workbench workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    addModes(*row);
    addMap(*row);
    addLight(*row);
    addSettings();
    connect(&workbench_.previews.appearance(), &ViewAppearance::changed, this,
            &AppearanceBar::showAppearance);
    connect(&workbench_.theme, &Theme::changed, this, &AppearanceBar::showTheme);
    showTheme();
    showAppearance();
}

QAction* AppearanceBar::action(const char* id, const QString& text, const char* icon,
                               const QKeySequence& keys) {
    auto* made = new QAction(text, this);
    made->setObjectName(id);
    made->setProperty("icon-name", icon);
    made->setCheckable(true);
    made->setShortcut(keys);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    actions_ << made;
    return made;
}

void AppearanceBar::addModes(QHBoxLayout& row) {
    modes_ = {action("viewport.gray", tr("Gray"), "gray", Qt::SHIFT | Qt::Key_1),
              action("viewport.inverted", tr("Inverted"), "invert", Qt::SHIFT | Qt::Key_2),
              action("viewport.map", tr("Colour map"), "map", Qt::SHIFT | Qt::Key_3),
              action("viewport.relief", tr("Relief"), "relief", Qt::SHIFT | Qt::Key_4),
              action("viewport.bits", tr("1-bit"), "bits", Qt::SHIFT | Qt::Key_5)};
    auto* group = new QActionGroup(this);
    auto* segments = new QHBoxLayout;
    segments->setSpacing(0);
    for (int k = 0; k < modes_.size(); ++k) {
        group->addAction(modes_[k]);
        auto* button = new QToolButton;
        button->setProperty("segment", k == 0 ? "first" : k + 1 == modes_.size() ? "last" : "middle");
        button->setDefaultAction(modes_[k]);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        segments->addWidget(button);
        segments_ << button;
        connect(modes_[k], &QAction::triggered, this, [this, k] {
            workbench_.previews.appearance().change(
                [k](AppearanceValues& v) { v.mode = static_cast<AppearanceMode>(k); });
        });
    }
    row.addLayout(segments);
}

void AppearanceBar::addMap(QHBoxLayout& row) {
    map_ = new QComboBox;
    map_->setObjectName("viewport.color-map");
    map_->setToolTip(tr("Colour map"));
    map_->setIconSize(swatch);
    map_->addItems(ColorMap::names());
    map_->setFixedWidth(132);
    row.addWidget(map_);
    connect(map_, &QComboBox::textActivated, this, [this](const QString& name) {
        workbench_.previews.appearance().change([&](AppearanceValues& v) { v.map = name; });
    });
}

void AppearanceBar::addLight(QHBoxLayout& row) {
    relief_ = new QWidget;
    relief_->setObjectName("clearGround");  // an opaque background would cover the line below the bar
    auto* inner = new QHBoxLayout(relief_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(8);
    lightIcon_ = new QLabel;
    light_ = numberField("viewport.light", 0, 359, 0, 15, 56);
    light_->setWrapping(true);
    light_->setSuffix(QString::fromUtf8("°"));
    light_->setToolTip(tr("Direction of the light, clockwise; 0° is light from the top edge"));
    height_ = numberField("viewport.height", 0.1, 100, 1, 0.5, 60);
    height_->setPrefix(QString::fromUtf8("× "));
    height_->setToolTip(tr("Vertical exaggeration: the relief's height, relative to the true height"));
    auto* label = new QLabel(tr("height"));
    label->setProperty("secondary", true);
    for (QWidget* part : {static_cast<QWidget*>(lightIcon_), static_cast<QWidget*>(light_),
                          static_cast<QWidget*>(label), static_cast<QWidget*>(height_)})
        inner->addWidget(part);
    row.addWidget(relief_);
    connect(light_, &QDoubleSpinBox::valueChanged, this, [this](double degrees) {
        workbench_.previews.appearance().change([&](AppearanceValues& v) { v.lightDegrees = degrees; });
    });
    connect(height_, &QDoubleSpinBox::valueChanged, this, [this](double times) {
        workbench_.previews.appearance().change([&](AppearanceValues& v) { v.height = times; });
    });
}

void AppearanceBar::addSettings() {
    reversed_ = action("viewport.reversed", tr("Reverse the colour map"), "", {});
    clipped_ = action("viewport.clipped", tr("Mark values outside of the range"), "", {});
    automatic_ =
        action("viewport.automatic-range", tr("Automatic range"), "histogram", Qt::SHIFT | Qt::Key_H);
    ViewAppearance& appearance = workbench_.previews.appearance();
    connect(reversed_, &QAction::triggered, this,
            [&appearance](bool on) { appearance.change([on](AppearanceValues& v) { v.reversed = on; }); });
    connect(clipped_, &QAction::triggered, this,
            [&appearance](bool on) { appearance.change([on](AppearanceValues& v) { v.clipped = on; }); });
    connect(automatic_, &QAction::triggered, this,
            [&appearance](bool on) { appearance.change([on](AppearanceValues& v) { v.automatic = on; }); });
}

void AppearanceBar::setShown(Shown shown) {
    shown_ = shown;
    for (QToolButton* segment : segments_)
        segment->setToolButtonStyle(shown == Shown::all ? Qt::ToolButtonTextOnly : Qt::ToolButtonIconOnly);
    showParts();
    layout()->invalidate();
    layout()->activate();
}

void AppearanceBar::showAppearance() {
    const AppearanceValues& appearance = workbench_.previews.appearance().values();
    modes_[static_cast<int>(appearance.mode)]->setChecked(true);
    reversed_->setChecked(appearance.reversed);
    clipped_->setChecked(appearance.clipped);
    automatic_->setChecked(appearance.automatic);
    for (int k = 0; k < map_->count(); ++k)
        map_->setItemIcon(k, swatchOf(map_->itemText(k), appearance.reversed));
    map_->setCurrentText(appearance.map);
    const QSignalBlocker quietLight(light_);
    const QSignalBlocker quietHeight(height_);
    light_->setValue(appearance.lightDegrees);
    height_->setValue(appearance.height);
    showParts();
}

void AppearanceBar::showParts() {
    const AppearanceMode mode = workbench_.previews.appearance().values().mode;
    const bool relief = mode == AppearanceMode::relief;
    map_->setVisible((mode == AppearanceMode::map || relief) && shown_ < Shown::noMap);
    relief_->setVisible(relief && shown_ < Shown::noLight);
}

void AppearanceBar::showTheme() {
    const Theme& theme = workbench_.theme;
    for (QAction* each : actions_) {
        const QString name = each->property("icon-name").toString();
        if (!name.isEmpty()) each->setIcon(theme.icon(name));
    }
    lightIcon_->setPixmap(theme.pixmap("light", 16, Role::secondary, devicePixelRatioF()));
    light_->setFont(theme.numbers(12));
    height_->setFont(theme.numbers(12));
}

}  // namespace burin::ui
