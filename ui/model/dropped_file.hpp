// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QUrl>

namespace burin::ui {

/// The first local file of dropped or pasted data; empty if there is none. A list of files may be empty.
[[nodiscard]] inline QString droppedFile(const QMimeData& data) {
    // The list may also hold comments and addresses of other machines.
    for (const QUrl& url : data.urls()) {
        if (QString file = url.toLocalFile(); !file.isEmpty()) return file;
    }
    return {};
}

}  // namespace burin::ui
