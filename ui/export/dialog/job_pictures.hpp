// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_queue.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"
#include "ui/model/workbench.hpp"

#include <QImage>
#include <QObject>

#include <map>
#include <memory>

namespace burin::ui {

/// Makes pictures of the form's surface and of the jobs' surfaces that are as sharp as the places that show
/// them. The thumbnails of the previews are smaller, and show only the present design. One picture at a time;
/// interface thread only.
class JobPictures : public QObject {
    Q_OBJECT

  public:
    JobPictures(Workbench workbench, ExportQueue& queue, QObject* parent = nullptr);

    /// \param pixels  how many device pixels wide or high the form shows the present design; 0: it does not
    void setPlace(int pixels);
    /// Starts what is wanted now.
    void look();
    /// The newest picture of the present design; null if there is none yet.
    [[nodiscard]] SurfacePicture picture() const;
    /// Whether no picture of the present design can be made.
    [[nodiscard]] bool failed() const;
    /// Whether a picture of the surface looks blurred in its place.
    [[nodiscard]] bool blurred(const QImage& picture, Size surface) const;

  signals:
    /// Emitted when there is a better picture of the present design, or when it is certain that there will be
    /// none.
    void improved();

  private:
    using DesignPtr = std::shared_ptr<const Design>;
    struct Made {
        QImage gray;
        bool sketch = false;
        int side = 0;       ///< the picture was ordered with it
        bool done = false;  ///< nothing better follows
    };

    [[nodiscard]] int side() const;
    [[nodiscard]] bool lacks(const DesignPtr& design) const;
    void improve(const DesignPtr& design);
    void take(const DesignPtr& design, const Made& made);
    void give();

    const Workbench workbench_;
    ExportQueue& queue_;
    int pixels_;
    bool shown_ = false;  ///< the form shows the present design
    std::map<DesignPtr, Made> made_;
    DesignPtr working_;  ///< the design whose picture is being made
    int workingSide_ = 0;
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui
