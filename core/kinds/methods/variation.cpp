// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/variation.hpp"

#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace burin {

namespace {

// The names in the order of the enumerators.
constexpr std::array<std::string_view, 5> pickNames = {"random", "first", "sequence", "rows", "columns"};
constexpr std::array<std::string_view, 4> turnNames = {"none", "half", "quarter", "any"};
constexpr std::array<std::string_view, 4> mirrorNames = {"none", "x", "y", "both"};
constexpr std::array<std::string_view, 2> valueNames = {"sample", "id"};

template <class Named, std::size_t count>
Named named(const std::array<std::string_view, count>& names, const std::string& name) {
    return static_cast<Named>(std::find(names.begin(), names.end(), name) - names.begin());
}

template <class Named, std::size_t count>
std::string_view nameOf(const std::array<std::string_view, count>& names, Named value) {
    return names[static_cast<std::size_t>(value)];
}

}  // namespace

bool Variation::random() const {
    return (patterns > 1 && pick == Pick::random) || offset != Vector{} || turn != Turns::none ||
           mirror != Mirrors::none || !scale.fixed() || !gain.fixed() || ids;
}

Size Variation::largestSides(Size pattern) const {
    auto width = static_cast<double>(pattern.width);
    auto height = static_cast<double>(pattern.height);
    if (turn == Turns::quarter) width = height = std::max(width, height);
    if (turn == Turns::any) width = height = std::hypot(width, height);
    const double most = std::max(scale.low, scale.high);
    return {static_cast<std::int64_t>(roundedOutwards(width * most)),
            static_cast<std::int64_t>(roundedOutwards(height * most))};
}

Point Variation::reach() const {
    return {shifted(1, offset.x), shifted(1, offset.y)};
}

bool Variation::picksFit(Point step) const {
    const auto n = static_cast<std::int64_t>(patterns);
    switch (pick) {
        case Pick::sequence:
            return (step.x + step.y) % n == 0;
        case Pick::rows:
            return step.y % n == 0;
        case Pick::columns:
            return step.x % n == 0;
        default:
            return true;
    }
}

std::string Variation::fingerprint() const {
    std::string text;
    if (random()) text += " seed " + std::to_string(seed);
    if (patterns > 1) text += " pick " + std::string(nameOf(pickNames, pick));
    if (offset != Vector{}) text += " offset " + canonicalNumber(offset.x) + " " + canonicalNumber(offset.y);
    if (turn != Turns::none) text += " turn " + std::string(nameOf(turnNames, turn));
    if (mirror != Mirrors::none) text += " mirror " + std::string(nameOf(mirrorNames, mirror));
    const auto range = [&text](std::string_view key, const Range& of) {
        if (of.one()) return;
        text += " " + std::string(key) + " " + canonicalNumber(of.low) + " " + canonicalNumber(of.high);
    };
    range("scale", scale);
    range("gain", gain);
    if (ids) text += " id";
    return text;
}

ParameterDescription Variation::varyDescription(bool seeded) {
    const auto choice = [](std::string_view key, std::string_view title, const auto& names,
                           std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::choice,
                                    .fallback = names[0],
                                    .choices = {names.begin(), names.end()},
                                    .help = help,
                                    .since = 2};
    };
    const auto range = [](std::string_view key, std::string_view title, double least, double most,
                          std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::range,
                                    .minimum = least,
                                    .maximum = most,
                                    .fallback = "[1, 1]",
                                    .help = help,
                                    .since = 2};
    };
    ParameterDescription vary{.key = "vary",
                              .title = "Vary",
                              .type = ParameterType::map,
                              .help = "How the repeats differ from one another.",
                              .since = 2};
    if (seeded) {
        vary.alternatives.push_back(
            {.key = "seed",
             .title = "Seed",
             .type = ParameterType::integer,
             .minimum = 0,
             .maximum = 0x1p32 - 1,
             .fallback = "0",
             .help = "Another seed gives other repeats. Seeds below 65536 share no random numbers.",
             .since = 2,
             .seed = true});
    }
    vary.alternatives.insert(
        vary.alternatives.end(),
        {choice("pick", "Pick", pickNames, "Which of several patterns a repeat shows."),
         choice("turn", "Turn", turnNames,
                "Turns each repeat at random: by multiples of 180 or 90 degrees, or by any angle."),
         choice("mirror", "Mirror", mirrorNames, "The axes along which repeats are mirrored at random.")});
    if (seeded) {
        vary.alternatives.push_back(
            {.key = "offset",
             .title = "Offset x, y",
             .type = ParameterType::vector,
             .unit = "px",
             .minimum = 0,
             .maximum = 65536,
             .fallback = "[0, 0]",
             .help = "How far repeats move at random in each direction along x and y.",
             .since = 2});
    }
    vary.alternatives.insert(
        vary.alternatives.end(),
        {range("scale", "Scale", 0.0625, 16, "Scales each repeat by a random factor between these two."),
         range("gain", "Gain", -16, 16,
               "Multiplies the samples of each repeat by a random factor between these two.")});
    return vary;
}

ParameterDescription Variation::valueDescription() {
    return {.key = "value",
            .title = "Value",
            .type = ParameterType::choice,
            .fallback = valueNames[0],
            .choices = {valueNames.begin(), valueNames.end()},
            .help =
                "sample: the samples of the repeats. id: a random number of the repeat wherever its sample "
                "is not 0.",
            .since = 2};
}

Variation Variation::bound(const Values& values, std::size_t patterns) {
    Variation result;
    result.patterns = patterns;
    result.ids = values.as<std::string>("value") == valueNames[1];
    const auto* vary = values.find<std::shared_ptr<const Values>>("vary");
    if (vary == nullptr) return result;
    const Values& by = **vary;
    const auto range = [&by](std::string_view key) {
        const auto& pair = by.as<Vector>(key);
        return Range{pair.x, pair.y};
    };
    if (by.has("seed")) result.seed = static_cast<std::uint32_t>(by.as<std::int64_t>("seed"));
    if (by.has("offset")) {
        // Half a pixel or less is always rounded to no offset.
        const auto moving = [](double reach) { return reach > 0.5 ? reach : 0; };
        const auto& offset = by.as<Vector>("offset");
        result.offset = {moving(offset.x), moving(offset.y)};
    }
    result.pick = named<Pick>(pickNames, by.as<std::string>("pick"));
    result.turn = named<Turns>(turnNames, by.as<std::string>("turn"));
    result.mirror = named<Mirrors>(mirrorNames, by.as<std::string>("mirror"));
    result.scale = range("scale");
    result.gain = range("gain");
    return result;
}

bool Variation::anyShown(std::span<const LinkShape> links) const {
    const auto all = shown(links);
    return std::any_of(all.begin(), all.end(), [](const LinkShape& link) { return !link.support.empty(); });
}

}  // namespace burin
