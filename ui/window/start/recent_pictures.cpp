// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start/recent_pictures.hpp"

#include "core/design/design.hpp"
#include "ui/model/previews/automatic_range.hpp"
#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/previews/small_pictures.hpp"

#include <QEvent>
#include <QFile>
#include <QWidget>

#include <chrono>
#include <memory>
#include <utility>

namespace burin::ui {

namespace {

/// The exact picture of the surface in a file, in the look that an open design has; null if it cannot be
/// computed.
QImage exactPicture(const Engine& engine, const QString& file, const AppearanceValues& look,
                    const std::stop_token& stop) {
    auto design = std::make_shared<const Design>(loadDesign(QFile::encodeName(file).toStdString(), stop));
    const BoundNodePtr node = bindNode(engine, std::move(design), {}, nullptr);
    if (!node->ready() || node->frame.empty()) return {};
    SmallPictureOrder picture;
    do {
        picture.before = renderSmall(engine, node, node->frame, picture, stop);
    } while (picture.before->quality == TileQuality::partial && !stop.stop_requested());
    if (!picture.before->exact()) return {};
    const Histogram histogram =
        look.automatic ? histogramOf(*node, {}, stop, std::chrono::hours(1)) : Histogram();
    return inColorsOf(inRangeOf(histogram, look), thumbnailOf(picture.before).image);
}

}  // namespace

RecentPictures::RecentPictures(Settings& settings, Previews& previews, QWidget* page)
    : QObject(page), settings_(settings), previews_(previews) {
    page->installEventFilter(this);
}

bool RecentPictures::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show) next();
    if (event->type() == QEvent::Hide) task_.stop();
    return QObject::eventFilter(watched, event);
}

void RecentPictures::next() {
    for (const Settings::Recent& recent : settings_.recent()) {
        if (failed_.contains(recent.file) || !(recent.sketch || recent.picture.isNull())) continue;
        return make(recent.file);
    }
}

void RecentPictures::make(const QString& file) {
    task_.start([this, file, engine = previews_.engine(),
                 look = previews_.appearance().values()](const std::stop_token& stop) {
        QImage picture;
        try {
            picture = exactPicture(engine, file, look, stop);
        } catch (const std::exception&) {  // opening the file says why
        }
        inbox_.postUnless(stop, [this, file, picture] {
            if (picture.isNull()) {
                failed_ << file;
            } else {
                settings_.setRecentPicture(file, picture);
                emit improved(file);
            }
            next();
        });
    });
}

}  // namespace burin::ui
