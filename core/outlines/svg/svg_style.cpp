// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_style.hpp"

#include "core/base/text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace burin {
namespace {

/// Whether a value leaves an inherited property unchanged.
bool keeps(std::string_view value) {
    return value.data() == nullptr || isSvgWord(value, "inherit") || isSvgWord(value, "unset");
}

}  // namespace

StrokeStyle SvgLine::in(const SvgViewport& viewport) const {
    StrokeStyle stroke{width.in(viewport), join, miterLimit, cap, {}, dashOffset.in(viewport)};
    stroke.dash.reserve(dash.size());
    for (const SvgStrokeLength& length : dash)
        stroke.dash.push_back(length.in(viewport));
    return stroke;
}

bool SvgStyler::ignores(std::string_view word) const {
    return std::find(request_.ignore.begin(), request_.ignore.end(), word) != request_.ignore.end();
}

SvgStyle SvgStyler::derived(const SvgStyle& parent, const SvgDeclarations& declarations) const {
    using enum SvgProperty;
    SvgStyle style = parent;
    derivePaints(style, declarations);
    deriveLine(style, declarations);
    for (const auto& [property, rule] :
         {std::pair(fillRule, &style.fillRule), std::pair(clipRule, &style.clipRule)}) {
        const std::string_view value = declarations[property];
        if (isSvgWord(value, "evenodd")) {
            *rule = FillRule::evenodd;
        } else if (isSvgWord(value, "nonzero")) {
            *rule = FillRule::nonzero;
        } else if (!keeps(value)) {
            source_.fail(value.data(), "the rule %1 is not supported", "write nonzero or evenodd",
                         {quotedForMessage(value)});
        }
    }
    if (const std::string_view value = declarations[visibility];
        isSvgWord(value, "hidden") || isSvgWord(value, "collapse")) {
        style.visible = false;
    } else if (isSvgWord(value, "visible") || isSvgWord(value, "initial")) {
        style.visible = true;
    }
    if (const std::string_view value = declarations[paintOrder]; !keeps(value)) {
        const std::size_t fillAt = value.find("fill");
        const std::size_t strokeAt = value.find("stroke");
        style.strokeFirst = strokeAt != std::string_view::npos && strokeAt < fillAt;
    }
    constexpr std::array places = {markerStart, markerMid, markerEnd};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string_view value = declarations[places[i]];
        if (!keeps(value)) style.markers[i] = isSvgWord(value, "none") ? nullptr : value.data();
    }
    return style;
}

void SvgStyler::derivePaints(SvgStyle& style, const SvgDeclarations& declarations) const {
    using enum SvgProperty;
    if (const std::string_view value = declarations[color];
        !keeps(value) && !isSvgWord(value, "currentcolor")) {
        const auto known = parseSvgColour(value);
        if (!known && tonal())
            source_.fail(value.data(), "the colour %1 is not supported", "write #rrggbb or a name",
                         {quotedForMessage(value)});
        if (known) style.colour = *known;
    }
    for (SvgInk* const inherited : {&style.fill, &style.stroke}) {
        if (inherited->current) inherited->colour = style.colour;
    }
    if (const std::string_view value = declarations[fill]; !keeps(value))
        style.fill = ink(value, style.fill, style.colour);
    if (const std::string_view value = declarations[stroke]; !keeps(value))
        style.stroke = ink(value, style.stroke, style.colour);
    for (const auto& [property, target] :
         {std::pair(fillOpacity, &style.fillOpacity), std::pair(strokeOpacity, &style.strokeOpacity)}) {
        if (const std::string_view value = declarations[property]; !keeps(value)) {
            const auto share = parseSvgOpacity(value);
            if (!share)
                source_.fail(value.data(), "the opacity %1 is not supported", "write a number from 0 to 1",
                             {quotedForMessage(value)});
            *target = *share;
        }
    }
    if (const std::string_view value = declarations[opacity]; !keeps(value)) {
        const auto share = parseSvgOpacity(value);
        if (!share)
            source_.fail(value.data(), "the opacity %1 is not supported", "write a number from 0 to 1",
                         {quotedForMessage(value)});
        style.opacity *= *share;
    }
}

SvgInk SvgStyler::ink(std::string_view value, const SvgInk& parent, const SvgColour& current) const {
    if (isSvgWord(value, "none") || isSvgWord(value, "transparent")) return {};
    if (isSvgWord(value, "currentcolor")) return {SvgInk::Kind::colour, current, true};
    if (value.starts_with("url(")) return server(value, parent, current);
    const std::string_view plain = trimmedSvg(value.substr(0, value.find(" icc-color")));
    if (const auto known = parseSvgColour(plain)) return {SvgInk::Kind::colour, *known};
    source_.fail(value.data(), "the paint %1 is not supported",
                 "write none, #rgb, #rrggbb, rgb() or the name of a colour", {quotedForMessage(value)});
}

SvgInk SvgStyler::server(std::string_view value, const SvgInk& parent, const SvgColour& current) const {
    const auto [id, rest] = reference(value);
    const SvgServer found = servers_.find(value, id);
    if (found == SvgServer::noStops) return {};
    if (found == SvgServer::missing || found == SvgServer::noPattern) {
        if (rest.empty()) return {};
        return ink(rest, parent, current);
    }
    const bool gradient = found == SvgServer::gradient;
    if (tonal() && ignores(gradient ? "gradients" : "patterns")) return {};
    return {gradient ? SvgInk::Kind::gradient : SvgInk::Kind::pattern,
            {},
            false,
            value.data(),
            servers_.fitsShape(id)};
}

