// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewport/drawing/open_gl_words.hpp"

#include <QCoreApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions_3_3_Core>
#include <QOpenGLVersionFunctionsFactory>
#include <QString>

#include <memory>

namespace burin::ui {

/// OpenGL 3.3 without a window. A pointer to its functions.
class OffscreenGl {
  public:
    /// Makes the context current. \return empty, or why OpenGL cannot be used
    [[nodiscard]] QString open() {
        QSurfaceFormat format;
        format.setVersion(3, 3);
        format.setProfile(QSurfaceFormat::CoreProfile);
        context_ = std::make_unique<QOpenGLContext>();
        context_->setFormat(format);
        surface_.setFormat(format);
        surface_.create();
        if (context_->create() && context_->makeCurrent(&surface_)) {
            functions_ = QOpenGLVersionFunctionsFactory::get<QOpenGLFunctions_3_3_Core>(context_.get());
            if (functions_ != nullptr && functions_->initializeOpenGLFunctions()) return {};
        }
        functions_ = nullptr;
        return OpenGlWords::missing() + ' ' +
               QCoreApplication::translate("OffscreenGl",
                                           "OpenGL needs a desktop session, even if no window is opened.");
    }
    /// Makes the context current again, after others were. \pre open() has succeeded
    void makeCurrent() { static_cast<void>(context_->makeCurrent(&surface_)); }
    /// Destroys the context; open() makes another one.
    void close() { context_.reset(); }

    /// \pre open() has succeeded
    [[nodiscard]] QOpenGLFunctions_3_3_Core& operator*() const { return *functions_; }
    [[nodiscard]] QOpenGLFunctions_3_3_Core* operator->() const { return functions_; }

  private:
    QOffscreenSurface surface_;
    std::unique_ptr<QOpenGLContext> context_;
    QOpenGLFunctions_3_3_Core* functions_ = nullptr;
};

}  // namespace burin::ui
