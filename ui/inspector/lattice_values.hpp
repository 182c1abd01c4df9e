// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/kinds/form/description.hpp"
#include "ui/model/arrangement.hpp"
#include "ui/model/workbench.hpp"

#include <QString>
#include <QStringList>

#include <optional>

namespace burin::ui {

/// The arrangement and the pitch of a lattice, as values of the inspector. They follow from the vectors `u`
/// and `v`, which the file keeps, and setting them sets the vectors.
class LatticeValues {
  public:
    /// \param node  of a kind that spansLattice()
    LatticeValues(Workbench workbench, const QString& node) : workbench_(workbench), node_(node) {}

    [[nodiscard]] static const ParameterDescription& arrangementParameter();
    [[nodiscard]] static const ParameterDescription& pitchParameter();
    /// Whether the key belongs to one of these two parameters.
    [[nodiscard]] static bool has(std::string_view key);

    /// Each is nullptr if its value is not known. A value lives until the next call.
    [[nodiscard]] const YamlValue* arrangement();
    [[nodiscard]] const YamlValue* pitch();
    /// Whether a number of the vectors is a formula, which would be lost.
    [[nodiscard]] bool formulas() const;
    /// The parameters of the open group that the formulas name.
    [[nodiscard]] QStringList followed() const;
    /// Whether the results of the formulas are known.
    [[nodiscard]] bool releasable() const;
    /// Puts the results of the formulas in their place. \pre releasable()
    void release(DesignEdit& edit) const;

    /// \param value  one of arrangementNames
    void setArrangement(DesignEdit& edit, const YamlValue& value);
    /// \param value  [x, y]; nothing: the vectors get their defaults
    void setPitch(DesignEdit& edit, const std::optional<YamlValue>& value);

  private:
    struct Texts {
        std::string x;
        std::string y;
    };

    [[nodiscard]] const YamlValue* written(const char* key) const;
    /// The text of a number of a vector; empty if the file has none.
    [[nodiscard]] std::string textOf(const char* key, std::size_t number) const;
    [[nodiscard]] std::optional<NodeIndex> firstPattern() const;
    /// The sides of the first pattern, which are the default; nothing if they are not known.
    [[nodiscard]] std::optional<LatticeSpan> usual() const;
    [[nodiscard]] std::optional<LatticeSpan> span() const;
    [[nodiscard]] Arrangement shown() const;
    [[nodiscard]] double pixelUm() const;
    [[nodiscard]] Texts textsOf(const LatticeSpan& span) const;
    /// A length that is not in the file, in the unit of the first pattern's width if that is exact.
    [[nodiscard]] std::string usualLength(double pixels) const;
    /// The width as it is written in the file; if the pattern has none, that of the surface.
    [[nodiscard]] std::string patternWidth() const;
    void write(DesignEdit& edit, Arrangement arrangement, const Texts& pitch);
    void stretch(DesignEdit& edit, const LatticeSpan& span, Vector pitch, const Texts& texts);
    [[nodiscard]] bool follows(const char* key, Vector vector) const;
    void put(DesignEdit& edit, const char* key, const Texts& texts) const;

    Workbench workbench_;
    QString node_;
    /// The user's choice. The vectors do not always show it: free vectors may happen to match another
    /// arrangement, and vectors may be missing.
    std::optional<Arrangement> chosen_;
    YamlValue arrangement_;
    YamlValue pitch_;
};

}  // namespace burin::ui
