// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/length.hpp"

#include <QString>

#include <cstddef>

namespace burin::ui {

class Document;
struct QuantityRule;

/// The rule for the offsets of a document's links.
[[nodiscard]] QuantityRule offsetRule(const Document& document);

/// A length in pixels, converted to the unit of the size that a node shows beside it: the node's own size, or
/// that of the surface.
[[nodiscard]] Length inSizeUnit(const Document& document, const QString& node, const Length& pixels);

/// Sets the offset of a link in one undoable edit. \param entry  the index of the link in the reader's
/// `inputs` \param x, y  as the file has them \param gesture  edits of one gesture are undone together; 0:
/// none
void setLinkOffset(Document& document, const QString& reader, std::size_t entry, const QString& x,
                   const QString& y, int gesture);

/// Moves the child of a link to the middle of its reader, or of the surface if the reader is unbounded.
/// \return false: the child has no width and height, see centredOffset()
bool centreInput(Document& document, const QString& reader, std::size_t entry);
/// Why the child could not be centred, for users.
[[nodiscard]] QString cannotBeCentred(const QString& child);

}  // namespace burin::ui
