// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/relief_picture_dialog.hpp"

#include "core/base/files.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/model/threads/off_thread.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QBuffer>
#include <QCoreApplication>
#include <QFormLayout>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

namespace burin::ui {

namespace {

/// The longer sides that are offered beside the size on the screen.
constexpr std::array<int, 3> longerSides{4096, 8192, ReliefPicture::largestSide};

/// Whether the design reads this file. A design and its only picture often have the same name.
bool isReadBy(const Design& design, const QString& file) {
    const std::vector<std::filesystem::path> inputs = filesRead(design, kinds());
    return std::any_of(inputs.begin(), inputs.end(),
                       [output = pathOf(file)](const auto& input) { return sameFile(output, input); });
}

/// Takes nothing more after a stop, so that an encoder gives up.
class StoppableBuffer : public QBuffer {
  public:
    explicit StoppableBuffer(std::stop_token stop) : stop_(std::move(stop)) {}

  protected:
    qint64 writeData(const char* bytes, qint64 length) override {
        return stop_.stop_requested() ? -1 : QBuffer::writeData(bytes, length);
    }

  private:
    const std::stop_token stop_;
};

/// The dialog itself shows that the picture is being written, and its button stops that.
class InTheDialog : public SlowNotice {
  public:
    void begin(std::function<void()> /*stop*/) override {}
    void end() override {}
};

}  // namespace

ReliefPictureDialog::ReliefPictureDialog(const Theme& theme, const Engine& engine, Subject subject,
                                         QWidget* parent)
    : QDialog(parent), theme_(theme), engine_(engine), subject_(std::move(subject)) {
    setObjectName("reliefPicture.dialog");
    setWindowTitle(tr("Save the 3-D picture"));
    QStringList words{tr("As shown")};
    for (const int side : longerSides)
        words << tr("%1 px").arg(groupedText(side));
    sizes_ = new SegmentedSwitch(theme_, words);
    sizes_->setObjectName("reliefPicture.sizes");
    sizes_->setChosen(0);
    auto* const name = new QLabel(tr("Longer side"));
    name->setProperty("secondary", true);
    name->setBuddy(sizes_);
    size_ = new QLabel;
    size_->setObjectName("reliefPicture.size");
    size_->setProperty("secondary", true);
    bar_ = new QProgressBar;
    bar_->setObjectName("reliefPicture.progress");
    bar_->setRange(0, 1000);
    bar_->setTextVisible(false);
    bar_->setFixedHeight(4);
    auto* const form = new QFormLayout;
    form->setContentsMargins(16, 16, 16, 12);
    form->setVerticalSpacing(8);
    form->addRow(name, sizes_);
    form->addRow(QString(), size_);
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(form);
    box->addWidget(bar_);
    box->addWidget(makeFoot());
    connect(sizes_, &SegmentedSwitch::picked, this, &ReliefPictureDialog::refresh);
    connect(this, &ReliefPictureDialog::written, this, &QDialog::accept);
    refresh();
}

QWidget* ReliefPictureDialog::makeFoot() {
    QHBoxLayout* const buttons = dialogFoot(this);
    QWidget* const foot = buttons->parentWidget();
    cancel_ = dialogButton("reliefPicture.cancel", tr("Cancel"), foot);
    save_ = dialogButton("reliefPicture.save", tr("Save..."), foot);
    save_->setProperty("primary", true);
    buttons->addStretch(1);
    buttons->addWidget(cancel_);
    buttons->addWidget(save_);
    connect(cancel_, &QPushButton::clicked, this, &ReliefPictureDialog::reject);
    connect(save_, &QPushButton::clicked, this, &ReliefPictureDialog::save);
    return foot;
}

QSize ReliefPictureDialog::pictureSize() const {
    constexpr int most = ReliefPicture::largestSide;
    const QSize largest(most, most);
    const int chosen = sizes_->chosen() - 1;
    const int side = chosen < 0 ? std::min(most, std::max(subject_.shown.width(), subject_.shown.height()))
                                : longerSides[static_cast<std::size_t>(chosen)];
    return subject_.shown.scaled(side, side, Qt::KeepAspectRatio).expandedTo({1, 1}).boundedTo(largest);
}

void ReliefPictureDialog::refresh() {
    const QSize size = pictureSize();
    size_->setText(tr("%1 x %2 pixels").arg(groupedText(size.width()), groupedText(size.height())));
    sizes_->setEnabled(!drawing_);
    save_->setEnabled(!drawing_);
    cancel_->setText(drawing_ ? tr("Stop") : tr("Cancel"));
    bar_->setVisible(drawing_);
}

void ReliefPictureDialog::reject() {
    drawing_ ? static_cast<void>(stop_.request_stop()) : QDialog::reject();
}

QString ReliefPictureDialog::write(const QString& file) {
    if (!file.endsWith(".png", Qt::CaseInsensitive)) return tr("The name must end with .png.");
    if (isReadBy(*subject_.design, file)) return tr("The design reads this file. Choose another name.");
    const QSize size = pictureSize();
    const double all = static_cast<double>(size.width()) * size.height();
    double done = 0;
    stop_ = std::stop_source();
    drawing_ = true;
    bar_->setValue(0);
    refresh();
    const ReliefPicture picture = ReliefPicture::of(
        engine_, subject_.design, subject_.wish, size, theme_.color(Role::canvas),
        [&](std::int64_t pixels) {
            done += static_cast<double>(pixels);
            bar_->setValue(static_cast<int>(1000 * done / all));
            // Parts whose tiles are there are drawn without handling events.
            QCoreApplication::processEvents();
        },
        stop_.get_token());
    QString failure;
    bool saved = false;
    if (!picture.problem.isEmpty()) {
        failure = tr("The picture could not be drawn: %1.").arg(picture.problem);
    } else if (!picture.image.isNull()) {
        InTheDialog notice;
        const QString why = offThread(
            [&picture, &file, &saved, stop = stop_.get_token()](const std::stop_token&) {
                StoppableBuffer png(stop);
                const bool made = picture.image.save(&png, "PNG");
                if (stop.stop_requested()) return QString();
                if (!made) return tr("there is not enough memory");
                QString problem = writeFile(file, png.data());
                saved = problem.isEmpty();
                return problem;
            },
            &notice);
        if (!why.isEmpty()) failure = tr("%1 could not be written: %2.").arg(file, why);
    }
    drawing_ = false;
    refresh();
    if (saved) emit written(file);
    return failure;
}

void ReliefPictureDialog::save() {
    const QString file =
        fileToSave(this, tr("Save the 3-D picture"), subject_.file + ".png", tr("Pictures (*.png)"));
    if (file.isEmpty()) return;
    const QString problem = write(file);
    if (!problem.isEmpty()) QMessageBox::warning(this, windowTitle(), problem);
}

}  // namespace burin::ui
