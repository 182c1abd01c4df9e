// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::ui {

/// What an export writes, in the order in which the form offers it.
enum class ExportFormat { tiff, raw, png, swaths, layers, machine };

}  // namespace burin::ui
