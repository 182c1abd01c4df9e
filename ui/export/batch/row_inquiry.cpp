// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/row_inquiry.hpp"

#include "core/sinks/formats.hpp"
#include "ui/model/previews/small_pictures.hpp"

namespace burin::ui {

RowInquiry::RowInquiry(const Engine& engine, QObject* parent)
    : QObject(parent), engine_(engine), planner_(engine) {
    connect(&planner_, &ExportPlanner::planned, this, [this](ExportPlan plan) {
        if (bytes_) plan.bytes = *bytes_;
        emit planned(plan);
    });
}

void RowInquiry::ask(const BatchTaskPtr& task, std::size_t row, int side) {
    planner_.cancel();
    task_.start([this, task, row, side](const std::stop_token& stop) {
        try {
            look(*task, row, side, stop);
        } catch (const std::exception&) {  // the check or the row's export says why
        }
    });
}

void RowInquiry::cancel() {
    planner_.cancel();
    task_.stop();
}

void RowInquiry::look(const BatchTask& task, std::size_t row, int side, const std::stop_token& stop) {
    auto made = task.plan.job(row, nullptr, stop);
    const auto* const job = std::get_if<BatchJob>(&made);
    if (job == nullptr || job->skipped) return;
    inbox_.postUnless(stop, [this, stop, design = job->design, order = planOrder(task, *job),
                             bytes = bytesOfFile(task, *job)] {
        bytes_ = bytes;
        emit found(design);
        if (!stop.stop_requested()) planner_.request(order);
    });
    const BoundNodePtr node = bindNode(engine_, job->design, {}, nullptr);
    if (!node->ready()) return;
    const auto show = [&](const PreviewTilePtr& tile) {
        const EvenPicture even = tile->values().empty() ? EvenPicture() : evened(*tile, side);
        const bool sketch = !tile->exact();
        inbox_.postUnless(stop, [this, gray = grayOf(even), level = even.level, sketch] {
            emit pictured(gray, level, sketch);
        });
    };
    SmallPictureOrder picture{side, {}, nullptr, show};
    do {
        picture.before = renderSmall(engine_, node, node->frame, picture, stop);
        show(picture.before);
    } while (picture.before->quality == TileQuality::partial);
}

/// The bytes of each of the row's files if it holds layers or heights, whose bits are not those of the
/// surface.
std::optional<double> RowInquiry::bytesOfFile(const BatchTask& task, const BatchJob& job) {
    const FormatInfo* const format = formatNamed(job.target);
    const bool layers = task.setup.common.layers > 0;
    if (!layers && (format == nullptr || !format->heights)) return {};
    const int depth = layers ? 1 : heightDepth;
    return static_cast<double>(packedBytes(job.region.width, depth)) * static_cast<double>(job.region.height);
}

/// The row's export without a target, because a mere question must not open files that a run is about to
/// write.
ExportOrder RowInquiry::planOrder(const BatchTask& task, const BatchJob& job) {
    ExportOrder order = task.setup.order(job, task.plan.request(job, {}));
    if (!order.machine) {
        order.target = "null:";
        // Only files take these. Without a compression, the bytes are an upper limit.
        order.sink.compression = Compression::none;
        order.sink.bigTiff = false;
        order.sink.blocks = TiffBlocks::automatic;
    }
    order.layers = 0;
    return order;
}

}  // namespace burin::ui
