// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/groups/formula.hpp"
#include "core/design/problems.hpp"
#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace burin {

/// The greatest depth of nested groups.
inline constexpr int deepestGroups = 16;

/// A type of a group's parameter: what its values are, and whether formulas can use them as numbers.
struct GroupParameterType {
    std::string_view name;
    ParameterType values;
    /// The number that formulas read from a value's text; null: values are not numbers.
    double (*number)(const ParameterDescription& rule, const std::string& text, double pitchUm) = nullptr;
    bool ranged = false;  ///< whether it takes `minimum` and `maximum`

    [[nodiscard]] bool hasNumber() const { return number != nullptr; }
};

[[nodiscard]] std::span<const GroupParameterType> groupParameterTypes();

/// One of a group's `parameters`. Texts belong to the document.
struct GroupParameter {
    std::string_view name;
    const GroupParameterType* type = nullptr;
    ParameterDescription rule;            ///< what a value must be
    const YamlValue* fallback = nullptr;  ///< the default as written; nullptr: an instance must give a value
};

/// One of a group's `inputs`.
struct Socket {
    Trait trait = Trait::data;
    std::string_view name;
    std::string_view otherwise;  ///< the node that replaces a missing link; empty: none
    bool optional = false;
};

/// A checked group of a design. It refers to the document that it was read from, which must outlive it.
struct Group {
    std::string name;
    SourceMark mark;
    std::vector<GroupParameter> parameters;
    std::vector<Socket> sockets;
    std::string_view output;
    const YamlValue* nodes = nullptr;  ///< map from names to bodies
    std::unordered_set<std::string_view> nodeNames;
    /// Formulas by the value that contains them.
    std::unordered_map<const YamlValue*, GroupFormula> formulas;
    /// The group whose problems prevent the use of this group: this one, or a group that it needs. Empty if
    /// the group can be used.
    std::string culprit;
    double expandedNodes = 0;  ///< nodes of one expanded instance, including those of nested instances

    [[nodiscard]] std::optional<std::size_t> parameter(std::string_view wanted) const;
    [[nodiscard]] const Socket* socket(std::string_view wanted) const;
    /// The index of the k-th socket of a trait.
    [[nodiscard]] std::optional<std::size_t> socket(Trait trait, std::size_t k) const;
    /// "group 'pebbles' (line 3)".
    [[nodiscard]] std::string title() const;
};

/// The groups of one design, by name.
class Groups {
  public:
    /// Reads and checks the map under `groups`. Reports every problem of a group once, under its name.
    /// \throws FileRefused if there are more than 1,000, Cancelled soon after a stop
    Groups(const YamlValue& document, std::span<const Kind> kinds, std::optional<double> pitchUm,
           Problems& problems, const std::stop_token& stop = {});

    [[nodiscard]] const Group* find(std::string_view name) const;
    [[nodiscard]] std::vector<std::string_view> names() const;

  private:
    std::deque<Group> groups_;
    std::unordered_map<std::string_view, Group*> byName_;
};

/// The number that formulas and expressions use for a checked value. \pre the parameter's type has one
[[nodiscard]] double numberOf(const GroupParameter& parameter, const YamlValue& value, double pitchUm);

/// Why `name` cannot name a parameter; empty if it can.
[[nodiscard]] std::string whyNoParameterName(std::string_view name);

}  // namespace burin
