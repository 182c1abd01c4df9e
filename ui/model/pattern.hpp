// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <QString>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin::ui {

/// A titled group that can be added to a design: one of a library, or of the design itself.
///
/// Its texts point into its document, which it keeps alive.
struct Pattern {
    KindDescription shown;  ///< described like a kind, for searches and for the links that it takes
    std::shared_ptr<const YamlValue> document;
    std::string_view group;  ///< its name in the document
    QString folder;          ///< the folder of its document; empty if it is a group of the design
    QString origin;          ///< its category in the library, or "This design"
    double pixelUm = 0;      ///< the pitch of the document; 0 if it is a group of the design

    [[nodiscard]] bool ofDesign() const { return folder.isEmpty(); }
};

/// The pattern that the root of a library's document shows; nullptr if it shows no group with a title. The
/// caller fills in its origin.
[[nodiscard]] std::shared_ptr<Pattern> shownPattern(std::shared_ptr<const YamlValue> document,
                                                    std::span<const Kind> kinds);

/// The other titled groups of the document of a library's pattern, in order.
[[nodiscard]] std::vector<std::shared_ptr<const Pattern>> furtherPatterns(const Pattern& shown,
                                                                          std::span<const Kind> kinds);

/// The titled groups of a design.
[[nodiscard]] std::vector<std::shared_ptr<const Pattern>> patternsIn(
    const std::shared_ptr<const YamlValue>& document, std::span<const Kind> kinds);

/// Adds an instance of a pattern to a design, with copies of the groups that it needs. If the root of a
/// library's document shows an instance of the pattern, the new instance gets the values of that one.
/// \param name  a free name
/// \param folders  those of the design: paths are changed so that they are valid there
void addInstanceOf(const Pattern& pattern, DesignEdit& edit, const std::string& name,
                   const DesignFolders& folders, std::span<const Kind> kinds);

/// Whether a new instance of a pattern would be inside the pattern's own group, or inside a group that this
/// one needs.
/// \param edit  of the design; its scope is the group that the instance is added to
/// \param folders  of the design
[[nodiscard]] bool wouldContainItself(const Pattern& pattern, DesignEdit edit, const DesignFolders& folders,
                                      std::span<const Kind> kinds);

/// Whether a group of a design is equal to the pattern's group, even if its name differs. \param document of
/// the design \param folders of the design
[[nodiscard]] bool isGroupOf(const Pattern& pattern, const YamlValue& document, const std::string& group,
                             const DesignFolders& folders, std::span<const Kind> kinds);

/// A notice if the design's pitch differs from the pattern's: it names the lengths that are plain numbers of
/// pixels and stay as they are. Empty if there is nothing to say.
[[nodiscard]] QString pitchNotice(const Pattern& pattern, double pixelUm, std::span<const Kind> kinds);
/// Like the notice above, for nodes that are pasted. \param fragment  as DesignEdit::fragment() makes it
[[nodiscard]] QString pitchNotice(const YamlValue& fragment, double pixelUm, std::span<const Kind> kinds);

}  // namespace burin::ui
