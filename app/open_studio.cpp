// SPDX-License-Identifier: GPL-3.0-or-later

// `burin studio` becomes the program burin-studio, which is installed beside it or in another package.

#include "app/commands.hpp"
#include "app/studio_words.hpp"
#include "core/base/errors.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace burin::app {

namespace {

/// The program beside this one, else the one that PATH finds.
std::string studioProgram() {
    std::error_code error;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path beside = own.parent_path() / "burin-studio";
    return !error && ::access(beside.c_str(), X_OK) == 0 ? beside.string() : "burin-studio";
}

int openStudio(const Arguments& arguments) {
    std::vector<std::string> words = {"burin-studio"};
    for (const Option& option : studioCommand().options) {
        if (const auto value = arguments.find(option.name))
            words.push_back("--" + std::string(option.name) + "=" + *value);
    }
    for (const std::string& operand : arguments.operands()) {
        // A name that begins with a dash would be read as an option.
        words.push_back(operand.starts_with('-') ? "./" + operand : operand);
    }
    std::vector<char*> values;
    for (std::string& word : words)
        values.push_back(word.data());
    values.push_back(nullptr);
    for (const int signal : {SIGPIPE, SIGXFSZ})  // the studio would inherit ignored signals
        std::signal(signal, SIG_DFL);
    ::execvp(studioProgram().c_str(), values.data());
    if (errno == ENOENT)
        throw UsageError(
            "burin-studio lies neither beside burin nor in PATH; install the package burin-studio");
    throw std::runtime_error(std::string("burin-studio cannot be started: ") + std::strerror(errno));
}

}  // namespace

Command openStudioCommand() {
    return {"studio", "[DESIGN]", "opens the studio", studioCommand().options, 0, 1, &openStudio};
}

}  // namespace burin::app