std::pair<std::string_view, std::string_view> SvgStyler::reference(std::string_view url) const {
    const std::size_t close = url.find(')');
    if (!url.starts_with("url(") || close == std::string_view::npos)
        source_.fail(url.data(), "%1 is not supported", "write url(#id)", {quotedForMessage(url)});
    std::string_view inside = trimmedSvg(url.substr(4, close - 4));
    if (inside.size() >= 2 && (inside.front() == '"' || inside.front() == '\'') &&
        inside.back() == inside.front())
        inside = trimmedSvg(inside.substr(1, inside.size() - 2));
    if (!inside.starts_with('#')) {
        source_.fail(url.data(), "the reference %1 leads to another file, which is not read",
                     "write a reference #id to an element of this file", {quotedForMessage(inside)});
    }
    return {inside.substr(1), trimmedSvg(url.substr(close + 1))};
}

double SvgStyler::number(std::string_view value, const char* wanted) const {
    SvgScanner scanner(value);
    const auto read = scanner.number();
    if (!read || !scanner.atEnd())
        source_.fail(value.data(), "%1 is not supported", wanted, {quotedForMessage(value)});
    return *read;
}

std::optional<SvgLength> SvgStyler::lengthOf(std::string_view value, const SvgViewport& viewport,
                                             SvgPercent of) const {
    const auto read = parseSvgLength(value, viewport, of);
    if (!read)
        source_.fail(value.data(), "%1 is not a length", "write a number with px, mm, cm, in, pt, pc, Q or %",
                     {quotedForMessage(value)});
    if (read->wrongUnit.empty()) return read;
    if (ignores(read->wrongUnit)) return {};
    source_.fail(value.data(), "the unit %1 is not supported", "use px, mm, cm, in, pt, pc, Q or %",
                 {quotedForMessage(read->wrongUnit)});
}

std::optional<SvgStrokeLength> SvgStyler::strokeLengthOf(std::string_view value) const {
    // In this viewport, a percentage is its share.
    const auto read = lengthOf(value, {1, 1}, SvgPercent::diagonal);
    if (!read) return {};
    return SvgStrokeLength{read->value, read->percent};
}

std::optional<double> SvgStyler::length(const SvgDeclarations& declarations, SvgProperty property,
                                        const SvgViewport& viewport, SvgPercent of) const {
    const std::string_view value = declarations[property];
    if (value.data() == nullptr || value == "auto" || value.empty()) return {};
    const auto read = lengthOf(value, viewport, of);
    return read ? std::optional(read->value) : std::nullopt;
}

double SvgStyler::attributeLength(pugi::xml_node element, const char* name, const SvgViewport& viewport,
                                  SvgPercent of, double fallback) const {
    const std::string_view value = trimmedSvg(SvgSource::value(element, name));
    return value.empty() ? fallback : lengthOf(value, viewport, of).value_or(SvgLength{fallback}).value;
}

Affine SvgStyler::transform(std::string_view value) const {
    if (value.empty()) return {};
    const auto read = parseSvgTransform(value);
    if (!read) {
        source_.fail(value.data(), "the transform %1 is not supported",
                     "use matrix(), translate(), scale(), rotate(), skewX() and skewY() with numbers",
                     {quotedForMessage(value)});
    }
    return *read;
}

void SvgStyler::deriveLine(SvgStyle& style, const SvgDeclarations& declarations) const {
    using enum SvgProperty;
    SvgLine& line = style.line;
    if (const std::string_view value = declarations[strokeWidth]; !keeps(value)) {
        line.width = strokeLengthOf(value).value_or(line.width);
        if (line.width.value < 0)
            source_.fail(value.data(), "the width of the stroke is negative", "write a width of at least 0");
    }
    if (const std::string_view value = declarations[strokeLinejoin]; !keeps(value)) {
        line.join = isSvgWord(value, "round")   ? StrokeJoin::round
                    : isSvgWord(value, "bevel") ? StrokeJoin::bevel
                                                : StrokeJoin::miter;
    }
    if (const std::string_view value = declarations[strokeLinecap]; !keeps(value)) {
        line.cap = isSvgWord(value, "round")    ? StrokeCap::round
                   : isSvgWord(value, "square") ? StrokeCap::square
                                                : StrokeCap::butt;
    }
    if (const std::string_view value = declarations[strokeMiterlimit]; !keeps(value)) {
        const double limit = number(value, "write a number of at least 1");
        if (limit < 0)
            source_.fail(value.data(), "the miter limit is negative", "write a number of at least 1");
        // A join is never shorter than the width, so a smaller limit gives the same join as the limit 1.
        line.miterLimit = std::max(limit, 1.0);
    }
    if (const std::string_view value = declarations[strokeDasharray]; !keeps(value)) deriveDash(style, value);
    if (const std::string_view value = declarations[strokeDashoffset]; !keeps(value))
        line.dashOffset = strokeLengthOf(value).value_or(SvgStrokeLength{});
}

void SvgStyler::deriveDash(SvgStyle& style, std::string_view value) const {
    style.line.dash.clear();
    if (isSvgWord(value, "none")) return;
    double sum = 0;
    std::string_view rest = value;
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n,"));
        if (!word.empty()) {
            const SvgStrokeLength dash = strokeLengthOf(word).value_or(SvgStrokeLength{});
            if (dash.value < 0)
                source_.fail(word.data(), "the length of a dash is negative", "write lengths of at least 0");
            style.line.dash.push_back(dash);
            sum += dash.value;
        }
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    if (!(sum > 0)) style.line.dash.clear();
}

}  // namespace burin
