// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

namespace burin {

/// Makes sockets of a new group optional if they are linked to optional sockets of the group around it, and
/// moves them behind the others, as the format requires.
/// \param group  around the new one \param sockets  of the new group \param links  of its instance, parallel
void passOptional(const YamlValue& group, YamlValue& sockets, YamlValue& links);

}  // namespace burin
