// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_space.hpp"

#include "ui/viewport/relief_picture.hpp"
#include "ui/words/text.hpp"

#include <QGuiApplication>
#include <QTimer>

namespace burin::ui {

namespace {

constexpr QSize spacePixels(1400, 600);
constexpr const char* heightsKey = "Heights";

}  // namespace

SheetSpace SheetSpace::impossible() {
    return {{}, 1, tr("this computer cannot draw it")};
}

SheetSpace SheetSpace::late() {
    return {{}, 1, tr("it would take too long")};
}

bool SheetSpace::save(const QString& file) const {
    QImage noted = image;
    noted.setText(heightsKey, QString::number(heights, 'g', 17));
    return !noted.isNull() && noted.save(file, "PNG");
}

SheetSpace SheetSpace::load(const QString& file) {
    const QImage image(file);
    const double heights = image.text(heightsKey).toDouble();
    return image.isNull() || heights <= 0 ? impossible() : SheetSpace{image, heights, {}};
}

SheetSpace sheetSpace(const Engine& engine, const std::shared_ptr<const Design>& design, double fullDepthUm,
                      const std::stop_token& stop) {
    // The viewport makes the same check: on this platform, looking for OpenGL may end the program.
    if (QGuiApplication::platformName() == "offscreen") return SheetSpace::impossible();
    std::stop_source ending;
    const std::stop_callback stopped(stop, [&ending] { ending.request_stop(); });
    bool late = false;
    QTimer limit;
    limit.setSingleShot(true);
    QObject::connect(&limit, &QTimer::timeout, &limit, [&] {
        late = true;
        ending.request_stop();
    });
    limit.start(SheetSpace::longest);
    const ReliefPicture picture = ReliefPicture::of(
        engine, design, {}, spacePixels, Qt::white, [](std::int64_t) {}, ending.get_token());
    if (late) return SheetSpace::late();
    if (picture.image.isNull()) return SheetSpace::impossible();
    return {picture.image, picture.depthUm / fullDepthUm, {}};
}

}  // namespace burin::ui
