// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/bound_file.hpp"

#include "core/images/content_hash.hpp"

#include <filesystem>
#include <span>

namespace burin {

std::variant<std::string, FileProblem> readBoundFile(const BindContext& context, const std::string& name,
                                                     std::size_t most) {
    const std::filesystem::path file = context.folder / name;
    auto read = readRegularFile(file, most, context.stop);
    const auto* content = std::get_if<std::string>(&read);
    if (content != nullptr && context.files != nullptr)
        context.files->push_back({file, contentHash(std::as_bytes(std::span(*content))).hex()});
    return read;
}

}  // namespace burin
