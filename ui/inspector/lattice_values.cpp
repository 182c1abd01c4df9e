// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/lattice_values.hpp"

#include "core/design/yaml_tools.hpp"
#include "core/expression/names.hpp"
#include "core/geometry/length.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/scoped_design.hpp"
#include "ui/model/written_length.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

std::string_view nameOf(Arrangement arrangement) {
    return arrangementNames[static_cast<std::size_t>(arrangement)];
}

bool isFormula(const std::string& text) {
    return text.starts_with('=');
}

/// The text of a vector's number if it is the wanted length; otherwise the wanted length in its unit.
std::string lengthLike(const std::string& written, double number, double wanted, double pixelUm) {
    const bool same = number == wanted && !written.empty() && !isFormula(written);
    return same ? written : writtenLength(wanted, written, pixelUm);
}

}  // namespace

const ParameterDescription& LatticeValues::arrangementParameter() {
    static const ParameterDescription arrangement{
        .key = "arrangement",
        .title = "Arrangement",
        .type = ParameterType::choice,
        .required = true,
        .choices = {arrangementNames.begin(), arrangementNames.end()},
        .help =
            "The arrangement of the repeats: in columns and rows, at equal distances, like bricks, or free. "
            "It sets u and v."};
    return arrangement;
}

const ParameterDescription& LatticeValues::pitchParameter() {
    static const ParameterDescription pitch{
        .key = "pitch",
        .title = "Pitch x, y",
        .type = ParameterType::vector,
        .unit = "px",
        .minimum = 0,
        .maximum = 0x1p31,
        .help =
            "The distance between columns, and between rows. If the arrangement is free: the lengths of u "
            "and v. The default is the width and the height of the first pattern.",
        .strictlyPositive = true};
    return pitch;
}

bool LatticeValues::has(std::string_view key) {
    return key == arrangementParameter().key || key == pitchParameter().key;
}

const YamlValue* LatticeValues::written(const char* key) const {
    const YamlValue* body = workbench_.document.nodeText(node_);
    return body == nullptr ? nullptr : body->find(key);
}

std::string LatticeValues::textOf(const char* key, std::size_t number) const {
    const YamlValue* vector = written(key);
    return vector != nullptr && number < vector->items.size() ? vector->items[number].scalar : std::string();
}

double LatticeValues::pixelUm() const {
    return workbench_.document.design()->pixelUm;
}

bool LatticeValues::formulas() const {
    for (const char* key : {"u", "v"}) {
        if (isFormula(textOf(key, 0)) || isFormula(textOf(key, 1))) return true;
    }
    return false;
}

QStringList LatticeValues::followed() const {
    const Document& document = workbench_.document;
    const YamlValue* group = groupText(document.design()->document, document.scope().group().toStdString());
    const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
    QStringList names;
    for (const char* key : {"u", "v"}) {
        for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
            const std::string text = textOf(key, number);
            if (!isFormula(text)) continue;
            for (const NameInText& each : namesIn(std::string_view(text).substr(1))) {
                const QString name = QString::fromStdString(std::string(each.name));
                const bool known = parameters != nullptr && parameters->find(each.name) != nullptr;
                if (known && !names.contains(name)) names << name;
            }
        }
    }
    return names;
}

bool LatticeValues::releasable() const {
    const DesignNode* node = workbench_.document.node(node_);
    return node != nullptr && formulas() && node->values.find<Vector>("u") != nullptr &&
           node->values.find<Vector>("v") != nullptr;
}

void LatticeValues::release(DesignEdit& edit) const {
    const auto vectors = span();
    if (!vectors) return;
    const auto settle = [&](const char* key, Vector vector) {
        if (!isFormula(textOf(key, 0)) && !isFormula(textOf(key, 1))) return;
        const auto text = [&](std::size_t number, double pixels) {
            const std::string written = textOf(key, number);
            if (!isFormula(written)) return written;
            return pixels == 0 ? std::string("0") : writtenLength(pixels, patternWidth(), pixelUm());
        };
        put(edit, key, {text(0, vector.x), text(1, vector.y)});
    };
    settle("u", vectors->u);
    settle("v", vectors->v);
}

std::optional<NodeIndex> LatticeValues::firstPattern() const {
    const DesignNode* node = workbench_.document.node(node_);
    if (node == nullptr) return {};
    const auto link = std::find_if(node->links.begin(), node->links.end(),
                                   [](const DesignLink& each) { return each.trait == Trait::pattern; });
    return link == node->links.end() ? std::nullopt : link->child;
}

std::optional<LatticeSpan> LatticeValues::usual() const {
    const std::optional<NodeIndex> pattern = firstPattern();
    if (!pattern) return {};
    const Fitting fitting(*workbench_.document.scope().nodes());
    const Extent& extent = fitting.extent(*pattern);
    if (!extent.bounded() || extent.empty()) return {};
    return LatticeSpan{{static_cast<double>(extent.rect().width), 0},
                       {0, static_cast<double>(extent.rect().height)}};
}

std::optional<LatticeSpan> LatticeValues::span() const {
    const DesignNode* node = workbench_.document.node(node_);
    if (node == nullptr) return {};
    const auto* u = node->values.find<Vector>("u");
    const auto* v = node->values.find<Vector>("v");
    if (u != nullptr && v != nullptr) return LatticeSpan{*u, *v};
    std::optional<LatticeSpan> found = usual();
    if (found && u != nullptr) found->u = *u;
    if (found && v != nullptr) found->v = *v;
    return found;
}

Arrangement LatticeValues::shown() const {
    if (chosen_) return *chosen_;
    const auto vectors = span();
    return vectors ? shapeOf(*vectors).arrangement : Arrangement::square;
}

LatticeValues::Texts LatticeValues::textsOf(const LatticeSpan& span) const {
    const Vector pitch = shown() == Arrangement::free
                             ? Vector{std::hypot(span.u.x, span.u.y), std::hypot(span.v.x, span.v.y)}
                             : shapeOf(span).pitch;
    const bool computed = formulas();
    const auto text = [&](const std::string& written, double number, double wanted) {
        if (computed) return writtenLength(wanted, patternWidth(), pixelUm());
        return written.empty() ? usualLength(wanted) : lengthLike(written, number, wanted, pixelUm());
    };
    return {text(textOf("u", 0), span.u.x, pitch.x), text(textOf("v", 1), span.v.y, pitch.y)};
}

std::string LatticeValues::usualLength(double pixels) const {
    const std::string text = writtenLength(pixels, patternWidth(), pixelUm());
    const auto length = parseLength(text);
    // A rounded length would differ from the default, so it would be written to the file.
    return length && length->pixels(pixelUm()) == pixels ? text : writtenLength(pixels, {}, pixelUm());
}

std::string LatticeValues::patternWidth() const {
    if (const std::optional<NodeIndex> pattern = firstPattern()) {
        const Design& design = *workbench_.document.scope().nodes()->design;
        const YamlValue* body =
            workbench_.document.nodeText(QString::fromStdString(design.nodes[*pattern].name));
        const YamlValue* width = body == nullptr ? nullptr : body->find("width");
        if (width != nullptr && !width->scalar.empty() && !isFormula(width->scalar)) return width->scalar;
    }
    return surfaceWidth(*workbench_.document.design());
}

const YamlValue* LatticeValues::arrangement() {
    arrangement_ = yamlScalar(nameOf(shown()));
    return &arrangement_;
}

const YamlValue* LatticeValues::pitch() {
    const auto vectors = span();
    if (!vectors) return nullptr;
    const auto [x, y] = textsOf(*vectors);
    const std::vector<std::string> both = {x, y};
    pitch_ = yamlList(both);
    return &pitch_;
}

