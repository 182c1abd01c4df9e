// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/formats.hpp"

#include <QString>

#include <vector>

namespace burin::ui {

/// The output of an export: files of a format, layers, or a stream to a machine.
struct ExportFormat {
    QString name;  ///< the key in the settings
    QString title;
    const FormatInfo* file = nullptr;  ///< nullptr for layers and machines
    bool layers = false;
    bool machine = false;

    [[nodiscard]] bool numbered() const { return file != nullptr && file->numbered; }
    /// Whether samples may be written in an order other than rows.
    [[nodiscard]] bool keepsScan() const { return machine || (file != nullptr && file->keepsScan); }
};

/// All formats, in the order of the form.
[[nodiscard]] const std::vector<ExportFormat>& exportFormats();

}  // namespace burin::ui
