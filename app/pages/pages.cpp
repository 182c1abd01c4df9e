// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/pages.hpp"

#include "core/base/errors.hpp"
#include "core/base/output_file.hpp"

#include <system_error>

namespace burin::app {

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    const std::filesystem::path folder = file.parent_path();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw UsageError({"--pages", "the folder %1 cannot be made: %2", {folder.string(), error.message()}});
    overwrite(file, text);
}

}  // namespace

void writePages(const ProgramWords& program, const std::filesystem::path& share) {
    for (const ManPage& page : manPages(program))
        write(share / "man/man1" / page.name, page.text);
    if (program.hasCommands())
        write(share / "doc" / program.name / "docs/command-line.md", commandsPage(program));
    write(share / "bash-completion/completions" / program.name, bashCompletion(program));
    write(share / "zsh/vendor-completions" / ("_" + program.name), zshCompletion(program));
    write(share / "fish/vendor_completions.d" / (program.name + ".fish"), fishCompletion(program));
}

}  // namespace burin::app
