// SPDX-License-Identifier: GPL-3.0-or-later

// Reads any bytes as a design: nothing crashes, every refusal has a place, and a loaded design stays equal
// when it is saved and loaded.

#include "core/design/design.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace burin;

namespace {

bool takesFile(const std::vector<ParameterDescription>& parameters) {
    return std::any_of(parameters.begin(), parameters.end(), [](const ParameterDescription& p) {
        return p.type == ParameterType::file || takesFile(p.alternatives);
    });
}

/// Kinds that open no files: a fuzzer must not read files that its input names.
const std::vector<Kind>& kindsWithoutFiles() {
    static const std::vector<Kind> all = [] {
        std::vector<Kind> result;
        for (const Kind& kind : kinds()) {
            if (!takesFile(kind.description.parameters)) result.push_back(kind);
        }
        return result;
    }();
    return all;
}

void require(bool condition, const char* law, const std::string& text) {
    if (condition) return;
    std::fprintf(stderr, "%s\n%s\n", law, text.c_str());
    std::abort();
}

Design load(std::string_view text) {
    return parseDesign(text, "/", "fuzz.burin", kindsWithoutFiles());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Design design = load({reinterpret_cast<const char*>(data), size});
    for (const Diagnostic& problem : design.diagnostics) {
        require(problem.mark.line > 0 && problem.mark.column > 0, "a problem without a place",
                problem.text());
        require(!problem.what().empty(), "a problem that says nothing", problem.text());
    }
    if (design.refused) {
        require(design.diagnostics.size() == 1, "a refusal has one reason", "");
        return 0;
    }
    for (NodeIndex i = 0; i < std::min<NodeIndex>(design.nodes.size(), 20); ++i) {
        if (!design.errorsOf(i).empty()) continue;
        for (const NodeIndex member : design.closure(i)) {
            require(design.nodes[member].sound && design.nodes[member].operation,
                    "an unsound node has no error", "");
        }
    }
    const std::string saved = saveDesign(design);
    const Design again = load(saved);
    require(!again.refused, "what was saved is refused",
            again.refused ? again.diagnostics[0].text() + saved : "");
    require(again.document == design.document, "load after save is the identity", saved);
    require(again.diagnostics.size() == design.diagnostics.size(), "problems are saved too", saved);
    return 0;
}
