// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/layout/yaml_text.hpp"

#include <cstddef>
#include <limits>
#include <unordered_set>
#include <vector>

namespace burin {

/// The present form of an entry of a map or an item of a list.
struct NowPart {
    const YamlValue* key = nullptr;  ///< key of an entry; nullptr for an item
    const YamlValue* value = nullptr;
};

[[nodiscard]] std::vector<NowPart> partsOf(const YamlValue& block);

inline constexpr std::size_t noPartner = std::numeric_limits<std::size_t>::max();

/// Finds, for each part, its earlier form among the parts of a block that was read from `text`, even under
/// another name or in another place; noPartner for a new part. No two parts have the same partner.
[[nodiscard]] std::vector<std::size_t> partnersOf(const std::vector<NowPart>& now, const YamlPiece& read,
                                                  const YamlText& text);

/// Marks a largest set of parts that have kept their order.
[[nodiscard]] std::vector<bool> inOrder(const std::vector<std::size_t>& partners);

/// The pieces whose lines are in use, so that comments are written only once.
class UsedPieces {
  public:
    /// Uses the pieces of all parts of a block that are still in their place.
    void use(const YamlValue& now, const YamlPiece& read, const YamlText& text);
    /// Takes the original piece of a part that was moved here from another place, and marks it as used;
    /// nullptr if there is none, or if it has been used.
    [[nodiscard]] const YamlPiece* take(const NowPart& part);

  private:
    [[nodiscard]] bool isUsed(const YamlPiece& piece) const;

    std::unordered_set<const YamlPiece*> alone_;
    std::unordered_set<const YamlPiece*> whole_;  ///< pieces that are used with everything in them
};

/// The piece of a block that a part was read from, found by its key or else by its value; nullptr if neither
/// shows it.
[[nodiscard]] const YamlPiece* pieceOf(const NowPart& part);

/// The text of a part whose piece pieceOf() or take() has found.
[[nodiscard]] const YamlText& textOf(const NowPart& part);

}  // namespace burin
