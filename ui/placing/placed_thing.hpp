// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/placing/thing_form.hpp"

#include <QPointF>
#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace burin::ui {

class Document;

/// The child of a link of the open group or design as it is shown, in samples of the shown node.
struct PlacedThing {
    QString reader;         ///< as the open group names it
    std::size_t entry = 0;  ///< the index of the link in the reader's `inputs`
    QString node;           ///< the child, as the open group names it
    Point at;               ///< the place of the link
    QPointF origin;         ///< the child's (0, 0)
    ThingForm form;         ///< the form of the child
    NodeIndex flat = 0;     ///< the child in the whole design
    Trait trait = Trait::data;
    /// A click selects the parts of a drawing, but not those of a filter or a group.
    bool clickable = false;
    bool container = false;  ///< the thing only combines other things

    [[nodiscard]] TurnedBox box() const {
        TurnedBox box = form.box();
        box.middle += origin;
        return box;
    }
    [[nodiscard]] bool isLink(const QString& parent, std::size_t link) const {
        return reader == parent && entry == link;
    }
};

/// The links of the open group or design that the shown node reads in place and whose children have a size,
/// in the order of combining. A node that is read several times is searched once.
///
/// \param shown  the flat name of the shown node
///
/// The cost grows with the nodes and links of the design, and with the points of turned outlines without a
/// box.
[[nodiscard]] std::vector<PlacedThing> thingsOn(const Document& document, const QString& shown);

/// Whether the link of a thing still leads to its node.
[[nodiscard]] bool isLinked(const Document& document, const PlacedThing& thing);

/// The topmost thing at a place. Masks and containers lie below all other things. \return nullptr: none
[[nodiscard]] const PlacedThing* thingAt(const std::vector<PlacedThing>& things, QPointF place);

}  // namespace burin::ui
