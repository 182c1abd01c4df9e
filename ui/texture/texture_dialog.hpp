// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"
#include "ui/texture/texture_trial.hpp"

#include <QDialog>
#include <QTimer>

#include <optional>

class QCheckBox;
class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;

namespace burin::ui {

class SegmentedSwitch;
class Theme;

/// Finds how a picture becomes an endless texture, shows both side by side, and lets the user change it.
class TextureDialog : public QDialog {
    Q_OBJECT

  public:
    TextureDialog(const Theme& theme, TextureSource source, QWidget* parent);

    /// The side of the two pictures, in pixels. On a small screen they are smaller, so that both of them and
    /// the fields are seen.
    [[nodiscard]] static int pictureSide(QSize screen);

    [[nodiscard]] const TextureFindings& findings() const { return findings_; }
    [[nodiscard]] const TextureChoice& choice() const { return choice_; }
    /// Whether the trial has ended, and a texture can be made.
    [[nodiscard]] bool ready() const;

  signals:
    /// There is a new picture of the texture, or a problem.
    void pictured();

  private:
    QWidget* makePictures();
    QWidget* makeParts();
    QWidget* makeFields();
    void tryPart(TexturePart part);
    void offerParts();
    void takeFindings(TextureFindings findings);
    void takePicture(const TexturePicture& picture);
    void takeExample(const QImage& exact);
    void warnOfLight();
    void warnOfFeatures();
    void leaveOut(bool on);
    void even(bool on);
    void sayLikeness();
    void pickMethod(int index);
    void setPatch(int patch);
    void flatten(bool on);
    void setChoice(const TextureChoice& choice);
    void draw();
    void say(const QString& status, bool problem);

    const Theme& theme_;
    const TextureSource source_;
    TextureFindings findings_;
    TextureChoice choice_;
    std::shared_ptr<const Design> tried_;  ///< the design of the texture's last picture
    std::optional<int> patches_[2];        ///< the last patch of each method
    QLabel* example_;
    QLabel* exampleCaption_;
    QLabel* result_;
    QLabel* status_;
    QLabel* light_;
    QCheckBox* flatten_;
    QLabel* features_;
    QCheckBox* leaveOut_;
    QCheckBox* even_;
    QWidget* parts_ = nullptr;
    QPushButton* middle_ = nullptr;
    QPushButton* reduced_ = nullptr;
    SegmentedSwitch* method_;
    QLabel* methodHelp_;
    QLabel* likeness_;  ///< how much the texture is like the picture
    QSlider* slider_;
    QSpinBox* patch_;
    QPushButton* make_;
    QTimer settled_;  ///< so that a dragged slider requests only one picture, at its end
    Inbox inbox_;
    LatestTask work_;  ///< last member: it ends before the inbox that it posts to
};

}  // namespace burin::ui
