// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/export_format.hpp"

#include "ui/words/text.hpp"

namespace burin::ui {

const std::vector<ExportFormat>& exportFormats() {
    static const std::vector<ExportFormat> formats = [] {
        std::vector<ExportFormat> all;
        for (const FormatInfo& format : fileFormats())
            all.push_back({textOf(format.name), describedText("Formats", format.title), &format});
        all.push_back({.name = "layers", .title = tr("1-bit layers, one file each"), .layers = true});
        all.push_back({.name = "machine", .title = tr("To a machine, streamed"), .machine = true});
        return all;
    }();
    return formats;
}

}  // namespace burin::ui
