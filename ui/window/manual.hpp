// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/operation.hpp"

#include <QString>

#include <span>

namespace burin::ui {

/// The manual's page of a kind as Markdown, made from its description alone.
[[nodiscard]] QString manualPage(const KindDescription& kind);

/// The page that lists all kinds, with links to `<kind>.md`.
[[nodiscard]] QString kindsPage(std::span<const Kind> kinds);

}  // namespace burin::ui
