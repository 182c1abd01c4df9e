// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texture/texture_dialog.hpp"

#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/texture/likeness_words.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/folding_row.hpp"
#include "ui/theme/sketch_mark.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QSlider>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

constexpr int shownPx = 352;
constexpr int leastShownPx = 176;
constexpr int aroundPictures = 48;   // px: the margins at their sides and the gap between them
constexpr int besidePictures = 288;  // px: titles, fields, hints and buttons

QSize firstSizeOn(QSize screen) {
    return firstSize({2 * shownPx + aroundPictures, shownPx + besidePictures}, screen);
}

QLabel* picture(QWidget* parent, const char* name) {
    auto* label = new QLabel(parent);
    label->setObjectName(name);
    const int side = TextureDialog::pictureSide(parent->screen()->availableSize());
    label->setFixedSize(side, side);
    label->setAlignment(Qt::AlignCenter);
    return label;
}

void showPicture(QLabel& label, const Theme& theme, const QImage& image, bool sketch) {
    if (image.isNull()) return;
    const qreal ratio = label.devicePixelRatioF();
    QPixmap shown =
        QPixmap::fromImage(image.scaled(label.size() * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    shown.setDevicePixelRatio(ratio);
    if (sketch) {
        QPainter painter(&shown);
        paintSketchMark(painter, theme, theme.font(11), {{0, 0}, shown.deviceIndependentSize()});
    }
    label.setPixmap(shown);
}

QLabel* quiet(const Theme& theme, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("quiet", true);
    label->setFont(theme.font(11));
    label->setWordWrap(true);
    return label;
}

}  // namespace

TextureDialog::TextureDialog(const Theme& theme, TextureSource source, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      source_(std::move(source)),
      example_(picture(this, "textureExample")),
      exampleCaption_(quiet(theme, this)),
      result_(picture(this, "textureResult")),
      status_(quiet(theme, this)),
      light_(new QLabel(this)),
      flatten_(new QCheckBox(tr("Take the uneven light out"), this)),
      features_(new QLabel(this)),
      leaveOut_(new QCheckBox(this)),
      even_(new QCheckBox(tr("Take wide light and dark areas out"), this)),
      method_(new SegmentedSwitch(theme, {tr("Blend"), tr("Cut")}, this)),
      methodHelp_(quiet(theme, this)),
      likeness_(quiet(theme, this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      patch_(new QSpinBox(this)),
      make_(new QPushButton(tr("Make the texture"), this)) {
    setObjectName("endlessTexture");
    setWindowTitle(tr("Endless texture"));
    status_->setObjectName("textureStatus");
    auto* cancel = new QPushButton(tr("Cancel"), this);
    make_->setObjectName("makeTexture");
    make_->setProperty("primary", true);
    make_->setDefault(true);
    QHBoxLayout* const buttons = dialogFoot(this);
    buttons->addWidget(status_, 1);
    buttons->addWidget(make_);
    buttons->addWidget(cancel);
    auto* content = new QWidget;
    auto* parts = new QVBoxLayout(content);
    parts->setContentsMargins(16, 16, 16, 8);
    parts->setSpacing(16);
    parts->addWidget(makePictures());
    parts->addWidget(makeParts());
    parts->addWidget(makeFields());
    parts->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(dialogScroll(content, this), 1);
    column->addWidget(buttons->parentWidget());
    resize(firstSizeOn(screen()->availableSize()));

    settled_.setSingleShot(true);
    settled_.setInterval(120);
    connect(&settled_, &QTimer::timeout, this, &TextureDialog::draw);
    connect(method_, &SegmentedSwitch::picked, this, &TextureDialog::pickMethod);
    connect(slider_, &QSlider::valueChanged, this, &TextureDialog::setPatch);
    connect(patch_, &QSpinBox::valueChanged, this, &TextureDialog::setPatch);
    connect(flatten_, &QCheckBox::toggled, this, &TextureDialog::flatten);
    connect(leaveOut_, &QCheckBox::toggled, this, &TextureDialog::leaveOut);
    connect(even_, &QCheckBox::toggled, this, &TextureDialog::even);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(make_, &QPushButton::clicked, this, &QDialog::accept);

    tryPart(TexturePart::whole);
}

int TextureDialog::pictureSide(QSize screen) {
    const QSize room = firstSizeOn(screen) - QSize(aroundPictures, besidePictures);
    return std::clamp(std::min(room.width() / 2, room.height()), leastShownPx, shownPx);
}

/// Tries patches of a part of the picture.
void TextureDialog::tryPart(TexturePart part) {
    parts_->hide();
    for (QWidget* field : std::initializer_list<QWidget*>{make_, method_, slider_, patch_})
        field->setEnabled(false);
    say(tr("Trying patches of several sizes…"), false);
    work_.start([this, part](const std::stop_token& stop) {
        const TrialProgress progress = [this, stop](int compared) {
            inbox_.postUnless(stop, [this, compared] { say(comparingWords(compared), false); });
        };
        TextureFindings found = tryTextures(source_, part, stop, progress);
        inbox_.postUnless(stop,
                          [this, found = std::move(found)]() mutable { takeFindings(std::move(found)); });
    });
}

/// The ways to a texture of a picture that is too large.
QWidget* TextureDialog::makeParts() {
    parts_ = new QWidget(this);
    auto* row = new QHBoxLayout(parts_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const auto add = [this, row](const char* name, TexturePart part) {
        auto* button = new QPushButton(parts_);
        button->setObjectName(name);
        connect(button, &QPushButton::clicked, this, [this, part] { tryPart(part); });
        row->addWidget(button);
        return button;
    };
    middle_ = add("textureMiddle", TexturePart::middle);
    reduced_ = add("textureReduced", TexturePart::reduced);
    row->addStretch(1);
    parts_->hide();
    return parts_;
}

QWidget* TextureDialog::makePictures() {
    auto* pictures = new QWidget(this);
    auto* row = new FoldingRow(pictures);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    const auto add = [row, pictures](const QString& title, QLabel* shown, QLabel* caption) {
        auto* column = new QVBoxLayout;
        column->setSpacing(4);
        column->addWidget(new QLabel(title, pictures));
        column->addWidget(shown, 0, Qt::AlignLeft);
        column->addWidget(caption);
        column->addStretch(1);  // a caption of two lines does not move the other title
        row->addLayout(column);
    };
    exampleCaption_->setObjectName("textureCaption");
    exampleCaption_->setTextFormat(Qt::PlainText);
    add(tr("Picture"), example_, exampleCaption_);
    auto* twice = quiet(theme_, pictures);
    twice->setText(tr("Twice the width and height of the picture. The texture continues without repeating."));
    add(tr("Endless texture"), result_, twice);
    return pictures;
}

QWidget* TextureDialog::makeFields() {
    auto* fields = new QWidget(this);
    auto* grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    method_->setObjectName("textureMethod");
    slider_->setObjectName("texturePatchSlider");
    patch_->setObjectName("texturePatch");
    patch_->setFont(theme_.numbers());
    patch_->setSuffix(tr(" px"));
    patch_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    patch_->setFixedWidth(112);
    const auto addName = [grid, fields](const QString& name, int row) {
        auto* const label = new QLabel(name, fields);
        label->setProperty("secondary", true);
        grid->addWidget(label, row, 0);
    };
    addName(tr("Method"), 0);
    grid->addWidget(method_, 0, 1, Qt::AlignLeft);
    grid->addWidget(methodHelp_, 1, 1, 1, 2);
    addName(tr("Patch"), 2);
    grid->addWidget(slider_, 2, 1);
    grid->addWidget(patch_, 2, 2);
    likeness_->setObjectName("textureLikeness");
    likeness_->setFont(theme_.font(12));
    grid->addWidget(likeness_, 3, 0, 1, 3);
    likeness_->hide();
    light_->setObjectName("textureLight");
    flatten_->setObjectName("flatten");
    features_->setObjectName("textureFeatures");
    leaveOut_->setObjectName("leaveOut");
    even_->setObjectName("even");
    int row = 4;
    const auto addWarning = [&](QLabel* warning, QCheckBox* remedy) {
        warning->setProperty("warning", true);
        warning->setFont(theme_.font(12));
        warning->setWordWrap(true);
        for (QWidget* shown : std::initializer_list<QWidget*>{warning, remedy}) {
            grid->addWidget(shown, row++, 0, 1, 3);
            shown->hide();
        }
    };
    addWarning(light_, flatten_);
    addWarning(features_, leaveOut_);
    grid->addWidget(even_, row, 0, 1, 3);
    even_->hide();
    return fields;
}

bool TextureDialog::ready() const {
    return findings_.problem.isEmpty() && choice_.patchPx > 0;
}

void TextureDialog::takeFindings(TextureFindings findings) {
    findings_ = std::move(findings);
    showPicture(*example_, theme_, findings_.example, findings_.sketch);
    exampleCaption_->setText(tr("%1 · %2 × %3 px")
                                 .arg(source_.node, QString::number(findings_.frame.width),
                                      QString::number(findings_.frame.height)));
    warnOfLight();
    if (!findings_.problem.isEmpty() || findings_.choice.patchPx <= 0) {
        say(findings_.problem.isEmpty() ? tr("The picture is too small for a texture.") : findings_.problem,
            true);
        offerParts();
        emit pictured();
        return;
    }
    method_->setEnabled(findings_.allows(TextureMethod::blend) && findings_.allows(TextureMethod::cut));
    slider_->setEnabled(true);
    patch_->setEnabled(true);
    make_->setEnabled(true);
    make_->setFocus();
    warnOfFeatures();
    setChoice(findings_.flattened.value_or(findings_.choice));
    draw();
}

void TextureDialog::offerParts() {
    if (!findings_.tooLarge) return;
    const auto offer = [this](QPushButton& button, const QString& words, TexturePart part) {
        const Size size = sizeOfPart(findings_.frame, part);
        button.setText(words.arg(tr("%1 × %2 px").arg(size.width).arg(size.height)));
        button.setVisible(std::min(size.width, size.height) >= leastExampleSide);
    };
    offer(*middle_, tr("Use the middle %1"), TexturePart::middle);
    offer(*reduced_, tr("Reduce it to %1"), TexturePart::reduced);
    parts_->show();
}

void TextureDialog::warnOfLight() {
    const PhotographSurvey& survey = findings_.survey;
    const bool lit = survey.litFromOneSide();
    light_->setVisible(lit || survey.uneven());
    flatten_->setVisible(findings_.flattened.has_value());
    QString text =
        lit ? tr("The picture is lighter on one side. Each patch keeps its brightness, so the texture "
                 "becomes spotted.")
            : tr("The picture is unevenly bright. Each patch keeps its brightness, so the texture "
                 "becomes spotted.");
    if (!findings_.flattened) text += ' ' + tr("Use a picture that is evenly lit.");
    light_->setText(text);
    if (!findings_.flattened) return;
    flatten_->setToolTip(tr("Subtracts the mean over %1 px, with nodes that you can edit later.")
                             .arg(findings_.flattened->flattenPx));
    const QSignalBlocker quietly(flatten_);
    flatten_->setChecked(true);
}

/// The user finds the features in the picture by their places.
void TextureDialog::warnOfFeatures() {
    const std::vector<OddFeature>& features = findings_.choice.leftOut;
    features_->setVisible(!features.empty());
    leaveOut_->setVisible(!features.empty());
    if (features.empty()) return;
    const Point at = features.front().at;
    const bool one = features.size() == 1;
    features_->setText(
        (one ? tr("One feature of the picture stands out, at %1, %2 px. Its copies would be seen in the "
                  "texture.")
             : tr("%n features of the picture stand out, the first one at %1, %2 px. Their copies would be "
                  "seen in the texture."))
            .replace("%n", QString::number(features.size()))
            .arg(at.x)
            .arg(at.y));
    leaveOut_->setText(one ? tr("Leave it out") : tr("Leave them out"));
    leaveOut_->setToolTip(
        tr("Covers what stands out with other parts of the picture, in a node that you can edit later."));
    const QSignalBlocker quietly(leaveOut_);
    leaveOut_->setChecked(true);
}

/// Only a choice that was compared with the picture has figures. If no choice was, the reason is shown.
void TextureDialog::sayLikeness() {
    const MeasuredChoice* const measured = findings_.measuredLike(choice_);
    QString words;
    bool serves = false;
    if (measured != nullptr) {
        const std::vector<LikenessMiss> misses = measured->likeness.misses();
        serves = misses.empty();
        words = serves ? likenessWords(measured->likeness) : missWords(misses);
    } else if (!findings_.comparedWith(choice_.flattenPx) && !findings_.uncompared.isEmpty()) {
        words = uncomparedWords(findings_.uncompared);
    }
    likeness_->setVisible(!words.isEmpty());
    if (words.isEmpty()) return;
    likeness_->setProperty("quiet", serves);
    likeness_->setProperty("warning", !serves);
    likeness_->style()->polish(likeness_);
    likeness_->setText(words);
}

void TextureDialog::setChoice(const TextureChoice& choice) {
    choice_ = choice;
    const bool blend = choice.method == TextureMethod::blend;
    patches_[blend ? 0 : 1] = choice.patchPx;
    const QSignalBlocker one(slider_);
    const QSignalBlocker two(patch_);
    const int least = leastPx(choice.method);
    const int most = findings_.mostPx(choice.method);
    method_->setChosen(blend ? 0 : 1);
    methodHelp_->setText(
        blend ? tr("Patches fade into each other: for stone, sand, grass.")
              : tr("Patches meet in seams: for pebbles, pores and other things with an outline."));
    even_->setVisible(!blend);
    even_->setToolTip(
        tr("They would show where patches come back. Subtracts the mean over %1 px, with nodes that you "
           "can edit later.")
            .arg(findings_.evenPx));
    const QSignalBlocker three(even_);
    even_->setChecked(choice.evenPx > 0);
    flatten_->setEnabled(blend || choice.evenPx == 0);  // otherwise the narrower box takes the light out too
    slider_->setRange(least, most);
    patch_->setRange(least, most);
    slider_->setValue(choice.patchPx);
    patch_->setValue(choice.patchPx);
    sayLikeness();
}

namespace {

/// A choice with another method and patch. If that was compared with the picture, it gets the settings that
/// were found for it.
TextureChoice changed(const TextureFindings& findings, const TextureChoice& from, TextureMethod method,
                      int patchPx) {
    TextureChoice next;
    next.method = method;
    next.patchPx = patchPx;
    next.flattenPx = from.flattenPx;
    next.evenPx = from.evenPx;
    next.mean = from.mean;
    next.part = from.part;
    next.leftOut = from.leftOut;
    next.turned = from.turned;
    const MeasuredChoice* const measured = findings.measuredLike(next);
    return measured == nullptr ? next : measured->choice;
}

}  // namespace

void TextureDialog::pickMethod(int index) {
    const TextureMethod method = index == 0 ? TextureMethod::blend : TextureMethod::cut;
    int patchPx = std::clamp(choice_.patchPx, leastPx(method), findings_.mostPx(method));
    for (const MeasuredChoice& one : findings_.measured) {
        if (one.choice.method == method && one.choice.flattenPx == choice_.flattenPx)
            patchPx = one.choice.patchPx;
    }
    patchPx = patches_[index].value_or(patchPx);
    setChoice(changed(findings_, choice_, method, patchPx));
    draw();
}

void TextureDialog::setPatch(int patch) {
    setChoice(changed(findings_, choice_, choice_.method, patch));
    settled_.start();
}

/// Another picture has another best patch, but what the user chose stays.
void TextureDialog::flatten(bool on) {
    TextureChoice before = findings_.choice;
    TextureChoice next = *findings_.flattened;
    before.leftOut = next.leftOut = choice_.leftOut;
    before.evenPx = next.evenPx = choice_.evenPx;
    if (!on) std::swap(before, next);
    if (choice_ != before) {
        next = changed(findings_, next, choice_.method, choice_.patchPx);
    }
    setChoice(next);
    draw();
}

/// The other settings stay, although they were found without the features.
void TextureDialog::leaveOut(bool on) {
    TextureChoice next = choice_;
    next.leftOut = on ? findings_.choice.leftOut : std::vector<OddFeature>();
    setChoice(next);
    draw();
}

void TextureDialog::even(bool on) {
    TextureChoice next = choice_;
    next.evenPx = on ? findings_.evenPx : 0;
    setChoice(changed(findings_, next, next.method, next.patchPx));
    draw();
}

void TextureDialog::draw() {
    say(tr("Making the texture…"), false);
    work_.start([this, tried = tried_, found = findings_, choice = choice_](const std::stop_token& stop) {
        TextureSource source = source_;
        source.tried = tried;
        for (const std::chrono::duration<double> within : {quickly, exactAtAll}) {
            const TexturePicture made = pictureTexture(source, found, choice, shownPx * 2, stop, within);
            if (stop.stop_requested()) return;
            source.tried = made.design;
            inbox_.postUnless(stop, [this, made] { takePicture(made); });
            if (!made.sketch) break;
        }
        if (!found.sketch) return;
        const QImage exact = exactExample(source_, found, stop);
        if (exact.isNull()) return;
        inbox_.postUnless(stop, [this, exact] { takeExample(exact); });
    });
}

void TextureDialog::takeExample(const QImage& exact) {
    findings_.example = exact;
    findings_.sketch = false;
    showPicture(*example_, theme_, exact, false);
}

void TextureDialog::takePicture(const TexturePicture& picture) {
    showPicture(*result_, theme_, picture.image, picture.sketch);
    if (picture.design) tried_ = picture.design;
    say(picture.problem, !picture.problem.isEmpty());
    emit pictured();
}

void TextureDialog::say(const QString& status, bool problem) {
    status_->setProperty("error", problem);
    status_->style()->polish(status_);
    status_->setText(status);
}

}  // namespace burin::ui
