// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/engraving/depth_fit.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/root.hpp"

#include <cstdio>
#include <utility>
#include <variant>

namespace burin::app {

namespace {

constexpr std::size_t mostBytes = std::size_t{16} << 20U;

std::string textOf(const std::string& file) {
    const auto read = readRegularFile(file, mostBytes + 1);
    if (const auto* problem = std::get_if<FileProblem>(&read)) {
        throw UsageError({.subject = quotedForMessage(file),
                          .reason = "%1; lines of `value,depth` are expected",
                          .details = {problem->problem.text()}});
    }
    std::string text = std::get<std::string>(read);
    if (text.size() > mostBytes)
        throw UsageError(quotedForMessage(file), "is too large for a table of measurements");
    return text;
}

/// Depth in um; 0 if it is not given.
double fullDepthOf(const Arguments& arguments) {
    const auto text = arguments.find("full-depth");
    if (!text) return 0;
    const std::optional<Length> length = parseLength(*text);
    const bool metric = length && length->unit != LengthUnit::pixel;
    const double um = metric ? length->micrometres(1) : 0;
    if (um > 0 && um <= mostFullDepthUm) return um;
    throw wrongOption("full-depth", *text, "a length such as 40um is expected");
}

int fit(const Arguments& arguments) {
    const std::string& file = arguments.operands()[0];
    const double fullDepthUm = fullDepthOf(arguments);
    const DepthTable table = parseDepthTable(textOf(file), file);
    for (const Diagnostic& problem : table.problems)
        printMessage(problem.text());
    if (!table.problems.empty()) return exitUsage;
    const DepthFit fitted = fitDepths(table.measurements, fullDepthUm);
    if (fitted.curve.empty()) {
        Problem problem = fitted.problem;
        problem.subject = quotedForMessage(file);
        throw UsageError(std::move(problem));
    }
    std::fputs(curveYaml(fitted).c_str(), stdout);
    std::fprintf(stderr, "%zu measurements; 1 means %.4g um\n", table.measurements.size(),
                 fitted.fullDepthUm);
    if (fitted.deepestUm < fitted.fullDepthUm) {
        std::fprintf(
            stderr, "warning: the machine reaches only %.4g um; wanted depths above %.3g engrave no deeper\n",
            fitted.deepestUm, fitted.deepestUm / fitted.fullDepthUm);
    }
    return exitDone;
}

}  // namespace

Command fitCommand() {
    return {"fit",
            "MEASURED.csv",
            "prints the machine_curve that corrects the measured depths of a test wedge",
            {{"full-depth", "LENGTH", "the depth that 1 stands for (default: the deepest measured)"}},
            1,
            1,
            &fit};
}

}  // namespace burin::app
