// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/drawing/relief_renderer.hpp"

#include "core/relief/relief_sight.hpp"
#include "ui/viewport/drawing/shader_program.hpp"

#include <QMatrix3x3>
#include <QMatrix4x4>

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

// The net of ReliefTile, or a coarser one in the distance. A place is in blocks, relative to the first block
// that the tile shows. A position is in um, relative to the middle of the tile; z points out of the material.
const char* const netShader = R"(#version 330 core
uniform sampler2D tile;
uniform vec2 count;     // blocks that the tile shows
uniform float stride;   // blocks from one vertex to the next
uniform ivec2 turned;   // 1 if the last column or row of the net is drawn first
uniform vec2 border;    // blocks around them
uniform vec2 size;      // the size of the texture
uniform vec4 inside;    // the first and the last place that are drawn
uniform vec2 middle;
uniform vec2 pitch;     // the pitch of blocks, in um
uniform float depthUm;
uniform vec2 roller;    // 1 for the coordinate that goes round the roller
uniform float radius;
uniform mat4 matrix;
out vec2 place;
out vec3 position;
out float cut;          // over 0: on the skirt

void main() {
    ivec2 last = ivec2(ceil(count / stride)) + 3;
    ivec2 drawn = ivec2(gl_VertexID / 2, gl_InstanceID);
    ivec2 vertex = drawn + turned * (last - ivec2(0, 1) - 2 * drawn);
    // A strip that is turned begins on its other side, so that its triangles face the same way.
    vertex.y += gl_VertexID % 2 == turned.x ? 0 : 1;
    place = clamp(clamp((vec2(vertex) - 1.5) * stride, vec2(0.0), count), inside.xy, inside.zw);
    bool skirt = vertex.x == 0 || vertex.y == 0 || vertex.x == last.x || vertex.y == last.y;
    cut = skirt ? 1.0 : 0.0;
    float height = -depthUm * (skirt ? 1.0 : clamp(textureLod(tile, (place + border) / size, 0.0).r, 0.0, 1.0));
    vec2 along = (place - middle) * pitch;
    float arc = dot(along, roller);
    float angle = arc / radius;
    float sag = sin(angle / 2.0);
    // angle - sin(angle): near 0, the difference of the two would consist of rounding only.
    float a2 = angle * angle;
    float lag = abs(angle) < 0.25 ? angle * a2 / 6.0 * (1.0 - a2 / 20.0 * (1.0 - a2 / 42.0)) : angle - sin(angle);
    position = vec3(along + roller * (height * sin(angle) - radius * lag),
                    height * cos(angle) - 2.0 * radius * sag * sag);
    gl_Position = matrix * vec4(position, 1.0);
}
)";

// Light as shade() computes it.
const char* const lightShader = R"(#version 330 core
uniform sampler2D tile;
uniform vec2 border;
uniform vec2 size;
uniform vec2 middle;
uniform vec2 pitch;
uniform float depthUm;
uniform vec2 roller;
uniform float radius;
uniform vec3 eye;        // the position of the viewer
uniform mat3 toViewer;   // from directions of the tile to directions of the viewer
uniform vec3 light;
uniform vec3 base;
uniform float roughness;
uniform bool metal;
uniform float plainShare;
in vec2 place;
in vec3 position;
in float cut;
uniform vec4 ends;       // the first and the last place of the surface
out vec4 color;

const float pi = 3.14159265358979;

float at(vec2 p) { return clamp(textureLod(tile, p / size, 0.0).r, 0.0, 1.0); }

// The direction that the surface faces, as ReliefTile::normalAt() computes it.
vec3 normal() {
    vec2 p = place + border;
    vec2 low = clamp(p - 1.0, vec2(0.5), size - 0.5);
    vec2 high = clamp(p + 1.0, vec2(0.5), size - 0.5);
    vec2 slope = vec2(at(vec2(high.x, p.y)) - at(vec2(low.x, p.y)), at(vec2(p.x, high.y)) - at(vec2(p.x, low.y))) /
                 max(high - low, vec2(1e-6));
    vec2 shrunk = 1.0 - roller * (at(p) * depthUm / radius);
    vec3 n = normalize(vec3(slope * depthUm / (pitch * shrunk), 1.0));
    float angle = dot((place - middle) * pitch, roller) / radius;
    float turned = dot(n.xy, roller);
    return vec3(n.xy + roller * (turned * (cos(angle) - 1.0) + n.z * sin(angle)),
                n.z * cos(angle) - turned * sin(angle));
}

