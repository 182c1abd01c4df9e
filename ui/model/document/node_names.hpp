// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace burin::ui {

class Document;

/// Why a name, of a node or of anything else, is too long or unreadable; empty if it is fine.
[[nodiscard]] QString whyNoName(const QString& name);

/// Why no node of the open group, or of the design, can get a name; empty if one can.
/// \param name  without blanks around it
[[nodiscard]] QString whyNoNodeName(const Document& document, const QString& name);

}  // namespace burin::ui
