// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <optional>
#include <string>

namespace burin {

/// A document as it is saved.
struct YamlFile {
    std::string text;
    YamlValue document;  ///< read from the text again
    /// Whether the text has the comments and lines of the one that the document was read from.
    bool keptLines = true;
    /// Why the text cannot be read again as the document; it must not replace a file then.
    std::optional<Problem> problem = {};
};

/// The text for a file: that of keptYaml(), or that of writeYaml() if the former does not read back as the
/// document. If neither does, the result says why.
///
/// Thread-safe; parses the text that it has written.
[[nodiscard]] YamlFile yamlForFile(const YamlValue& document);

}  // namespace burin
