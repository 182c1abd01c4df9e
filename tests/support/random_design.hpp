// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"
#include "support/random.hpp"

#include <filesystem>

namespace burin::test {

struct DesignOptions {
    /// Where pictures are written; must exist.
    std::filesystem::path folder;
    /// In the last corner of a surface of 2,000,000 x 2,000,000.
    bool far = false;
    int depth = 6;
};

/// A valid design, and the part of its surface that is worth looking at.
struct RandomDesign {
    Tree tree;
    Rect region;
};

/// The same design for the same seed and options. Small enough to be computed sample by sample.
[[nodiscard]] RandomDesign randomDesign(std::uint64_t seed, const DesignOptions& options);

/// Changes one parameter, link, size or muting of one node; the design stays valid.
/// \return the node's index
std::size_t mutate(Tree& tree, Random& random);

/// Writes a random picture into `folder` and says what it holds.
[[nodiscard]] PictureNode randomPicture(Random& random, const std::filesystem::path& folder,
                                        const std::string& name);

}  // namespace burin::test
