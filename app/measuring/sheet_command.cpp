// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/measuring/sheet_command.hpp"

#include "app/command_engine.hpp"
#include "app/measuring/heights.hpp"
#include "app/output_name.hpp"
#include "app/progress_display.hpp"
#include "core/base/errors.hpp"
#include "core/sheet/sheet_making.hpp"
#include "core/sinks/formats.hpp"

#include <ctime>
#include <filesystem>

namespace burin::app {

namespace {

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
    return text;
}

std::vector<Rect> detailsToShow(const Arguments& arguments, const Design& design, const Rect& surface) {
    const std::vector<std::string> texts = arguments.all("picture");
    if (texts.size() > mostSheetDetails)
        throw UsageError(Problem{
            .reason = "a sheet has room for %1 parts; leave out %2 of --picture",
            .details = {std::to_string(mostSheetDetails), std::to_string(texts.size() - mostSheetDetails)}});
    std::vector<Rect> details;
    for (const std::string& text : texts)
        details.push_back(parseRegion(text, design.pixelUm, surface, "picture"));
    return details;
}

}  // namespace

Command sheetCommand(int (*run)(const Arguments& arguments)) {
    std::vector<Option> options = {
        {"to", "FILE", "a .pdf to sign, or a .json with every number; an existing file is replaced"},
        {"picture", "X,Y,W,H",
         "a part to show, in pixels or lengths; up to 4 (default: the bookmarks of the surface, else its "
         "middle)",
         true},
        {"page", "a4|letter", "the paper of a .pdf (default a4)"},
        {"all", nullptr, "measure the whole surface instead of 64 windows of 1,024 px"},
        {"full-depth", "LENGTH", "the depth that 1 stands for (default: the root's full_depth)"},
        progressOption(),
        setOption(),
    };
    for (const Option& o : engineOptions())
        options.push_back(o);
    return {"report", "DESIGN", "writes a job sheet: pictures, sizes, roughness, preflight, machine",
            options,  1,        1,
            run};
}

SheetTarget sheetTarget(const Arguments& arguments) {
    const auto file = arguments.find("to");
    if (!file) throw UsageError("report needs --to FILE, such as --to part.pdf");
    const std::string suffix = lowerSuffix(*file);
    if (suffix != ".pdf" && suffix != ".json")
        throw wrongOption("to", *file, "a name that ends with .pdf or .json is expected");
    refuseNameOfAnother(*file, "the sheet");
    const bool drawn = suffix == ".pdf";
    const std::string page = arguments.value("page", "a4");
    if (page != "a4" && page != "letter") throw wrongOption("page", page, "a4 or letter is expected");
    if (!drawn && arguments.has("page")) throw UsageError("--page is for a .pdf; a .json has no pages");
    return {*file, drawn};
}

JobSheet jobSheet(const Arguments& arguments, bool pictures, const std::stop_token& stop) {
    const ProgressDisplay display(arguments.value("progress", "auto"));
    const Design design = loadChecked(arguments, stop);
    refuseWrongOutputs(arguments, design, {"to"});
    CommandEngine engine(arguments, design, rootIndex(design), stop, nullptr,
                         {.everyItem = true, .itemProgress = display.itemCallback()});
    SheetOptions options;
    options.file = arguments.operands()[0];
    options.version = BURIN_VERSION;
    options.date = today();
    options.fullDepthUm = fullDepthOf(arguments, design);
    options.everySample = arguments.has("all");
    options.pictures = pictures;
    options.details = detailsToShow(arguments, design, engine.graph()->top().extent.rect());
    options.threads = engine.threads();
    options.sideBySide = engine.cards() ? 1 : engine.threads();
    options.stop = stop;
    options.progress = display.callback();
    return makeJobSheet(design, engine.graph(), engine.backend(), engine.budget(), options);
}

}  // namespace burin::app
