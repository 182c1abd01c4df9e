// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/form/parameters/spot.hpp"

#include "core/design/types/type_parts.hpp"

#include <array>
#include <string>

namespace burin {
namespace {

/// The first version with shapes. Earlier versions have only a length.
constexpr int shapesVersion = 2;

ParameterDescription lengthNamed(std::string_view key) {
    return {.key = key, .type = ParameterType::length, .unit = "um", .strictlyPositive = true};
}

std::string spotWords(const ParameterDescription&) {
    return "a diameter in " + std::string(lengthUnits) +
           ", {shape: gaussian, sx: 8 um, sy: 6 um}, the same with `top_hat`, or {shape: image, file: "
           "spot.png, pitch: 0.5 um}";
}

/// Reads the keys of a map.
class SpotReader {
  public:
    SpotReader(ValueChecker& checker, const ParameterDescription& wanted, const YamlValue& value)
        : checker_(checker), wanted_(wanted), value_(value) {}

    std::optional<Value> read() {
        if (!checker_.hasVersion(shapesVersion, value_)) return {};
        LaserSpot spot;
        if (!readShape(spot) || !knowsAllKeys(spot)) return {};
        const bool image = spot.shape == LaserSpot::Shape::image;
        if (!(image ? readImage(spot) : readDiameters(spot))) return {};
        return Value(spot);
    }

  private:
    bool readShape(LaserSpot& spot) {
        const ParameterDescription shapes{
            .key = "shape", .type = ParameterType::choice, .choices = {"gaussian", "top_hat", "image"}};
        const YamlValue* given = value_.find("shape");
        if (given == nullptr) return missing("shape");
        const auto word = checker_.check(shapes, *given);
        if (!word) return false;
        const std::string& name = std::get<std::string>(*word);
        spot.shape = name == "gaussian"  ? LaserSpot::Shape::gaussian
                     : name == "top_hat" ? LaserSpot::Shape::topHat
                                         : LaserSpot::Shape::image;
        return true;
    }
    bool knowsAllKeys(const LaserSpot& spot) {
        const std::array<std::string_view, 3> known =
            spot.shape == LaserSpot::Shape::image ? std::array<std::string_view, 3>{"shape", "file", "pitch"}
                                                  : std::array<std::string_view, 3>{"shape", "sx", "sy"};
        for (const auto& [key, value] : value_.entries) {
            if (key.scalar == known[0] || key.scalar == known[1] || key.scalar == known[2]) continue;
            checker_.problem(key, "unknown key %1%2", wantedText(wanted_),
                             {shownText(key), commaRemark(key)});
            return false;
        }
        return true;
    }
    bool readDiameters(LaserSpot& spot) {
        const auto width = lengthOf("sx");
        if (!width) return false;
        spot.widthUm = spot.heightUm = *width;
        if (value_.find("sy") == nullptr) return true;
        const auto height = lengthOf("sy");
        if (!height) return false;
        spot.heightUm = *height;
        return true;
    }
    bool readImage(LaserSpot& spot) {
        const YamlValue* file = value_.find("file");
        if (file == nullptr) return missing("file");
        const ParameterDescription path{.key = "file", .type = ParameterType::file};
        const auto text = checker_.check(path, *file);
        const auto pitch = lengthOf("pitch");
        if (!text || !pitch) return false;
        spot.file = std::get<std::string>(*text);
        spot.pitchUm = *pitch;
        return true;
    }
    std::optional<double> lengthOf(std::string_view key) {
        const YamlValue* given = value_.find(key);
        if (given != nullptr) return checker_.micrometres(lengthNamed(key), *given);
        static_cast<void>(missing(key));
        return {};
    }
    bool missing(std::string_view key) {
        checker_.problem(value_, "`%1` is missing", wantedText(wanted_), {std::string(key)});
        return false;
    }

    ValueChecker& checker_;
    const ParameterDescription& wanted_;
    const YamlValue& value_;
};

std::optional<Value> readSpot(ValueChecker& checker, const ParameterDescription& wanted,
                              const YamlValue& value) {
    if (value.isMap()) return SpotReader(checker, wanted, value).read();
    if (!value.isScalar()) return checker.wrongType(wanted, value);
    ParameterDescription diameter = wanted;
    diameter.type = ParameterType::length;
    const auto um = checker.micrometres(diameter, value);
    if (!um) return {};
    return Value(LaserSpot{.widthUm = *um, .heightUm = *um});
}

}  // namespace

ParameterTypeInfo spotType() {
    return {.name = "spot",
            .listed = "a diameter, or a map with `shape`, `sx` and `sy`, or with `file` and `pitch`",
            .noun = "a spot",
            .measure = Measure::micrometres,
            .editor = EditorShape::spot,
            .wanted = &spotWords,
            .read = &readSpot,
            .start = &startsAsNumber};
}

}  // namespace burin
