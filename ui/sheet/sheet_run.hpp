// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sheet/sheet_making.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"
#include "ui/sheet/sheet_space.hpp"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace burin::ui {

/// A user's choices for a sheet. The program chooses everything else.
struct SheetWish {
    QString file;  ///< the design's, as the sheet names it
    bool everySample = false;
    std::vector<Rect> details;  ///< empty: the default parts
};

/// Computes the job sheet of a design in the background, as `burin report` does. Interface thread only.
class SheetRun : public QObject {
    Q_OBJECT

  public:
    enum class State { idle, running, stopped, failed, done };

    explicit SheetRun(const Engine& engine, QObject* parent = nullptr);
    ~SheetRun() override;

    /// Starts to compute a sheet. An earlier one stays until it is done.
    void start(std::shared_ptr<const Design> design, const SheetWish& wish);
    /// Stops the run. A 3-D picture that is being drawn is taken as it is, and then the sheet is done.
    void stop();
    /// Stops, and drops the sheet of the last design.
    void forget();

    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] SheetStep step() const { return step_; }
    /// Whether the 3-D picture is being drawn, after the last step.
    [[nodiscard]] bool drawsSpace() const { return drawsSpace_; }
    /// Progress of the step, or of the 3-D picture, from 0 to 1.
    [[nodiscard]] double share() const { return share_; }
    /// The last sheet that was computed; null before, and after forget().
    [[nodiscard]] const std::shared_ptr<const JobSheet>& sheet() const { return sheet_; }
    /// The design of that sheet. The run that followed may have been stopped, or may have failed.
    [[nodiscard]] const std::shared_ptr<const Design>& sheetDesign() const { return sheetDesign_; }
    /// The 3-D picture of that sheet.
    [[nodiscard]] const SheetSpace& space() const { return space_; }
    /// The design of the last start; null before, and after forget().
    [[nodiscard]] const std::shared_ptr<const Design>& design() const { return design_; }
    /// Why the run failed.
    [[nodiscard]] const QString& problem() const { return problem_; }

  signals:
    void changed();

  private:
    void compute(const Design& design, const SheetWish& wish, const std::stop_token& stop);
    void drawSpace(const std::shared_ptr<const JobSheet>& sheet);
    void post(const std::stop_token& stop, std::function<void()> function);

    const Engine engine_;
    State state_ = State::idle;
    SheetStep step_ = SheetStep::checking;
    double share_ = 0;
    bool drawsSpace_ = false;
    std::shared_ptr<const Design> design_;
    std::shared_ptr<const JobSheet> sheet_;
    std::shared_ptr<const Design> sheetDesign_;
    SheetSpace space_;
    std::stop_source drawing_;  ///< stops the drawing of the 3-D picture
    std::stop_source enough_;   ///< takes that picture as it is
    QString problem_;
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui
