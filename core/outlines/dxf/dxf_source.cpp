// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/dxf/dxf_source.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/outlines/dxf/dxf_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace burin {
namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

/// Returns a part of `text` even if it is empty, because lengths of entities are computed from its place.
std::string_view withoutBlanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return text.substr(0, 0);
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

constexpr double usSurveyFootUm = 1.2e9 / 3937;

/// The units of $INSUNITS up to a mile.
constexpr std::array<std::pair<int, DxfUnit>, 20> dxfUnits = {
    {{1, {"in", 25400}},
     {2, {"ft", 304800}},
     {3, {"mi", 1'609'344e3}},
     {4, {"mm", 1000}},
     {5, {"cm", 10000}},
     {6, {"m", 1e6}},
     {7, {"km", 1e9}},
     {8, {"microinch", 0.0254}},
     {9, {"mil", 25.4}},
     {10, {"yd", 914400}},
     {11, {"angstrom", 1e-4}},
     {12, {"nm", 1e-3}},
     {13, {"um", 1}},
     {14, {"dm", 1e5}},
     {15, {"dam", 1e7}},
     {16, {"hm", 1e8}},
     {21, {"US survey foot", usSurveyFootUm}},
     {22, {"US survey inch", usSurveyFootUm / 12}},
     {23, {"US survey yard", usSurveyFootUm * 3}},
     {24, {"US survey mile", usSurveyFootUm * 5280}}}};

std::optional<DxfUnit> dxfUnitOf(double number) {
    for (const auto& [code, unit] : dxfUnits) {
        if (code == number) return unit;
    }
    return {};
}

/// The entities whose parts follow as entities of their own, up to SEQEND.
bool hasParts(const DxfEntity& entity) {
    return entity.type == "POLYLINE" || (entity.type == "INSERT" && entity.text(66) == "1");
}

}  // namespace

bool DxfNameOrder::operator()(std::string_view a, std::string_view b) const {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                        [&](char one, char other) { return small(one) < small(other); });
}

std::string_view DxfEntity::text(int code) const {
    for (const DxfTag& tag : tags) {
        if (tag.code == code) return withoutBlanks(tag.value);
    }
    return {};
}

DxfSource::DxfSource(std::string text, std::string file, const std::stop_token& stop)
    : text_(std::move(text)), file_(std::move(file)) {
    requireSize();
    if (text_.starts_with("AutoCAD Binary DXF"))
        throw DrawingError({.subject = file_,
                            .reason = "binary DXF is not supported",
                            .advice = "save the drawing as ASCII DXF"});
    readTags(stop);
    if (auto utf8 = decoded(stop)) {
        text_ = std::move(*utf8);
        requireSize();
        tags_.clear();
        readTags(stop);
    }
    for (std::size_t i = 0; i < tags_.size(); ++i) {
        if (!beginsSection(i)) {
            refuseOutside(tags_[i]);
            continue;
        }
        const std::string_view name = tags_[i + 1].value;
        const std::size_t last = endOfSection(i + 2);
        if (name == "HEADER") readHeader(i + 2, last);
        if (name == "TABLES") readLayers(i + 2, last);
        if (name == "BLOCKS") readBlocks(i + 2, last);
        if (name == "ENTITIES") {
            const std::vector<DxfEntity> more = entitiesOf(i + 2, last);
            entities_.insert(entities_.end(), more.begin(), more.end());
        }
        i = last;
    }
}

void DxfSource::requireSize() const {
    if (text_.size() <= mostBytes) return;
    throw DrawingError(
        {.subject = file_, .reason = "the file has more than 256 MiB", .advice = "use a smaller drawing"});
}

std::string_view DxfSource::variable(std::string_view name) const {
    for (std::size_t i = 0; i + 1 < tags_.size(); ++i) {
        if (tags_[i].code == 9 && tags_[i].value == name) return withoutBlanks(tags_[i + 1].value);
    }
    return {};
}

std::string DxfSource::codePage() {
    const std::string_view name = variable("$DWGCODEPAGE");
    if (auto page = dxfCodePage(name)) return *page;
    pageRemark_ = Problem{.subject = file_,
                          .reason = "the drawing names no code page ($DWGCODEPAGE), so Windows-1252 is taken",
                          .advice = "if names of layers or blocks are wrong, save the drawing in UTF-8"};
    if (!name.empty()) {
        pageRemark_->reason =
            "no characters beyond ASCII are known for the code page %1 ($DWGCODEPAGE), so Windows-1252 is "
            "taken";
        pageRemark_->details = {quotedForMessage(name)};
    }
    return "CP1252";
}

std::optional<std::string> DxfSource::decoded(const std::stop_token& stop) {
    // Many programs write UTF-8 for any version, and text in a code page is hardly ever UTF-8 by
    // chance. From AutoCAD 2007 (AC1021) on, other bytes are damage.
    const bool utf8 =
        !firstInvalidUtf8(text_) || text_.starts_with(byteOrderMark) || variable("$ACADVER") >= "AC1021";
    const bool escaped = text_.find("\\U+") != std::string::npos;
    if (utf8 && !escaped) return {};
    std::optional<std::string> text = text_;
    if (!utf8) text = dxfTextAsUtf8(std::move(*text), codePage(), mostBytes, stop);
    if (text && escaped) text = withDxfCharacters(*text);
    return text;
}

void DxfSource::readTags(const std::stop_token& stop) {
    std::string_view rest = text_;
    if (rest.starts_with(byteOrderMark)) rest.remove_prefix(byteOrderMark.size());
    std::uint32_t line = 0;
    const auto next = [&] {
        const std::size_t end = rest.find('\n');
        std::string_view one = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (one.ends_with('\r')) one.remove_suffix(1);
        ++line;
        return one;
    };
    while (!rest.empty()) {
        if (line % 4096 == 0 && stop.stop_requested()) throw Cancelled();
        const std::string_view code = withoutBlanks(next());
        if (code.empty() && rest.empty()) break;
        DxfTag tag;
        const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), tag.code);
        if (error != std::errc() || end != code.data() + code.size())
            fail(line, "%1 is not a group code", "use an ASCII DXF file", {quotedForMessage(code)});
        if (rest.empty()) fail(line, "the group code has no value", "use a complete DXF file");
        tag.value = next();
        tag.line = line;
        if (tag.code == 999) continue;  // a comment
        const bool isName = tag.code == 0 || tag.code == 2 || tag.code == 9;
        if (isName) tag.value = withoutBlanks(tag.value);
        if (tags_.size() >= mostTags) fail(line, "the drawing has too many groups", "use a smaller drawing");
        tags_.push_back(tag);
        if (tag.code == 0 && tag.value == "EOF") {
            while (!rest.empty()) {
                if (withoutBlanks(next()) == "SECTION")
                    fail(line, "another drawing follows the end of the drawing (EOF)",
                         "save each drawing in a file of its own");
            }
            return;
        }
    }
    if (tags_.empty()) fail(1, "the file is empty", "use an ASCII DXF file");
    fail(line, "the end of the drawing (EOF) is missing", "use a complete DXF file");
}

void DxfSource::refuseOutside(const DxfTag& tag) const {
    constexpr std::array<std::string_view, 3> marks = {"SECTION", "ENDSEC", "EOF"};
    if (tag.code != 0 || std::find(marks.begin(), marks.end(), tag.value) != marks.end()) return;
    fail(tag.line, "%1 is outside of all sections", "use a complete DXF file", {quotedForMessage(tag.value)});
}

/// An entity may be called SECTION, too, but a name does not follow it.
bool DxfSource::beginsSection(std::size_t i) const {
    return i + 1 < tags_.size() && tags_[i].code == 0 && tags_[i].value == "SECTION" &&
           tags_[i + 1].code == 2;
}

std::size_t DxfSource::endOfSection(std::size_t first) const {
    for (std::size_t i = first; i < tags_.size() && !beginsSection(i); ++i) {
        if (tags_[i].code == 0 && tags_[i].value == "ENDSEC") return i;
    }
    fail(tags_[first - 1].line, "the section %1 does not end", "use a complete DXF file",
         {quotedForMessage(tags_[first - 1].value)});
}

void DxfSource::readHeader(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i + 1 < last; ++i) {
        if (tags_[i].code != 9 || tags_[i].value != "$INSUNITS" || tags_[i + 1].code != 70) continue;
        const std::optional<DxfUnit> unit = dxfUnitOf(std::trunc(number(tags_[i + 1])));
        if (unit && unit_ && unit->um != unit_->um)
            fail(tags_[i + 1].line,
                 "the drawing says that its unit is %1, and also that it is %2 ($INSUNITS)",
                 "join only drawings of one unit", {std::string(unit_->name), std::string(unit->name)});
        if (unit) unit_ = unit;
    }
}

void DxfSource::readLayers(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        if (tags_[i].code != 0 || tags_[i].value != "LAYER") continue;
        const std::uint32_t line = tags_[i].line;
        std::string_view name;
        DxfLayer layer;
        for (++i; i < last && tags_[i].code != 0; ++i) {
            if (tags_[i].code == 2) name = withoutBlanks(tags_[i].value);
            if (tags_[i].code == 62) layer.on = number(tags_[i]) >= 0;
            if (tags_[i].code == 70) layer.frozen = std::fmod(number(tags_[i]), 2) != 0;
        }
        const auto [known, added] = layers_.try_emplace(name, layer);
        if (!added && known->second != layer)
            fail(line, "the layer %1 is declared twice, with different states",
                 "remove one of its declarations", {quotedForMessage(name)});
        --i;
    }
}

void DxfSource::readBlocks(std::size_t first, std::size_t last) {
    constexpr int reference = 4 | 8;  // attached, or an overlay
    for (std::size_t i = first; i < last; ++i) {
        if (tags_[i].code != 0 || tags_[i].value != "BLOCK") continue;
        std::string_view name;
        DxfBlock block;
        for (++i; i < last && tags_[i].code != 0; ++i) {
            if (tags_[i].code == 2) name = withoutBlanks(tags_[i].value);
            if (tags_[i].code == 10) block.baseX = number(tags_[i]);
            if (tags_[i].code == 20) block.baseY = number(tags_[i]);
            if (tags_[i].code == 70)
                block.external = (static_cast<int>(std::clamp(number(tags_[i]), 0.0, 1e9)) & reference) != 0;
        }
        const std::size_t begin = i;
        while (i < last && (tags_[i].code != 0 || tags_[i].value != "ENDBLK"))
            ++i;
        block.entities = entitiesOf(begin, i);
        const auto [known, added] = blocks_.try_emplace(name, std::move(block));
        known->second.repeated = !added;
    }
}

std::vector<DxfEntity> DxfSource::entitiesOf(std::size_t first, std::size_t last) {
    std::vector<DxfEntity> entities;
    std::vector<DxfEntity> parts;
    bool inside = false;
    const auto endParts = [&] {
        if (inside) {
            parts_.push_back(std::move(parts));
            entities.back().parts = parts_.back();
            parts.clear();
        }
        inside = false;
    };
    for (std::size_t i = first; i < last;) {
        if (tags_[i].code != 0) {
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        while (end < last && tags_[end].code != 0)
            ++end;
        const DxfEntity entity{tags_[i].value, tags_[i].line, std::span(tags_).subspan(i + 1, end - i - 1)};
        i = end;
        if (entity.type == "SEQEND") {
            endParts();
        } else if (inside && (entity.type == "VERTEX" || entity.type == "ATTRIB")) {
            parts.push_back(entity);
        } else {
            endParts();
            entities.push_back(entity);
            inside = hasParts(entity);
        }
    }
    endParts();
    return entities;
}

std::string dxfUnitName(double um) {
    for (const auto& [code, unit] : dxfUnits) {
        if (unit.um == um) return std::string(unit.name);
    }
    return numberText(um) + " um";
}

const DxfBlock* DxfSource::block(std::string_view name) const {
    const auto found = blocks_.find(name);
    return found == blocks_.end() ? nullptr : &found->second;
}

DxfLayer DxfSource::layer(std::string_view name) const {
    const auto found = layers_.find(name);
    return found == layers_.end() ? DxfLayer() : found->second;
}

std::vector<std::string_view> DxfSource::layerNames() const {
    std::vector<std::string_view> names;
    for (const auto& [name, layer] : layers_)
        names.push_back(name);
    for (const DxfEntity& entity : entities_)
        names.push_back(entity.layer());
    for (const auto& [name, block] : blocks_) {
        for (const DxfEntity& entity : block.entities)
            names.push_back(entity.layer());
    }
    std::stable_sort(names.begin(), names.end(), DxfNameOrder());
    names.erase(std::unique(names.begin(), names.end(), sameDxfName), names.end());
    return names;
}

std::vector<std::string_view> DxfSource::entityTypes() const {
    std::vector<std::string_view> types;
    const auto add = [&](const std::vector<DxfEntity>& entities) {
        for (const DxfEntity& entity : entities) {
            types.push_back(entity.type);
            for (const DxfEntity& part : entity.parts) {
                if (part.type == "ATTRIB") types.push_back(part.type);
            }
        }
    };
    add(entities_);
    for (const auto& [name, block] : blocks_)
        add(block.entities);
    std::sort(types.begin(), types.end());
    types.erase(std::unique(types.begin(), types.end()), types.end());
    return types;
}

double DxfSource::number(const DxfTag& tag) const {
    std::string_view text = withoutBlanks(tag.value);
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(std::abs(value) < 1e12))
        fail(tag.line, "%1 is not a number that a drawing can contain", "use numbers below 10^12",
             {quotedForMessage(tag.value)});
    return value;
}

double DxfSource::number(const DxfEntity& entity, int code, double fallback) const {
    for (const DxfTag& tag : entity.tags) {
        if (tag.code == code) return number(tag);
    }
    return fallback;
}

int DxfSource::whole(const DxfEntity& entity, int code, int fallback) const {
    return static_cast<int>(std::clamp(number(entity, code, fallback), -1e9, 1e9));
}

void DxfSource::fail(std::uint32_t line, std::string reason, std::string advice,
                     std::vector<std::string> details) const {
    throw DrawingError({.subject = subjectAt(file_, {line, 1}),
                        .reason = std::move(reason),
                        .details = std::move(details),
                        .advice = std::move(advice)});
}

}  // namespace burin
