// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio_words.hpp"

#include "app/command_engine.hpp"
#include "core/base/errors.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace burin::app {

namespace {

std::string studioProgram() {
    std::error_code error;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path beside = own.parent_path() / "burin-studio";
    return !error && ::access(beside.c_str(), X_OK) == 0 ? beside.string() : "burin-studio";
}

}  // namespace

Command studioCommand() {
    std::vector<Option> options = {
        {"screenshot", "OUT.png", "saves a picture of the window and exits; an existing file is replaced"},
        {"picture", "OUT.png",
         "saves a picture of the surface in the 3-D view, without a window, and exits; an existing file is "
         "replaced"},
        {"bookmark", "NAME", "the 3-D view of the picture: that of a bookmark of the design"},
        {"material", "copper|steel|chrome|leather|black-anodised|clay",
         "material of the picture (default: that of the bookmark, or copper)"},
        {"heights", "N",
         "exaggeration of the heights in the picture, 0.1 to 1000 (default: that of the bookmark, or chosen "
         "automatically)"},
        {"part", "window|viewport|three-d|graph|inspector|library|export|machine|batch|compare|sheet|COMMAND",
         "part to save (default window); for a command such as panel.history, the part that it opens"},
        {"select", "NODE", "the node to select; INSTANCE/NODE opens the group of the instance"},
        {"table", "TABLE.csv", "the table of the batch"},
        {"as-new", "TITLE",
         "opens DESIGN as a new design with this title, which has no file until it is saved"},
        {"settings", "FOLDER", "use the settings in this folder (default: the user's; for a picture none)"},
        {"size", "WxH",
         "size of the window in logical pixels, or of the picture in pixels (default 1600x1000; a window is "
         "smaller on a small screen)"},
        {"theme", "dark|light|system", "theme for this start only"},
        {"frame-log", "FILE", "logs the times of the viewport's frames"}};
    for (const Option& option : engineOptions())
        options.push_back(option);
    return {"burin-studio", "[DESIGN]", "opens a design or the start page", options, 0, 1, nullptr, ""};
}

void becomeStudio(const std::vector<std::string>& words) {
    std::vector<std::string> all = {"burin-studio"};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> values;
    for (std::string& word : all)
        values.push_back(word.data());
    values.push_back(nullptr);
    ::execvp(studioProgram().c_str(), values.data());
    if (errno == ENOENT)
        throw UsageError(
            "burin-studio is neither in the folder of burin nor in PATH; install the package burin-studio");
    throw std::runtime_error(std::string("burin-studio cannot be started: ") + std::strerror(errno));
}

std::string versionText(const std::string& program) {
    return program + " " BURIN_VERSION "\ncommit    " + buildCommit() +
           "\nbackends  " BURIN_BACKENDS "\ncompiler  " BURIN_COMPILER "\n";
}

}  // namespace burin::app
