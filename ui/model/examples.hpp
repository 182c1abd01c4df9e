// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <span>

namespace burin::ui {

/// A design of the gallery.
struct Example {
    QString file;  ///< absolute path
    QString title;
    QString text;
    QString category;
    QString picture;    ///< the file of its picture, which need not exist
    QStringList kinds;  ///< the kinds of its nodes without the root, each once
    int nodes = 0;
};

/// The folder of the example designs: the installed one beside the program, otherwise the one in the source
/// tree; empty if neither exists.
[[nodiscard]] QString examplesFolder();

/// The examples in the order of the gallery; designs that cannot be read are left out.
[[nodiscard]] QList<Example> examples(const QString& folder);

/// An example as a new design, with absolute paths to its files. \return nothing if it cannot be read
[[nodiscard]] std::optional<YamlValue> exampleDocument(const Example& example, std::span<const Kind> kinds);

}  // namespace burin::ui
