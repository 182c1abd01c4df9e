// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief/relief_bar.hpp"

#include "ui/theme/number_field.hpp"
#include "ui/theme/theme.hpp"
#include "ui/theme/value_slider.hpp"
#include "ui/viewport/relief/relief_view.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QHBoxLayout>
#include <QPixmap>

#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

constexpr QSize swatch(16, 12);

/// A box of widgets that is shown or hidden as a whole.
QWidget* boxOf(const QList<QWidget*>& parts, int spacing) {
    auto* box = new QWidget;
    box->setObjectName("clearGround");  // an opaque background would cover the line below the bar
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(spacing);
    for (QWidget* part : parts)
        row->addWidget(part);
    return box;
}

QLabel* quietLabel(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("secondary", true);
    return label;
}

/// The colour of an even surface in the standard light.
QColor colorOf(const ReliefMaterial& material) {
    const LinearColor light = shade(material, {0, 0, 1}, lightFrom(315, 60), {0, 0, 1});
    return QColor::fromRgbF(static_cast<float>(displayed(light.red)),
                            static_cast<float>(displayed(light.green)),
                            static_cast<float>(displayed(light.blue)));
}

// Equal steps of the slider multiply the heights by equal factors.
double fractionOf(double heights) {
    return std::log(heights / ReliefLook::leastHeights) /
           std::log(ReliefLook::mostHeights / ReliefLook::leastHeights);
}

/// Rounded to two digits, but never finer than tenths, because the field shows tenths.
double heightsAt(double fraction) {
    const double heights =
        ReliefLook::leastHeights * std::pow(ReliefLook::mostHeights / ReliefLook::leastHeights, fraction);
    const double digit = std::max(0.1, std::pow(10, std::floor(std::log10(heights)) - 1));
    return std::max(ReliefLook::leastHeights, std::round(heights / digit) * digit);
}

}  // namespace

template <class Change>
void ReliefBar::change(Change change) {
    ReliefLook look = view_.look();
    change(look);
    view_.setLook(look);
}

ReliefBar::ReliefBar(Workbench workbench, ReliefView& view, QWidget* parent)
    : QWidget(parent), workbench_(workbench), view_(view) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    addForms(*row);
    addMaterials(*row);
    addLight(*row);
    addHeights(*row);
    connect(&view_, &ReliefView::changed, this, &ReliefBar::showLook);
    connect(&workbench_.theme, &Theme::changed, this, &ReliefBar::showTheme);
    showTheme();
    showLook();
}

void ReliefBar::addForms(QHBoxLayout& row) {
    const auto segment = [this](const QString& text, const char* place, bool rolled) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setProperty("segment", place);
        button->setCheckable(true);
        button->setAutoExclusive(true);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this,
                [this, rolled] { change([rolled](ReliefLook& look) { look.rolled = rolled; }); });
        return button;
    };
    flat_ = segment(tr("Flat"), "first", false);
    roller_ = segment(tr("Roller"), "last", true);
    forms_ = boxOf({flat_, roller_}, 0);
    row.addWidget(forms_);
}

void ReliefBar::addMaterials(QHBoxLayout& row) {
    material_ = new QComboBox;
    material_->setObjectName("viewport.material");
    material_->setIconSize(swatch);
    material_->setFixedWidth(140);
    for (const ReliefMaterial& material : reliefMaterials) {
        QPixmap color(swatch);
        color.fill(colorOf(material));
        material_->addItem(color, describedText("Materials", material.name));
    }
    connect(material_, &QComboBox::activated, this, [this](int chosen) {
        change([chosen](ReliefLook& look) { look.material = static_cast<std::size_t>(chosen); });
    });
    materials_ = boxOf({quietLabel(tr("Material")), material_}, 8);
    row.addWidget(materials_);
}