float unhidden(float cosine, float a2) {
    return 2.0 * cosine / (cosine + sqrt(a2 + (1.0 - a2) * cosine * cosine));
}

vec3 shade(vec3 n, vec3 v) {
    vec3 ambient = 0.25 * base * (0.5 + 0.5 * n.z);
    float lit = dot(n, light);
    if (lit <= 0.0) return ambient;
    float seen = max(dot(n, v), 1e-6);
    vec3 h = normalize(light + v);
    float a2 = roughness * roughness * roughness * roughness;
    // 1 - (n.h)^2 as the square of a cross product: with floats, the highlight of chrome needs its exactness.
    vec3 across = cross(n, h);
    float facing = dot(across, across) + a2 * dot(n, h) * dot(n, h);
    float facets = a2 / (pi * facing * facing);
    vec3 straight = metal ? base : vec3(0.04);
    vec3 reflected = straight + (1.0 - straight) * pow(clamp(1.0 - dot(v, h), 0.0, 1.0), 5.0);
    vec3 diffuse = metal ? vec3(0.0) : (1.0 - reflected) * base / pi;
    vec3 shine = reflected * facets * unhidden(lit, a2) * unhidden(seen, a2) / (4.0 * lit * seen);
    return 3.0 * lit * (diffuse + shine) + ambient;
}

vec3 displayed(vec3 linear) {
    vec3 c = clamp(linear, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
}

void main() {
    // The lower side and the inside of a roller are not part of the surface. At the ends of the surface, the
    // skirt is the material that is cut there. Elsewhere the skirt closes gaps, and both of its sides look like
    // the surface beside it.
    bool atEnds = any(lessThan(vec4(place - ends.xy, ends.zw - place), vec4(1e-3)));
    bool plain = cut > 0.0 ? atEnds : !gl_FrontFacing;
    vec3 seen = plain ? plainShare * base : shade(toViewer * normal(), toViewer * normalize(eye - position));
    color = vec4(displayed(seen), 1.0);
}
)";

// A disc in the plane z = 0.
const char* const discShader = R"(#version 330 core
uniform mat4 matrix;
uniform float radius;
void main() {
    float angle = radians(360.0) * float(gl_VertexID - 1) / 256.0;
    vec2 at = gl_VertexID == 0 ? vec2(0.0) : radius * vec2(cos(angle), sin(angle));
    gl_Position = matrix * vec4(at, 0.0, 1.0);
}
)";

const char* const plainShader = R"(#version 330 core
uniform vec3 shown;
out vec4 color;
void main() { color = vec4(shown, 1.0); }
)";

/// Cut material and the inside of a roller show this share of their colour.
constexpr double plainShare = 0.06;

/// The blocks from one vertex to the next: a power of 2, so that they are at most `spacing` pixels.
int strideFor(double blocksAPixel, int spacing) {
    constexpr int most = 64;
    int stride = 1;
    while (2 * stride <= std::min<double>(most, spacing * blocksAPixel))
        stride *= 2;
    return stride;
}

QVector3D floats(Vector3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

QVector2D floats(double x, double y) {
    return {static_cast<float>(x), static_cast<float>(y)};
}

/// The directions of `from` in the frame `to`.
QMatrix3x3 turning(const SpaceFrame& from, const SpaceFrame& to) {
    QMatrix3x3 matrix;
    int column = 0;
    for (const Vector3& axis : {from.x, from.y, from.z}) {
        matrix(0, column) = static_cast<float>(dot(axis, to.x));
        matrix(1, column) = static_cast<float>(dot(axis, to.y));
        matrix(2, column) = static_cast<float>(dot(axis, to.z));
        ++column;
    }
    return matrix;
}

}  // namespace

QString ReliefRenderer::initialize() {
    if (QString why = linkShaders(netShader, lightShader, program_); !why.isEmpty()) return why;
    if (QString why = linkShaders(discShader, plainShader, ends_); !why.isEmpty()) return why;
    vertices_.create();
    return {};
}

void ReliefRenderer::release() {
    program_.reset();
    ends_.reset();
    vertices_.destroy();
    if (query_ != 0) gl_.glDeleteQueries(1, &query_);
    query_ = 0;
    asked_.reset();
}

