// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/measuring/heights.hpp"

#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/root.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace burin::app {
double lengthOf(const std::string& option, const std::string& text, double pixelUm) {
    const std::optional<Length> length = parseLength(text);
    const double um = length ? length->micrometres(pixelUm) : 0;
    if (length && um > 0 && std::isfinite(um)) return um;
    throw wrongOption(option, text, "a positive length such as 25um is expected, in %1",
                      {std::string(lengthUnits)});
}

double fullDepthOf(const Arguments& arguments, const Design& design) {
    if (const auto text = arguments.find("full-depth")) {
        const double um = lengthOf("full-depth", *text, design.pixelUm);
        if (um <= mostFullDepthUm) return um;
        throw wrongOption("full-depth", *text, "at most 1 m is expected");
    }
    if (const auto um = design.fullDepthUm()) return *um;
    Problem missing = missingFullDepth();
    missing.advice += ", or give --full-depth 40um";
    throw UsageError(std::move(missing));
}

MeasuringOptions::Form formOf(const Arguments& arguments, const std::string& fallback) {
    const std::string text = arguments.value("form", fallback);
    if (text == "none") return MeasuringOptions::Form::none;
    if (text == "plane") return MeasuringOptions::Form::plane;
    throw wrongOption("form", text, "none or plane is expected");
}

}  // namespace burin::app
