// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace burin::ui {

/// Why nothing can be drawn, and what to do.
struct OpenGlWords {
    Q_DECLARE_TR_FUNCTIONS(OpenGlWords)

  public:
    [[nodiscard]] static QString missing() {
        return tr(
            "This system does not support OpenGL 3.3. Install a driver for the graphics card, or a software "
            "renderer (Mesa).");
    }
    /// \param log  what the driver says of its reasons
    [[nodiscard]] static QString shaderRefused(const QString& log) {
        return tr("The graphics driver refuses a shader. Install a newer driver for the graphics card, or a "
                  "software renderer (Mesa). The driver says: %1")
            .arg(log);
    }
};

}  // namespace burin::ui