void ReliefRenderer::begin(const Frame& frame) {
    frame_ = frame;
    measuring_ = !asked_;
    if (measuring_) {
        if (query_ == 0) gl_.glGenQueries(1, &query_);
        gl_.glBeginQuery(GL_TIME_ELAPSED, query_);
        clock_.start();
    }
    parts_.clear();
    drawn_ = 0;
    range_ = frame.camera.rangeOf(frame.form.outlineOf(frame.everything));
    // OpenGL counts from the lower left corner of the target.
    gl_.glViewport(-frame.first.x(), frame.first.y() + frame.target.height() - frame.pixels.height(),
                   frame.pixels.width(), frame.pixels.height());
    gl_.glDisable(GL_CULL_FACE);
    gl_.glDisable(GL_SCISSOR_TEST);
    gl_.glDisable(GL_BLEND);
    gl_.glEnable(GL_DEPTH_TEST);
    gl_.glDepthFunc(GL_LESS);
    gl_.glDepthMask(GL_TRUE);
    gl_.glClearDepth(1);
    gl_.glClearColor(static_cast<float>(frame.background.redF()),
                     static_cast<float>(frame.background.greenF()),
                     static_cast<float>(frame.background.blueF()), 1);
    gl_.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    // QPainter binds its vertex array only once, so it must be restored.
    gl_.glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertexArrayBefore_);
    vertices_.bind();
    const ReliefForm& form = frame.form;
    const ReliefMaterial& material = frame.material;
    program_->bind();
    program_->setUniformValue("tile", 0);
    program_->setUniformValue("depthUm", static_cast<float>(form.depthUm));
    program_->setUniformValue("roller", form.flat()   ? QVector2D(0, 0)
                                        : form.roundX ? QVector2D(1, 0)
                                                      : QVector2D(0, 1));
    program_->setUniformValue("radius", form.flat() ? 1.0F : static_cast<float>(form.diameterUm / 2));
    program_->setUniformValue("light", floats(frame.light));
    program_->setUniformValue("base", floats({material.base.red, material.base.green, material.base.blue}));
    program_->setUniformValue("roughness", static_cast<float>(material.roughness));
    program_->setUniformValue("metal", material.metal);
    program_->setUniformValue("plainShare", static_cast<float>(plainShare));
    gl_.glActiveTexture(GL_TEXTURE0);
}

void ReliefRenderer::draw(const PreviewTilePtr& tile, const Rect& part) {
    const GLuint texture = textures_.find(tile);
    if (texture == 0) return;
    const auto across = samplesAPixel(frame_.form, frame_.camera, screen(), part);
    if (!across) return;
    const Rect blocks = tile->blocksOf(part);
    const double each = std::ldexp(1.0, tile->level);
    const SurfacePlace middle{
        (static_cast<double>(blocks.x) + static_cast<double>(blocks.width) / 2) * each,
        (static_cast<double>(blocks.y) + static_cast<double>(blocks.height) / 2) * each};
    const SpaceFrame local = frame_.form.frameAt(middle);
    const Vector3 eye = local.toLocal(frame_.camera.frame().origin);
    parts_.push_back({tile, part, texture, local, eye, strideFor(*across / each, frame_.spacing)});
}

/// \see turned: what is in front is drawn first, so that light is computed only for what remains visible.
void ReliefRenderer::drawPart(const Part& one) {
    const auto& [tile, part, texture, local, eye, stride] = one;
    const Rect blocks = tile->blocksOf(part);
    const double each = std::ldexp(1.0, tile->level);
    const auto width = static_cast<double>(blocks.width);
    const auto height = static_cast<double>(blocks.height);
    const auto left = static_cast<double>(blocks.x);
    const auto top = static_cast<double>(blocks.y);
    const QVector2D first =
        floats(static_cast<double>(part.x) / each - left, static_cast<double>(part.y) / each - top);
    const Rect& all = frame_.everything;
    // Round a roller, the surface has no ends.
    constexpr double none = 1e6;
    const bool endsX = frame_.form.flat() || !frame_.form.roundX;
    const bool endsY = frame_.form.flat() || frame_.form.roundX;
    const QVector4D ends(static_cast<float>(endsX ? static_cast<double>(all.x) / each - left : -none),
                         static_cast<float>(endsY ? static_cast<double>(all.y) / each - top : -none),
                         static_cast<float>(endsX ? static_cast<double>(all.right()) / each - left : none),
                         static_cast<float>(endsY ? static_cast<double>(all.bottom()) / each - top : none));
    const QVector2D last = floats(static_cast<double>(part.right()) / each - left,
                                  static_cast<double>(part.bottom()) / each - top);
    const std::array<float, 16> matrix = frame_.camera.matrixFrom(local, screen(), range_);
    const std::array<GLint, 2> turned{eye.x > 0 ? 1 : 0, eye.y > 0 ? 1 : 0};
    gl_.glUniform2iv(program_->uniformLocation("turned"), 1, turned.data());
    program_->setUniformValue("count", floats(width, height));
    program_->setUniformValue("stride", static_cast<float>(stride));
    program_->setUniformValue("border", floats(static_cast<double>(blocks.x - tile->area.x),
                                               static_cast<double>(blocks.y - tile->area.y)));
    program_->setUniformValue(
        "size", floats(static_cast<double>(tile->area.width), static_cast<double>(tile->area.height)));
    program_->setUniformValue("inside", QVector4D(first.x(), first.y(), last.x(), last.y()));
    program_->setUniformValue("ends", ends);
    program_->setUniformValue("middle", floats(width / 2, height / 2));
    program_->setUniformValue("pitch", floats(each * frame_.form.pitchXUm, each * frame_.form.pitchYUm));
    program_->setUniformValue("matrix", QMatrix4x4(matrix.data()).transposed());
    program_->setUniformValue("eye", floats(eye));
    program_->setUniformValue("toViewer", turning(local, frame_.camera.frame()));
    gl_.glBindTexture(GL_TEXTURE_2D, texture);
    const GLsizei columns = (static_cast<GLsizei>(blocks.width) + stride - 1) / stride + 4;
    const GLsizei rows = (static_cast<GLsizei>(blocks.height) + stride - 1) / stride + 4;
    gl_.glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * columns, rows - 1);
}

