// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"
#include "support/random.hpp"

#include "core/geometry/rect.hpp"
#include "core/outlines/snapped_outline.hpp"

#include <filesystem>
#include <memory>
#include <vector>

namespace burin::test {

/// The samples of a vector node. The program flattens, strokes and snaps its outline; this reference is slow
/// and obvious.
class OutlinePicture {
  public:
    /// \throws std::runtime_error if the node has errors
    OutlinePicture(const OutlineNode& node, double pixelUm, const std::filesystem::path& folder);
    ~OutlinePicture();

    /// The bounds of a node without a size.
    [[nodiscard]] Rect bounds() const;
    [[nodiscard]] float at(Point p) const;

  private:
    struct Content;

    void addSeries(const OutlineNode& node, double pixelUm, const std::filesystem::path& folder,
                   const std::string& keys);

    std::unique_ptr<Content> content_;
};

/// The node with its picture.
/// \param folder  the folder that the names of its files refer to
[[nodiscard]] OutlineNode withPicture(OutlineNode node, double pixelUm,
                                      const std::filesystem::path& folder = {});

/// Any shape, path, text or code of some 60 px.
[[nodiscard]] OutlineNode randomOutline(Random& random);
/// Turns the node's outline, or draws less of it.
void mutateOutline(OutlineNode& node, Random& random);

}  // namespace burin::test
