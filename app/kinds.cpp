// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/catalogue/kinds.hpp"
#include "app/commands.hpp"
#include "core/base/errors.hpp"
#include "core/base/output_file.hpp"
#include "core/base/text.hpp"
#include "core/design/kind_listing.hpp"
#include "core/design/manual_page.hpp"

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace burin::app {

namespace {

int listKinds(const Arguments& arguments) {
    if (const auto folder = arguments.find("manual")) {
        std::error_code error;
        if (!std::filesystem::is_directory(*folder, error))
            throw wrongOption("manual", *folder, "a folder that exists is expected");
        overwrite(std::filesystem::path(*folder) / "kinds.md", kindsPage(kinds()));
        for (const Kind& kind : kinds()) {
            overwrite(std::filesystem::path(*folder) / (std::string(kind.description.name) + ".md"),
                      manualPage(kind.description));
        }
        return exitDone;
    }
    const bool yaml = arguments.has("yaml");
    if (!arguments.operands().empty()) {
        const std::string& name = arguments.operands()[0];
        const Kind* kind = findKind(name);
        if (kind == nullptr)
            throw UsageError({.reason = "unknown kind %1; `burin kinds` lists the kinds",
                              .details = {quotedForMessage(name)}});
        std::fputs((yaml ? kindYaml(kind->description) : kindText(kind->description)).c_str(), stdout);
        return exitDone;
    }
    for (const Kind& kind : kinds()) {
        if (yaml) {
            std::fputs(kindYaml(kind.description).c_str(), stdout);
        } else {
            std::printf("%-12s %s\n", std::string(kind.description.name).c_str(),
                        std::string(kind.description.help).c_str());
        }
    }
    return exitDone;
}

}  // namespace

Command kindsCommand() {
    return {"kinds",
            "[KIND]",
            "lists every node kind with its parameters, ranges, units, defaults and traits",
            {{"yaml", nullptr, "print YAML for other programs"},
             {"manual", "FOLDER", "write the manual's page of every kind; existing pages are replaced"}},
            0,
            1,
            &listKinds};
}

}  // namespace burin::app
