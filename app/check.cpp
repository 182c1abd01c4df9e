// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.hpp"
#include "app/session.hpp"
#include "core/design/design.hpp"
#include "core/surface/export_error.hpp"

#include <algorithm>
#include <cstdio>

namespace burin::app {

namespace {

/// What only the bound graph shows, for every node whose own closure is sound.
Diagnostics boundErrors(const Design& design, std::vector<std::string>& remarks) {
    if (!design.root || !design.errorsOf(*design.root).empty()) return {};
    BoundGraph bound = bindGraph(design, *design.root, {});
    remarks = std::move(bound.remarks);
    return std::move(bound.errors);
}

int check(const Arguments& arguments) {
    if (arguments.has("preflight")) throw UsageError("--preflight is not part of this version");
    const Design design = loadDesign(arguments.operands()[0]);
    std::vector<std::string> remarks;
    Diagnostics all = design.diagnostics;
    const Diagnostics bound = design.refused ? Diagnostics{} : boundErrors(design, remarks);
    all.insert(all.end(), bound.begin(), bound.end());
    for (const Diagnostic& d : all)
        std::fprintf(stderr, "%s\n", d.text().c_str());
    for (const std::string& remark : remarks)
        std::fprintf(stderr, "%s\n", remark.c_str());
    // What the root does not reach never keeps an export from running.
    const bool broken =
        design.refused || !design.root || !bound.empty() || !design.errorsOf(*design.root).empty();
    if (broken) return exitUsage;
    std::puts("ok");
    return exitDone;
}

}  // namespace

Command checkCommand() {
    return {"check",
            "DESIGN",
            "names every problem of a design with its place, or says ok",
            {{"preflight", nullptr, "what will spoil an engraving"}},
            1,
            1,
            &check};
}

}  // namespace burin::app
