// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/settings.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>
#include <QSet>

namespace burin::ui {

class Previews;

/// Computes, from the design files, the pictures in Recent that are sketches or are missing, one after
/// another while the start page is shown. The pictures of an open design come from its previews. Interface
/// thread only.
class RecentPictures : public QObject {
    Q_OBJECT

  public:
    /// \param page  the start page
    RecentPictures(Settings& settings, Previews& previews, QWidget* page);

  signals:
    /// The settings have a better picture of the file.
    void improved(const QString& file);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void next();
    void make(const QString& file);

    Settings& settings_;
    Previews& previews_;
    QSet<QString> failed_;  ///< files that gave no exact picture in this session
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui
