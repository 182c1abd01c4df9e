// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/kinds.hpp"
#include "app/commands.hpp"
#include "core/kinds/listing.hpp"
#include "core/surface/export_error.hpp"

#include <cstdio>

namespace burin::app {

namespace {

int list(const Arguments& arguments) {
    const bool yaml = arguments.has("yaml");
    if (!arguments.operands().empty()) {
        const std::string& name = arguments.operands()[0];
        const Kind* kind = findKind(name);
        if (kind == nullptr) throw UsageError("there is no kind '" + name + "'; `burin kinds` lists them");
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
            "every node kind: parameters, ranges, units, defaults, traits",
            {{"yaml", nullptr, "for programs to read"}},
            0,
            1,
            &list};
}

}  // namespace burin::app
