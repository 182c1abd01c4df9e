// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/drawing/surface_renderer.hpp"

#include "ui/model/previews/color_map.hpp"
#include "ui/viewport/drawing/open_gl_words.hpp"
#include "ui/viewport/drawing/shader_program.hpp"

#include <QOpenGLContext>
#include <QOpenGLVersionFunctionsFactory>
#include <QVector2D>
#include <QVector3D>
#include <QVector4D>

#include <cmath>
#include <numbers>

namespace burin::ui {

namespace {

// The vertex number gives the corner of the quad; `block` is a position in the texture, in texels.
const char* vertexShader = R"(#version 330 core
uniform vec4 place;
uniform vec4 part;
out vec2 block;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    block = mix(part.xy, part.zw, corner);
    gl_Position = vec4(mix(place.xy, place.zw, corner), 0.0, 1.0);
}
)";

// `spread` is the number of blocks per pixel. Up to 1, blocks are enlarged; above 1, they are averaged.
const char* fragmentShader = R"(#version 330 core
uniform sampler2D tile;
uniform sampler2D subtracted;
uniform sampler2D map;
uniform vec2 size;
uniform vec2 subtractedSize;
uniform vec2 shift;  // the shift of a block in `subtracted`
uniform bool difference;
uniform float spread;
uniform bool smoothly;
uniform bool relief;
uniform bool ids;
uniform bool showClipped;
uniform vec2 range;
uniform float steepness;
uniform vec3 light;
uniform vec3 tooLow;
uniform vec3 tooHigh;
uniform float opacity;
in vec2 block;
out vec4 color;

float valueAt(sampler2D values, vec2 area, vec2 p) {
    if (!smoothly) return texelFetch(values, clamp(ivec2(floor(p)), ivec2(0), ivec2(area) - 1), 0).r;
    return texture(values, p / area).r;
}

float at(vec2 p) { return valueAt(tile, size, p); }

float averaged(sampler2D values, vec2 area, vec2 p) {
    if (spread <= 1.01) return valueAt(values, area, p);
    float d = 0.25 * min(spread, 2.0);
    return 0.25 * (valueAt(values, area, p + vec2(-d, -d)) + valueAt(values, area, p + vec2(d, -d)) +
                   valueAt(values, area, p + vec2(-d, d)) + valueAt(values, area, p + vec2(d, d)));
}

// Scales linear light by `by`, from and to sRGB, ignoring the linear segment of sRGB; the error is at most
// 2.4 of 255, in the darkest colours. It takes one power per pixel, because processors draw this as well.
vec3 lightened(vec3 c, float by) { return clamp((c + 0.055) * pow(by, 1.0 / 2.4) - 0.055, 0.0, 1.0); }

// Mirrors the C++ function idColor().
vec3 idColor(float value) {
    uint hash = uint(clamp(value, 0.0, 1.0) * 16777216.0 + 0.5);
    if (hash == 0u) return vec3(0.0);
    hash = (hash ^ (hash >> 16)) * 0x7feb352du;
    hash = (hash ^ (hash >> 15)) * 0x846ca68bu;
    hash ^= hash >> 16;
    uvec3 channels = uvec3(hash, hash >> 8, hash >> 16) & 0xFFu;
    return (64.0 + floor(vec3(channels) * 191.0 / 255.0)) / 255.0;
}

void main() {
    if (ids) {
        // Ids cannot be averaged.
        color = vec4(idColor(texelFetch(tile, clamp(ivec2(floor(block)), ivec2(0), ivec2(size) - 1), 0).r) *
                         opacity,
                     opacity);
        return;
    }
    float value = averaged(tile, size, block);
    if (difference) value -= averaged(subtracted, subtractedSize, block + shift);
    float t = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
    vec3 c = texture(map, vec2((t * 255.0 + 0.5) / 256.0, 0.5)).rgb;
    if (showClipped && value < range.x - 1e-6) c = tooLow;
    if (showClipped && value > range.y + 1e-6) c = tooHigh;
    if (relief) {
        // Larger values are deeper: a falling value means a rising surface.
        vec2 slope = 0.5 * steepness * vec2(at(block + vec2(1.0, 0.0)) - at(block - vec2(1.0, 0.0)),
                                            at(block + vec2(0.0, 1.0)) - at(block - vec2(0.0, 1.0)));
        float lit = max(dot(normalize(vec3(slope, 1.0)), light), 0.0) / light.z;
        c = lightened(c, mix(0.45, 1.0, lit));
    }
    color = vec4(c * opacity, opacity);
}
)";

QVector3D vectorOf(QRgb color) {
    return QVector3D(static_cast<float>(qRed(color)), static_cast<float>(qGreen(color)),
                     static_cast<float>(qBlue(color))) /
           255.0F;
}

