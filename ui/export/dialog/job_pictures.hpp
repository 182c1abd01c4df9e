// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_queue.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"
#include "ui/model/workbench.hpp"

#include <QObject>

#include <memory>
#include <set>

namespace burin::ui {

/// Makes exact pictures of the jobs whose design has been edited meanwhile: the thumbnails of the previews
/// show only the present design. One picture at a time; interface thread only.
class JobPictures : public QObject {
    Q_OBJECT

  public:
    JobPictures(Workbench workbench, ExportQueue& queue, QObject* parent = nullptr);

  private:
    void look();
    void improve(std::shared_ptr<const Design> design);
    void take(const Design* design, const QImage& gray, bool sketch);

    const Workbench workbench_;
    ExportQueue& queue_;
    std::shared_ptr<const Design> working_;         ///< the design whose picture is being made
    std::set<std::shared_ptr<const Design>> done_;  ///< nothing better follows
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui
