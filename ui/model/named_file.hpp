// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Changes to a node when a user names a file in it.

#include "core/design/yaml.hpp"
#include "core/geometry/rect.hpp"
#include "ui/model/workbench.hpp"

#include <QString>

#include <optional>
#include <string>

namespace burin::ui {

/// Names a file in a node, as one step of the history. A node that shows a picture gets the kind that reads
/// the file. If the file is the node's first one, it is fitted into the surface, see fitPicture(); then the
/// transform is selected, because the user continues there. The first file of a scan gets its right size and
/// depth, see fitScan().
/// \param what  the name of the step  \return as Document::edit
QString nameFile(Workbench workbench, const QString& what, const QString& node, const std::string& key,
                 const YamlValue& value);

/// Scales a picture by a transform so that it fills the surface, if it would be larger than the surface at
/// one sample a pixel, or smaller than a tenth of it. The parents of the picture then read the transform,
/// which takes its place on the canvas. A picture that is repeated, and one in a group, keep their size.
///
/// \param what, gesture  as in the edit that named the picture, so that both are one step
/// \return the name of the transform; empty if there is none
QString fitPicture(Document& document, const QString& what, const QString& picture, int gesture);

/// If the samples of a scan are not pixels, gives it the right size by a transform, as fitPicture() does. If
/// the surface states its full depth, also sets the scan's `bottom` so that its depths are those of the
/// surface.
QString fitScan(Document& document, const QString& what, const QString& scan, int gesture);

/// Moves a node so that the middle of its samples lies at a point of the surface, which reads it directly or
/// through others. The node stays if the surface does not read it in place, or if a group is open.
///
/// \param what, gesture  of the edit that added the node, so that both are one step
void placeMiddle(Document& document, const QString& what, const QString& node, Point middle, int gesture);

}  // namespace burin::ui