/// The direction of light from 45 degrees above the surface, in screen coordinates with y downwards.
QVector3D lightFrom(double degrees) {
    const double a = degrees * std::numbers::pi / 180;
    const double half = std::sqrt(0.5);
    return {static_cast<float>(half * std::sin(a)), static_cast<float>(-half * std::cos(a)),
            static_cast<float>(half)};
}

}  // namespace

QString SurfaceRenderer::initialize(const Engine& engine) {
    QOpenGLContext* context = QOpenGLContext::currentContext();
    gl_ = context == nullptr ? nullptr
                             : QOpenGLVersionFunctionsFactory::get<QOpenGLFunctions_3_3_Core>(context);
    if (gl_ == nullptr || !gl_->initializeOpenGLFunctions()) {
        gl_ = nullptr;
        return OpenGlWords::missing();
    }
    if (const QString why = linkShaders(vertexShader, fragmentShader, program_); !why.isEmpty()) {
        release();
        return why;
    }
    textures_ =
        std::make_unique<TileTextures>(*gl_, engine.openTextureWriter ? engine.openTextureWriter() : nullptr);
    vertices_.create();
    const QByteArray driver(reinterpret_cast<const char*>(gl_->glGetString(GL_RENDERER)));
    software_ = driver.contains("llvmpipe") || driver.contains("softpipe");
    mapStale_ = true;
    return {};
}

void SurfaceRenderer::release() {
    if (textures_) textures_->clear();
    textures_.reset();
    program_.reset();
    vertices_.destroy();
    if (map_ != 0 && gl_ != nullptr) gl_->glDeleteTextures(1, &map_);
    map_ = 0;
    gl_ = nullptr;
}

void SurfaceRenderer::setAppearance(const AppearanceValues& appearance) {
    mapStale_ = mapStale_ || appearance != appearance_;
    appearance_ = appearance;
}

void SurfaceRenderer::makeMap() {
    const ColorMap map = ColorMap::of(appearance_);
    const QImage row = map.row().convertToFormat(QImage::Format_RGBA8888);
    if (map_ == 0) gl_->glGenTextures(1, &map_);
    gl_->glBindTexture(GL_TEXTURE_2D, map_);
    gl_->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl_->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl_->glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, row.constBits());
    mapStale_ = false;
}

void SurfaceRenderer::begin(const Frame& frame) {
    frame_ = frame;
    frame_.view = frame.view.onWholePixels(frame.pixels, frame.devicePixelRatio);
    gl_->glViewport(frame.left, 0, frame.pixels.width(), frame.pixels.height());
    gl_->glDisable(GL_CULL_FACE);
    if (frame.part.isNull()) {
        gl_->glDisable(GL_SCISSOR_TEST);
    } else {
        const QRect& part = frame.part;
        gl_->glEnable(GL_SCISSOR_TEST);
        gl_->glScissor(part.x(), frame.pixels.height() - part.y() - part.height(), part.width(),
                       part.height());
    }
    gl_->glClearColor(static_cast<float>(frame.background.redF()),
                      static_cast<float>(frame.background.greenF()),
                      static_cast<float>(frame.background.blueF()), 1);
    gl_->glDepthMask(GL_TRUE);
    gl_->glClearDepth(1);
    gl_->glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (frame.opaque) {
        gl_->glEnable(GL_DEPTH_TEST);
        gl_->glDepthFunc(GL_LESS);
        gl_->glDisable(GL_BLEND);
    } else {
        gl_->glDisable(GL_DEPTH_TEST);
        gl_->glEnable(GL_BLEND);
        gl_->glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    }
    if (mapStale_) makeMap();
    // QPainter binds its vertex array only once, so it must be restored.
    gl_->glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertexArrayBefore_);
    vertices_.bind();
    program_->bind();
    program_->setUniformValue("tile", 0);
    program_->setUniformValue("map", 1);
    program_->setUniformValue("subtracted", 2);
    program_->setUniformValue("difference", appearance_.mode == AppearanceMode::difference);
    program_->setUniformValue("relief", appearance_.mode == AppearanceMode::relief);
    program_->setUniformValue("ids", appearance_.mode == AppearanceMode::ids);
    program_->setUniformValue("showClipped", appearance_.clipped);
    const auto low = static_cast<float>(appearance_.low);
    program_->setUniformValue("range",
                              QVector2D(low, std::max(static_cast<float>(appearance_.high), low + 1e-6F)));
    program_->setUniformValue("light", lightFrom(appearance_.lightDegrees));
    program_->setUniformValue("tooLow", vectorOf(ColorMap::tooLow));
    program_->setUniformValue("tooHigh", vectorOf(ColorMap::tooHigh));
    gl_->glActiveTexture(GL_TEXTURE1);
    gl_->glBindTexture(GL_TEXTURE_2D, map_);
    gl_->glActiveTexture(GL_TEXTURE0);
}

