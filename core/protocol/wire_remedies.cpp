// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/wire_remedies.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace burin {
namespace {

struct Name {
    Remedy::Way way;
    const char* name;
};

constexpr std::array<Name, 5> names = {{{Remedy::Way::resume, "resume"},
                                        {Remedy::Way::giveUpJob, "replace"},
                                        {Remedy::Way::scanRows, "rows"},
                                        {Remedy::Way::scanSwaths, "swaths"},
                                        {Remedy::Way::tryLater, "later"}}};

}  // namespace

std::string remedyNames(const std::vector<Remedy>& remedies) {
    std::string text;
    for (const Remedy& remedy : remedies) {
        const auto* const known =
            std::find_if(names.begin(), names.end(), [&](const Name& n) { return n.way == remedy.way; });
        if (known != names.end()) text += (text.empty() ? "" : ",") + std::string(known->name);
    }
    return text;
}

std::vector<Remedy> remediesNamed(const std::string& text) {
    std::vector<Remedy> remedies;
    std::istringstream words(text);
    for (std::string word; remedies.size() < names.size() && std::getline(words, word, ',');) {
        const auto* const known =
            std::find_if(names.begin(), names.end(), [&](const Name& n) { return n.name == word; });
        if (known != names.end()) remedies.push_back({known->way});
    }
    return remedies;
}

}  // namespace burin
