// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"
#include "support/random.hpp"

#include <filesystem>

namespace burin::test {

struct DesignOptions {
    /// The folder for pictures; must exist.
    std::filesystem::path folder;
    /// Place the region in the last corner of a surface of 2,000,000 x 2,000,000.
    bool far = false;
    int depth = 6;
};

/// A valid design, and the region of its surface to test.
struct RandomDesign {
    Tree tree;
    Rect region;
};

/// Makes a design that is small enough to be computed sample by sample. The same seed and options give the
/// same design.
[[nodiscard]] RandomDesign randomDesign(std::uint64_t seed, const DesignOptions& options);

/// Whether the bounded rectangles of a random tree are within the engine's limits, every pattern is bounded,
/// and every example is a picture.
[[nodiscard]] bool isValid(const Tree& tree);

/// Changes one parameter, link, size or muting of a node; the design stays valid.
/// \return the node's index
std::size_t mutate(Tree& tree, Random& random);

/// Writes a random picture into `folder` and returns its content.
[[nodiscard]] PictureNode randomPicture(Random& random, const std::filesystem::path& folder,
                                        const std::string& name);
/// Like randomPicture(), for a picture of this size whose levels are evenly distributed.
[[nodiscard]] PictureNode randomGrayPicture(Random& random, Size size, const std::filesystem::path& folder,
                                            const std::string& name);
/// A picture, or a scan.
[[nodiscard]] std::any randomFile(Random& random, const std::filesystem::path& folder,
                                  const std::string& name);

}  // namespace burin::test
