// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/operation.hpp"

#include <QImage>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <span>

namespace burin::ui {

/// One design of the gallery.
struct Example {
    QString file;  ///< absolute
    QString title;
    QString text;
    QString category;
    QImage picture;     ///< may be null
    QStringList kinds;  ///< of its nodes, the root left out, each once
    int nodes = 0;
};

/// The folder of the example designs: beside the program where it is installed, else where it was built from;
/// empty where there is none.
[[nodiscard]] QString examplesFolder();

/// What the gallery lists, in its order; entries whose design cannot be read are left out.
[[nodiscard]] QList<Example> examples(const QString& folder);

/// An example as a new design: the files that it names are found from anywhere. \return nothing where it
/// cannot be read
[[nodiscard]] std::optional<YamlValue> exampleDocument(const Example& example, std::span<const Kind> kinds);

}  // namespace burin::ui
