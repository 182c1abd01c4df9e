// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio_words.hpp"

#include "app/command_engine.hpp"

namespace burin::app {

Command studioCommand() {
    std::vector<Option> options = {
        {"screenshot", "OUT.png", "saves a picture of the window and exits"},
        {"part", "window|viewport|graph|inspector|library|export|machine|batch|compare",
         "part to save (default window)"},
        {"select", "NODE", "the node to select; INSTANCE/NODE opens the group of the instance"},
        {"table", "TABLE.csv", "the table of the batch"},
        {"settings", "FOLDER", "use the settings in this folder (default: the user's; for a picture none)"},
        {"size", "WxH", "window size in logical pixels (default 1600x1000, or what fits the screen)"},
        {"theme", "dark|light|system", "theme for this start only"},
        {"frame-log", "FILE", "logs the times of the viewport's frames"}};
    for (const Option& option : engineOptions())
        options.push_back(option);
    return {"burin-studio", "[DESIGN]", "opens a design or the start page", options, 0, 1, nullptr, ""};
}

std::string versionText(const std::string& program) {
    return program + " " BURIN_VERSION "\ncommit    " BURIN_COMMIT "\nbackends  " BURIN_BACKENDS
                     "\ncompiler  " BURIN_COMPILER "\n";
}

}  // namespace burin::app
