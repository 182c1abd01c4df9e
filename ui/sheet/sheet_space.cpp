// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_space.hpp"

#include "ui/viewport/drawing/offscreen_gl.hpp"
#include "ui/words/text.hpp"

#include <QGuiApplication>

namespace burin::ui {

namespace {

constexpr const char* heightsKey = "Heights";
constexpr const char* sketchKey = "Sketch";
constexpr const char* problemKey = "Problem";

SheetSpace missing(const QString& why) {
    return {{}, 1, why};
}

}  // namespace

SheetSpace SheetSpace::impossible() {
    return missing(tr("this computer cannot draw it"));
}

bool SheetSpace::save(const QString& file) const {
    QImage noted = image;
    if (noted.isNull()) {
        noted = QImage(1, 1, QImage::Format_RGB32);
        noted.fill(Qt::white);
        noted.setText(problemKey, problem);
    }
    noted.setText(heightsKey, QString::number(heights, 'g', 17));
    if (sketch) noted.setText(sketchKey, "1");
    return noted.save(file, "PNG");
}

SheetSpace SheetSpace::load(const QString& file) {
    const QImage image(file);
    const double heights = image.text(heightsKey).toDouble();
    if (image.isNull() || heights <= 0) return impossible();
    const QString problem = image.text(problemKey);
    if (!problem.isEmpty()) return missing(problem);
    return {image, heights, {}, !image.text(sketchKey).isEmpty()};
}

SheetSpace sheetSpace(const Engine& engine, const std::shared_ptr<const Design>& design, double fullDepthUm,
                      const std::stop_token& stop, const ReliefPatience& patience) {
    // The viewport makes the same check: on this platform, looking for OpenGL may end the program.
    if (QGuiApplication::platformName() == "offscreen") return SheetSpace::impossible();
    if (!OffscreenGl().open().isEmpty()) return SheetSpace::impossible();
    const ReliefPicture picture = ReliefPicture::of(
        engine, design, {}, SheetSpace::pixels, Qt::white, [](std::int64_t) {}, stop, patience);
    if (!picture.image.isNull()) return {picture.image, picture.depthUm / fullDepthUm, {}, picture.sketch};
    QString why = picture.problem;
    while (why.endsWith('.'))
        why.chop(1);
    return missing(why.isEmpty() ? tr("it was stopped") : why);
}

}  // namespace burin::ui
