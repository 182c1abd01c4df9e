// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/job_pictures.hpp"

#include "ui/model/document/document.hpp"
#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/previews/small_pictures.hpp"

#include <utility>

namespace burin::ui {

JobPictures::JobPictures(Workbench workbench, ExportQueue& queue, QObject* parent)
    : QObject(parent), workbench_(workbench), queue_(queue) {
    connect(&queue_, &ExportQueue::inserted, this, &JobPictures::look);
    connect(&queue_, &ExportQueue::removed, this, &JobPictures::look);
    connect(&workbench_.document, &Document::changed, this, &JobPictures::look);
}

void JobPictures::look() {
    std::set<std::shared_ptr<const Design>> wanted;
    std::set<std::shared_ptr<const Design>> queued;
    for (int i = 0; i < queue_.count(); ++i) {
        const ExportOrder& order = queue_.job(i)->order();
        queued.insert(order.design);
        const bool lacks = order.picture.image.isNull() || order.picture.sketch;
        if (lacks && order.design != workbench_.document.design()) wanted.insert(order.design);
    }
    std::erase_if(done_, [&](const auto& design) { return !queued.contains(design); });
    std::erase_if(wanted, [&](const auto& design) { return done_.contains(design); });
    if (working_ && wanted.contains(working_)) return;
    working_ = nullptr;
    task_.stop();
    if (!wanted.empty()) improve(*wanted.begin());
}

void JobPictures::improve(std::shared_ptr<const Design> design) {
    working_ = std::move(design);
    task_.start(
        [this, engine = workbench_.previews.engine(), design = working_](const std::stop_token& stop) {
            const auto post = [&](std::function<void()> function) {
                inbox_.post([stop, function = std::move(function)] {
                    if (!stop.stop_requested()) function();
                });
            };
            const auto show = [&](const PreviewTilePtr& tile) {
                post([this, design, gray = thumbnailOf(tile).image, sketch = !tile->exact()] {
                    take(design.get(), gray, sketch);
                });
            };
            try {
                const BoundNodePtr node = bindNode(engine, design, {}, nullptr);
                SmallPictureOrder picture;
                picture.improved = show;
                bool improves = node->ready() && !node->frame.empty();
                while (improves) {
                    picture.before = renderSmall(engine, node, node->frame, picture, stop);
                    show(picture.before);
                    improves = picture.before->quality == TileQuality::partial;
                }
            } catch (const std::exception&) {  // the job's export says why
            }
            post([this, design] {
                done_.insert(design);
                look();
            });
        });
}

void JobPictures::take(const Design* design, const QImage& gray, bool sketch) {
    const QImage image = inColorsOf(workbench_.previews.appearance().values(), gray);
    for (int i = 0; i < queue_.count(); ++i) {
        if (queue_.job(i)->order().design.get() == design) queue_.job(i)->setPicture({image, sketch});
    }
}

}  // namespace burin::ui
