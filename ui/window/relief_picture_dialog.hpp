// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/model/engine.hpp"
#include "ui/viewport/relief_picture.hpp"

#include <QDialog>
#include <QSize>
#include <QString>

#include <memory>
#include <stop_token>

class QLabel;
class QProgressBar;
class QPushButton;

namespace burin::ui {

class SegmentedSwitch;
class Theme;

/// Saves a picture of the 3-D view as it is shown, in a size of the user's choice. Modal.
class ReliefPictureDialog : public QDialog {
    Q_OBJECT

  public:
    struct Subject {
        std::shared_ptr<const Design> design;
        ReliefWish wish;
        QSize shown;   ///< the size of the view, in pixels of the screen
        QString file;  ///< the name that is proposed, without its suffix
    };

    ReliefPictureDialog(const Theme& theme, const Engine& engine, Subject subject, QWidget* parent = nullptr);

    /// The size that is chosen. It has the proportions of the view.
    [[nodiscard]] QSize pictureSize() const;
    [[nodiscard]] bool drawing() const { return drawing_; }
    /// Draws the picture and writes it. \return empty, or why it failed; empty also if the user stopped it
    [[nodiscard]] QString write(const QString& file);
    /// Stops the drawing; if there is none, closes the dialog.
    void reject() override;

  signals:
    void written(const QString& file);

  private:
    QWidget* makeFoot();
    void save();
    void refresh();

    const Theme& theme_;
    const Engine engine_;
    const Subject subject_;
    std::stop_source stop_;
    bool drawing_ = false;
    SegmentedSwitch* sizes_ = nullptr;
    QLabel* size_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QPushButton* save_ = nullptr;
};

}  // namespace burin::ui