/// Each disc reaches to the deepest places of the surface.
void ReliefRenderer::drawEnds() {
    constexpr int corners = 256;
    const ReliefForm& form = frame_.form;
    const Rect& all = frame_.everything;
    const LinearColor& base = frame_.material.base;
    ends_->bind();
    ends_->setUniformValue("radius", static_cast<float>(form.diameterUm / 2 - form.depthUm));
    ends_->setUniformValue("shown",
                           floats({displayed(plainShare * base.red), displayed(plainShare * base.green),
                                   displayed(plainShare * base.blue)}));
    for (const bool last : {false, true}) {
        SurfacePlace place = form.middle;
        (form.roundX ? place.y : place.x) =
            static_cast<double>(form.roundX ? (last ? all.bottom() : all.y) : (last ? all.right() : all.x));
        const SpaceFrame at = form.frameAt(place);
        const SpaceFrame disc{at.origin - at.z * (form.diameterUm / 2), form.roundX ? at.x : at.y, at.z,
                              form.roundX ? at.y : at.x};
        const std::array<float, 16> matrix = frame_.camera.matrixFrom(disc, screen(), range_);
        ends_->setUniformValue("matrix", QMatrix4x4(matrix.data()).transposed());
        gl_.glDrawArrays(GL_TRIANGLE_FAN, 0, corners + 2);
    }
    ends_->release();
}

bool ReliefRenderer::drawNearest() {
    if (drawn_ == 0) {
        std::stable_sort(parts_.begin(), parts_.end(),
                         [](const Part& a, const Part& b) { return dot(a.eye, a.eye) < dot(b.eye, b.eye); });
    }
    if (drawn_ == parts_.size()) return false;
    drawPart(parts_[drawn_++]);
    return true;
}

void ReliefRenderer::end() {
    while (drawNearest()) {
    }
    program_->release();
    if (!frame_.form.flat()) drawEnds();
    gl_.glBindVertexArray(static_cast<GLuint>(vertexArrayBefore_));
    gl_.glDisable(GL_DEPTH_TEST);
    gl_.glBindTexture(GL_TEXTURE_2D, 0);
    if (!measuring_) return;
    gl_.glEndQuery(GL_TIME_ELAPSED);
    asked_ = Cost{frame_.spacing, static_cast<double>(clock_.nsecsElapsed()) / 1e6};
}

/// A driver without a card makes the vertices on the processor, before the card's part begins.
std::optional<ReliefRenderer::Cost> ReliefRenderer::takeCost() {
    if (!asked_) return {};
    GLint there = GL_FALSE;
    gl_.glGetQueryObjectiv(query_, GL_QUERY_RESULT_AVAILABLE, &there);
    if (there == GL_FALSE) return {};
    GLuint64 ns = 0;
    gl_.glGetQueryObjectui64v(query_, GL_QUERY_RESULT, &ns);
    Cost cost = *std::exchange(asked_, {});
    cost.ms = std::max(cost.ms, static_cast<double>(ns) / 1e6);
    return cost;
}

}  // namespace burin::ui
