// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/spot_editor.hpp"

#include "core/design/yaml_tools.hpp"
#include "ui/inspector/editors/choose_file.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/inspector/fields/spot_plot.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"

#include <QDir>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

namespace burin::ui {

namespace {

constexpr std::array<std::string_view, 3> shapeNames = {"gaussian", "top_hat", "image"};
constexpr int spotLabelWidth = 96;
constexpr int besideFile = 28;          ///< the insets of a button's text, both sides together
constexpr qsizetype longestPath = 400;  ///< in characters; more never fit

QLabel* spotLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("secondary", true);
    label->setFixedWidth(spotLabelWidth);
    return label;
}

}  // namespace

SpotEditor::SpotEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent),
      wanted_(wanted),
      label_(spotLabel(tr("Diameter x, y"), this)),
      x_(makeField("field.spot.x")),
      y_(makeField("field.spot.y")),
      ofImage_(new QWidget(this)),
      file_(new QPushButton(ofImage_)),
      pitch_(makeField("field.spot.pitch")),
      plot_(new SpotPlot(theme(), this)) {
    x_->setClearable(!wanted.required);
    if (!wanted.required) x_->setPlaceholderText(tr("none"));
    connect(x_, &QuantityField::cleared, this, [this] { emit edited({}, 0); });
    auto* sides = new QHBoxLayout;
    sides->setSpacing(8);
    sides->addWidget(label_);
    sides->addWidget(x_, 1);
    sides->addWidget(y_, 1);
    file_->setObjectName("choose.spot");
    // A long path must not widen the inspector.
    file_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    file_->installEventFilter(this);
    connect(file_, &QPushButton::clicked, this, &SpotEditor::choose);
    auto* grid = new QGridLayout(ofImage_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->addWidget(spotLabel(tr("Image"), ofImage_), 0, 0);
    grid->addWidget(file_, 0, 1);
    grid->addWidget(spotLabel(tr("Pitch"), ofImage_), 1, 0);
    grid->addWidget(pitch_, 1, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(6);
    all->addLayout(sides);
    all->addWidget(ofImage_);
    all->addWidget(plot_);
    setFirst(x_);
    setValue(nullptr);
}

QuantityField* SpotEditor::makeField(const char* id) {
    auto* field = new QuantityField(this);
    field->setObjectName(id);
    field->setFont(theme().numbers());
    field->setBound(boundOf(wanted_, place()));
    connect(field, &QuantityField::entered, this,
            [this, field](const Length&, bool stepping) { enter(field, stepping ? gesture_ : 0); });
    connect(field, &QuantityField::problemChanged, this, &ValueEditor::problemChanged);
    connect(field, &QuantityField::focusChanged, this, [this](bool focused) {
        if (focused) gesture_ = document().newGesture();
    });
    return field;
}

QWidget* SpotEditor::makeHead() {
    shapes_ = new SegmentedSwitch(theme(), {tr("Gaussian"), tr("Top hat"), tr("Image")});
    shapes_->setObjectName("shape.spot");
    shapes_->setChosen(shape_);
    connect(shapes_, &SegmentedSwitch::picked, this, &SpotEditor::pick);
    return shapes_;
}

/// The text of a key. A value that is not a map is a length, which is the text of sx.
QString SpotEditor::text(const char* key) const {
    if (value_.isMap()) return scalarText(value_.find(key));
    return std::string_view(key) == "sx" ? scalarText(&value_) : QString();
}

void SpotEditor::setValue(const YamlValue* value) {
    value_ = value == nullptr ? YamlValue() : *value;
    shape_ = gaussian;
    for (std::size_t i = 0; value_.isMap() && i < shapeNames.size(); ++i) {
        if (textUnder(value_, "shape") == shapeNames[i]) shape_ = static_cast<Shape>(i);
    }
    if (shapes_ != nullptr) shapes_->setChosen(shape_);
    const bool none = text("sx").isEmpty();
    for (QuantityField* field : {x_, y_, pitch_})
        field->setRule(quantityRule(wanted_, place().pitchUm()));
    const YamlValue x = yamlScalar(text("sx").toStdString());
    const YamlValue y = yamlScalar((text("sy").isEmpty() ? text("sx") : text("sy")).toStdString());
    const YamlValue pitch = yamlScalar(text("pitch").toStdString());
    showQuantity(*x_, none ? nullptr : &x);
    showQuantity(*y_, none ? nullptr : &y);
    showQuantity(*pitch_, text("pitch").isEmpty() ? nullptr : &pitch);
    y_->setEnabled(!none);
    for (QWidget* part :
         {static_cast<QWidget*>(label_), static_cast<QWidget*>(x_), static_cast<QWidget*>(y_)})
        part->setVisible(shape_ != image);
    ofImage_->setVisible(shape_ == image);
    // A text in a hidden field could not be corrected.
    for (QuantityField* field : {x_, y_, pitch_}) {
        if ((field == pitch_) != (shape_ == image)) field->forgetTyped();
    }
    showFile();
    showCut();
}

/// The file of the image, as far as there is room for its path.
void SpotEditor::showFile() {
    const QString file = text("file");
    const QString end = QDir::toNativeSeparators(file.right(longestPath));
    QString shown = cutPath(end, file_->fontMetrics(), file_->width() - besideFile);
    file_->setText(file.isEmpty() ? tr("Choose...") : shown.replace('&', "&&"));
    file_->setToolTip(file);
}

bool SpotEditor::eventFilter(QObject* watched, QEvent* event) {
    if (watched == file_ && event->type() == QEvent::Resize) showFile();
    return ValueEditor::eventFilter(watched, event);
}

void SpotEditor::showCut() {
    const std::optional<Length>& x = x_->quantity();
    plot_->setVisible(shape_ != image && x.has_value());
    if (x) plot_->setSpot(x->micrometres(place().pitchUm()), shape_ == topHat);
}

/// The value with a shape and its diameters. A round gaussian is a length.
YamlValue SpotEditor::written(Shape shape, const QString& x, const QString& y) const {
    const bool round = y.isEmpty() || y == x;
    if (shape == gaussian && round) return yamlScalar(x.toStdString());
    YamlValue map = yamlMap();
    map.flow = true;
    setIn(map, "shape", yamlScalar(shapeNames[shape]));
    setIn(map, "sx", yamlScalar(x.toStdString()));
    if (!round) setIn(map, "sy", yamlScalar(y.toStdString()));
    return map;
}

void SpotEditor::pick(int shape) {
    if (shape == image) {
        choose();
    } else {
        const QString x = text("sx").isEmpty() ? QStringLiteral("40 um") : text("sx");
        emit edited(written(static_cast<Shape>(shape), x, text("sy")), 0);
    }
    if (shapes_ != nullptr) shapes_->setChosen(shape_);
}

/// Asks for the image of the spot. A new one has the pitch of the surface.
void SpotEditor::choose() {
    chooseFile(this, place(), text("file"), [this](const QString& file) {
        YamlValue map = yamlMap();
        map.flow = true;
        const Length pixel{place().pitchUm(), LengthUnit::micrometre};
        const QString pitch = text("pitch").isEmpty() ? fileText(pixel, pitch_->rule()) : text("pitch");
        setIn(map, "shape", yamlScalar(shapeNames[image]));
        setIn(map, "file", yamlScalar(file.toStdString()));
        setIn(map, "pitch", yamlScalar(pitch.toStdString()));
        emit edited(map, 0);
    });
}

/// The diameter along the other axis stays, except that a round spot stays round while x changes.
void SpotEditor::enter(QuantityField* field, int gesture) {
    if (field == pitch_) {
        YamlValue map = value_;
        setIn(map, "pitch", yamlScalar(pitch_->written().toStdString()));
        return emit edited(map, gesture);
    }
    const QString x = x_->written();
    const QString y = field == y_ ? y_->written() : text("sy");
    emit edited(written(shape_, x, y), gesture);
}

}  // namespace burin::ui