void ReliefBar::addLight(QHBoxLayout& row) {
    lightIcon_ = new QLabel;
    azimuth_ = numberField("viewport.light-azimuth", 0, 359, 0, 15, 56);
    azimuth_->setWrapping(true);
    azimuth_->setToolTip(tr("Direction of the light on the screen: 0° from above, clockwise"));
    elevation_ = numberField("viewport.light-elevation", 0, 90, 0, 5, 48);
    elevation_->setToolTip(tr("Elevation of the light: 0° grazes the surface, 90° comes from the viewer"));
    for (QDoubleSpinBox* field : {azimuth_, elevation_})
        field->setSuffix(QString::fromUtf8("°"));
    connect(azimuth_, &QDoubleSpinBox::valueChanged, this,
            [this](double degrees) { change([=](ReliefLook& look) { look.lightAzimuth = degrees; }); });
    connect(elevation_, &QDoubleSpinBox::valueChanged, this,
            [this](double degrees) { change([=](ReliefLook& look) { look.lightElevation = degrees; }); });
    light_ = boxOf({lightIcon_, azimuth_, elevation_}, 8);
    row.addWidget(light_);
}

void ReliefBar::addHeights(QHBoxLayout& row) {
    slider_ = new ValueSlider;
    slider_->setFixedWidth(100);
    heights_ = numberField("viewport.heights", ReliefLook::leastHeights, ReliefLook::mostHeights, 1, 1, 68);
    heights_->setPrefix(QString::fromUtf8("× "));
    heights_->setToolTip(tr("Vertical exaggeration: the drawn heights, relative to the true ones"));
    example_ = new QLabel;
    example_->setProperty("quiet", true);
    const auto setHeights = [this](double heights) {
        change([heights](ReliefLook& look) { look.heights = heights; });
    };
    connect(slider_, &ValueSlider::slid, this,
            [setHeights](double fraction) { setHeights(heightsAt(fraction)); });
    connect(slider_, &ValueSlider::nudged, this, [this, setHeights](int steps) {
        constexpr double wholeWay = 100;
        setHeights(heightsAt(fractionOf(view_.look().heights) + steps / wholeWay));
    });
    connect(heights_, &QDoubleSpinBox::valueChanged, this, setHeights);
    row.addWidget(quietLabel(tr("Heights")));
    row.addWidget(slider_);
    row.addWidget(heights_);
    row.addWidget(example_);
}

void ReliefBar::setShown(Shown shown) {
    example_->setVisible(shown < Shown::noExample);
    slider_->setVisible(shown < Shown::noSlider);
    light_->setVisible(shown < Shown::noLight);
    materials_->setVisible(shown < Shown::noMaterial);
    layout()->invalidate();
    layout()->activate();
}

void ReliefBar::showLook() {
    const ReliefLook& look = view_.look();
    forms_->setVisible(view_.hasRoller());
    flat_->setChecked(!view_.onRoller());
    roller_->setChecked(view_.onRoller());
    material_->setCurrentIndex(static_cast<int>(look.material));
    // A field that is set is drawn again, also to the same number, and loses what is typed there.
    if (std::exchange(shown_, look) != look) {
        const QSignalBlocker quietAzimuth(azimuth_);
        const QSignalBlocker quietElevation(elevation_);
        const QSignalBlocker quietHeights(heights_);
        azimuth_->setValue(look.lightAzimuth);
        elevation_->setValue(look.lightElevation);
        heights_->setValue(look.heights);
    }
    if (!slider_->isSliderDown()) slider_->setFraction(fractionOf(look.heights));
    const double depthUm = view_.fullDepthUm();
    example_->setText(tr("%1 looks like %2").arg(lengthText(depthUm), lengthText(depthUm * view_.heights())));
}

void ReliefBar::showTheme() {
    const Theme& theme = workbench_.theme;
    lightIcon_->setPixmap(theme.pixmap("light", 16, Role::secondary, devicePixelRatioF()));
    for (QDoubleSpinBox* field : {azimuth_, elevation_, heights_})
        field->setFont(theme.numbers(12));
}

}  // namespace burin::ui