QRectF SurfaceRenderer::onDevice(const Rect& samples) const {
    const double scale = frame_.view.scale * frame_.devicePixelRatio;
    const QPointF first(static_cast<double>(samples.x), static_cast<double>(samples.y));
    const QPointF at = (first - frame_.view.centre) * scale +
                       QPointF(frame_.pixels.width() / 2.0, frame_.pixels.height() / 2.0);
    return {at, QSizeF(static_cast<double>(samples.width), static_cast<double>(samples.height)) * scale};
}

/// Prepares the drawing of a part of a tile. \return whether anything of it can be seen
bool SurfaceRenderer::setPlace(const PreviewTile& tile, const Rect& samples) {
    QRectF place = onDevice(samples);
    if (!frame_.bounds.isNull()) {  // the last blocks may extend beyond the surface
        const QRectF& b = frame_.bounds;
        place &= onDevice({static_cast<std::int64_t>(b.x()), static_cast<std::int64_t>(b.y()),
                           static_cast<std::int64_t>(b.width()), static_cast<std::int64_t>(b.height())});
    }
    place &= QRectF(QPointF(-2, -2), QSizeF(frame_.pixels) + QSizeF(4, 4));
    if (place.isEmpty()) return false;
    const double block = frame_.view.scale * frame_.devicePixelRatio * std::exp2(tile.level);
    const QPointF origin = onDevice(tile.samples()).topLeft();
    const QPointF border(static_cast<double>(tile.blocks.x - tile.area.x),
                         static_cast<double>(tile.blocks.y - tile.area.y));
    const QPointF from = (place.topLeft() - origin) / block + border;
    const QPointF to = (place.bottomRight() - origin) / block + border;
    const auto across = [&](double x) { return static_cast<float>(2 * x / frame_.pixels.width() - 1); };
    const auto down = [&](double y) { return static_cast<float>(1 - 2 * y / frame_.pixels.height()); };
    program_->setUniformValue("place", QVector4D(across(place.left()), down(place.top()),
                                                 across(place.right()), down(place.bottom())));
    program_->setUniformValue("part", QVector4D(static_cast<float>(from.x()), static_cast<float>(from.y()),
                                                static_cast<float>(to.x()), static_cast<float>(to.y())));
    program_->setUniformValue(
        "size", QVector2D(static_cast<float>(tile.area.width), static_cast<float>(tile.area.height)));
    program_->setUniformValue("spread", static_cast<float>(1 / block));
    // From 100 % on, each sample is a sharp square; coarser tiles in place of missing ones are smoothed.
    program_->setUniformValue("smoothly", tile.level > 0 ? std::abs(block - 1) > 1e-6 : block < 1 - 1e-6);
    program_->setUniformValue("steepness", static_cast<float>(appearance_.height * frame_.depthUm /
                                                              frame_.pixelUm / std::exp2(tile.level)));
    return true;
}

void SurfaceRenderer::draw(const PreviewTilePtr& tile, double opacity) {
    const GLuint texture = textures_->find(tile);
    if (texture == 0 || !setPlace(*tile, tile->samples())) return;
    program_->setUniformValue("opacity", static_cast<float>(opacity));
    gl_->glBindTexture(GL_TEXTURE_2D, texture);
    gl_->glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void SurfaceRenderer::drawDifference(const PreviewTilePtr& tile, const PreviewTilePtr& subtracted) {
    const GLuint texture = textures_->find(tile);
    const GLuint other = textures_->find(subtracted);
    if (texture == 0 || other == 0) return;
    if (!setPlace(*tile, intersection(tile->samples(), subtracted->samples()))) return;
    const Rect& area = subtracted->area;
    program_->setUniformValue("subtractedSize",
                              QVector2D(static_cast<float>(area.width), static_cast<float>(area.height)));
    program_->setUniformValue("shift", QVector2D(static_cast<float>(tile->area.x - area.x),
                                                 static_cast<float>(tile->area.y - area.y)));
    program_->setUniformValue("opacity", 1.0F);
    gl_->glActiveTexture(GL_TEXTURE2);
    gl_->glBindTexture(GL_TEXTURE_2D, other);
    gl_->glActiveTexture(GL_TEXTURE0);
    gl_->glBindTexture(GL_TEXTURE_2D, texture);
    gl_->glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void SurfaceRenderer::end() {
    program_->release();
    gl_->glBindVertexArray(static_cast<GLuint>(vertexArrayBefore_));
    gl_->glDisable(GL_SCISSOR_TEST);
    gl_->glDisable(GL_BLEND);
    gl_->glDisable(GL_DEPTH_TEST);
    gl_->glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace burin::ui