void LatticeValues::setArrangement(DesignEdit& edit, const YamlValue& value) {
    const auto name = std::find(arrangementNames.begin(), arrangementNames.end(), value.scalar);
    if (name == arrangementNames.end()) return;
    const auto wanted = static_cast<Arrangement>(name - arrangementNames.begin());
    const auto vectors = span();
    if (wanted == Arrangement::free || !vectors) {
        chosen_ = wanted;
        return;
    }
    const Texts now = textsOf(*vectors);
    const Vector before = shapeOf(*vectors).pitch;
    const Vector pitch = pitchAs(wanted, *vectors);
    chosen_.reset();
    const std::string x = lengthLike(now.x, before.x, pitch.x, pixelUm());
    write(edit, wanted, {x, pitch.y == before.y ? now.y : writtenLength(pitch.y, x, pixelUm())});
}

void LatticeValues::setPitch(DesignEdit& edit, const std::optional<YamlValue>& value) {
    if (!value) {
        for (const char* key : {"u", "v"})
            edit.setValue(node_.toStdString(), key, {});
        return;
    }
    if (value->items.size() != 2) return;
    Texts texts{value->items[0].scalar, value->items[1].scalar};
    const auto x = parseLength(texts.x);
    const auto y = parseLength(texts.y);
    if (!x || !y) return;
    const Vector pitch{x->pixels(pixelUm()), y->pixels(pixelUm())};
    const auto vectors = span();
    const Arrangement arrangement = shown();
    if (arrangement == Arrangement::free && vectors) return stretch(edit, *vectors, pitch, texts);
    if (arrangement == Arrangement::hexagonal) {
        const bool byRows = vectors && texts.y != textsOf(*vectors).y;
        if (byRows) texts.x = writtenLength(pitch.y / hexagonalRows(), texts.y, pixelUm());
    }
    chosen_.reset();
    write(edit, arrangement, texts);
}

/// \param pitch both numbers; for a hexagonal arrangement, the second one is computed from the first one, in
/// its unit
void LatticeValues::write(DesignEdit& edit, Arrangement arrangement, const Texts& pitch) {
    const double um = pixelUm();
    const auto x = parseLength(pitch.x);
    const auto y = parseLength(pitch.y);
    if (!x || !y) return;
    const LatticeSpan span = spanOf({arrangement, {x->pixels(um), y->pixels(um)}});
    // In other arrangements the vectors depend on each other, so both are written.
    const bool alone = arrangement == Arrangement::square;
    if (!alone || !follows("u", span.u)) put(edit, "u", {pitch.x, "0"});
    if (alone && follows("v", span.v)) return;
    put(edit, "v",
        {span.v.x == 0 ? std::string("0") : writtenLength(span.v.x, pitch.x, um),
         y->pixels(um) == span.v.y ? pitch.y : writtenLength(span.v.y, pitch.x, um)});
}

/// Gives free vectors the lengths in `pitch`, in their units; a vector whose length is unchanged stays as
/// written.
void LatticeValues::stretch(DesignEdit& edit, const LatticeSpan& span, Vector pitch, const Texts& texts) {
    const Texts before = textsOf(span);
    const auto one = [&](const char* key, Vector vector, double length, const std::string& typed) {
        const double now = std::hypot(vector.x, vector.y);
        if (now == 0) return;
        const Vector longer{vector.x * length / now, vector.y * length / now};
        const auto text = [&](std::size_t number, double before, double after) {
            const std::string written = textOf(key, number);
            const bool stays = before == after && !written.empty();
            return stays ? written : writtenLength(after, typed, pixelUm());
        };
        if (!follows(key, longer)) put(edit, key, {text(0, vector.x, longer.x), text(1, vector.y, longer.y)});
    };
    if (texts.x != before.x) one("u", span.u, pitch.x, texts.x);
    if (texts.y != before.y) one("v", span.v, pitch.y, texts.y);
}

/// Whether a vector is not in the file and equals its default, so that it follows the pattern.
bool LatticeValues::follows(const char* key, Vector vector) const {
    const auto defaults = usual();
    const bool first = std::string_view(key) == "u";
    return written(key) == nullptr && defaults && vector == (first ? defaults->u : defaults->v);
}

void LatticeValues::put(DesignEdit& edit, const char* key, const Texts& texts) const {
    const std::vector<std::string> both = {texts.x, texts.y};
    edit.setValue(node_.toStdString(), key, yamlList(both));
}

}  // namespace burin::ui
