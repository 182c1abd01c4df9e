// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewport/drawing/open_gl_words.hpp"

#include <QOpenGLShaderProgram>
#include <QString>

#include <memory>

namespace burin::ui {

/// Makes a program of two shaders for the current context.
/// \param program  null if the driver refuses a shader \return empty, or why it is refused and what to do
[[nodiscard]] inline QString linkShaders(const char* vertex, const char* fragment,
                                         std::unique_ptr<QOpenGLShaderProgram>& program) {
    program = std::make_unique<QOpenGLShaderProgram>();
    if (program->addShaderFromSourceCode(QOpenGLShader::Vertex, vertex) &&
        program->addShaderFromSourceCode(QOpenGLShader::Fragment, fragment) && program->link())
        return {};
    const QString why = program->log().trimmed();
    program.reset();
    return OpenGlWords::shaderRefused(why);
}

}  // namespace burin::ui
