// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

namespace burin {

/// Makes sockets of a new group optional if they are linked to optional sockets of the surrounding group, and
/// moves them after the others, as the format requires.
/// \param group  the surrounding group
/// \param sockets  those of the new group
/// \param links  those of its instance, in the order of the sockets
void passOptional(const YamlValue& group, YamlValue& sockets, YamlValue& links);

}  // namespace burin
