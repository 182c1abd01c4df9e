// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/job_pictures.hpp"

#include "ui/model/document/document.hpp"
#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/previews/small_pictures.hpp"

#include <QTimer>

#include <algorithm>
#include <set>
#include <utility>

namespace burin::ui {

namespace {

constexpr int usualPixels = 320;
/// A larger place shows the picture of this one, so that no picture takes much memory.
constexpr int mostPixels = 768;

/// The picture as large as its place needs: half the side of its order. Each job of the queue keeps one.
QImage grayInPlace(const PreviewTilePtr& tile, int side) {
    const QImage gray = thumbnailOf(tile, side).image;
    const int most = side / 2;
    if (gray.width() <= most && gray.height() <= most) return gray;
    return gray.scaled(most, most, Qt::KeepAspectRatio, Qt::SmoothTransformation)
        .convertToFormat(QImage::Format_Grayscale8);
}

}  // namespace

JobPictures::JobPictures(Workbench workbench, ExportQueue& queue, QObject* parent)
    : QObject(parent), workbench_(workbench), queue_(queue), pixels_(usualPixels) {
    connect(&queue_, &ExportQueue::inserted, this, &JobPictures::look);
    connect(&queue_, &ExportQueue::removed, this, &JobPictures::look);
    connect(&workbench_.document, &Document::changed, this, &JobPictures::look);
}

void JobPictures::setPlace(int pixels) {
    shown_ = pixels > 0;
    if (shown_) pixels_ = std::min(pixels, mostPixels);
    // Later, because the form is also hidden while it is destroyed, perhaps after the queue.
    QTimer::singleShot(0, this, &JobPictures::look);
}

/// A picture is more than half as wide or high as its order says. Steps keep pictures that are a little too
/// small for a place that grows.
int JobPictures::side() const {
    constexpr int step = 256;
    return (2 * pixels_ + step - 1) / step * step;
}

bool JobPictures::blurred(const QImage& picture, Size surface) const {
    const std::int64_t most = std::max(surface.width, surface.height);
    return std::max(picture.width(), picture.height()) < std::min<std::int64_t>(pixels_, most);
}

/// The previews go first: their picture of the present design is there sooner.
bool JobPictures::lacks(const DesignPtr& design) const {
    const auto made = made_.find(design);
    if (made != made_.end() && made->second.done && made->second.side >= side()) return false;
    if (!design->root) return false;
    const QString root = QString::fromStdString(design->nodes[*design->root].name);
    return design != workbench_.document.design() || workbench_.previews.thumbnailIsNewest(root);
}

void JobPictures::look() {
    const DesignPtr now = workbench_.document.design();
    std::set<DesignPtr> wanted;
    if (shown_) wanted.insert(now);
    for (int i = 0; i < queue_.count(); ++i)
        wanted.insert(queue_.job(i)->order().design);
    std::erase_if(made_, [&](const auto& made) { return !wanted.contains(made.first); });
    give();
    std::erase_if(wanted, [this](const DesignPtr& design) { return !lacks(design); });
    DesignPtr next;
    if (!wanted.empty()) next = wanted.contains(working_) ? working_ : *wanted.begin();
    if (shown_ && wanted.contains(now)) next = now;
    if (next && next == working_ && workingSide_ >= side()) return;
    working_ = nullptr;
    task_.stop();
    if (next) improve(next);
}

void JobPictures::improve(const DesignPtr& design) {
    working_ = design;
    workingSide_ = side();
    task_.start([this, engine = workbench_.previews.engine(), design,
                 side = workingSide_](const std::stop_token& stop) {
        const auto show = [&](const PreviewTilePtr& tile) {
            inbox_.postUnless(stop, [this, design,
                                     made = Made{grayInPlace(tile, side), !tile->exact(), side,
                                                 tile->exact()}] { take(design, made); });
        };
        try {
            const BoundNodePtr node = bindNode(engine, design, {}, nullptr);
            SmallPictureOrder picture;
            picture.side = side;
            picture.improved = show;
            bool improves = node->ready() && !node->frame.empty();
            while (improves) {
                picture.before = renderSmall(engine, node, node->frame, picture, stop);
                show(picture.before);
                improves = picture.before->quality == TileQuality::partial;
            }
        } catch (const std::exception&) {  // the job's export says why
        }
        inbox_.postUnless(stop, [this, design, side] {
            Made& made = made_[design];
            made.side = side;
            made.done = true;
            look();
            if (design == workbench_.document.design() && failed()) emit improved();
        });
    });
}

void JobPictures::take(const DesignPtr& design, const Made& made) {
    made_[design] = made;
    give();
    if (design == workbench_.document.design()) emit improved();
}

/// A job may be added after its picture was made, and the design may be edited before the form has shown it.
void JobPictures::give() {
    for (int i = 0; i < queue_.count(); ++i) {
        ExportJob* const job = queue_.job(i);
        const SurfacePicture& has = job->order().picture;
        const auto made = made_.find(job->order().design);
        if (made == made_.end() || made->second.gray.isNull()) continue;
        if (!has.image.isNull() && !has.sketch) continue;
        const QImage image = inColorsOf(workbench_.previews.appearance().values(), made->second.gray);
        job->setPicture({image, made->second.sketch});
    }
}

bool JobPictures::failed() const {
    const auto made = made_.find(workbench_.document.design());
    return made != made_.end() && made->second.done && made->second.gray.isNull();
}

SurfacePicture JobPictures::picture() const {
    const auto made = made_.find(workbench_.document.design());
    if (made == made_.end() || made->second.gray.isNull()) return {};
    const Made& newest = made->second;
    return {inColorsOf(workbench_.previews.appearance().values(), newest.gray),
            newest.sketch || newest.side < side()};
}

}  // namespace burin::ui
