// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"

#include <span>
#include <string>

namespace burin {

/// The manual's page of a kind as Markdown, made only from its description; its picture is
/// `pictures/<kind>.png`.
[[nodiscard]] std::string manualPage(const KindDescription& kind);

/// The page that lists all kinds, each with a link to `<kind>.md`.
[[nodiscard]] std::string kindsPage(std::span<const Kind> kinds);

}  // namespace burin
