// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"

#include <span>
#include <string_view>

namespace burin {

/// All kinds, in display order. Built once, immutable, thread-safe.
[[nodiscard]] std::span<const Kind> kinds();

/// The kind with that name, or nullptr.
[[nodiscard]] const Kind* findKind(std::string_view name);

}  // namespace burin
