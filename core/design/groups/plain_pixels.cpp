// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/plain_pixels.hpp"

#include "core/design/edits/choice_edit.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"

#include <initializer_list>
#include <set>
#include <utility>

namespace burin {

namespace {

class PlainPixels {
  public:
    PlainPixels(const YamlValue& groups, std::span<const Kind> kinds) : groups_(groups), kinds_(kinds) {}

    void visitGroup(const std::string& name) {
        const YamlValue* group = groups_.find(name);
        if (group == nullptr || !seen_.insert(name).second) return;
        const std::string title = name + ": ";
        if (const YamlValue* parameters = group->find("parameters")) {
            for (const auto& [key, parameter] : parameters->entries) {
                const YamlValue* type = parameter.find("type");
                if (type != nullptr && type->scalar == "length")
                    visitKeys(parameter, {"default", "minimum", "maximum"}, title + key.scalar + ".");
            }
        }
        visitNodes(*group, title);
    }

    /// \param owner  the map that contains `nodes`
    void visitNodes(const YamlValue& owner, const std::string& title) {
        const YamlValue* nodes = owner.find("nodes");
        if (nodes == nullptr) return;
        for (const auto& [key, body] : nodes->entries)
            visitNode(body, title + key.scalar + ".");
    }

    [[nodiscard]] std::vector<std::string> found() { return std::move(found_); }

  private:
    void visitNode(const YamlValue& body, const std::string& place) {
        visitKeys(body, {"width", "height"}, place);
        if (const YamlValue* inputs = body.find("inputs")) {
            for (const YamlValue& link : inputs->items)
                visitKeys(link, {"at"}, place + "inputs.");
        }
        if (isInstance(body)) return visitInstance(body, place);
        const Kind* kind = kindOf(body, kinds_);
        if (kind == nullptr) return;
        std::vector<ParameterDescription> chosen;
        for (const ParameterDescription& parameter : kind->description.parameters)
            chosen.push_back(asChosen(parameter, kind->description, body));
        visitMap(body, chosen, place);
    }

    void visitInstance(const YamlValue& body, const std::string& place) {
        const YamlValue* name = body.find("group");
        const YamlValue* group = name == nullptr ? nullptr : groups_.find(name->scalar);
        const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
        const YamlValue* values = body.find("values");
        for (std::size_t i = 0; parameters != nullptr && values != nullptr && i < values->entries.size();
             ++i) {
            const auto& [key, value] = values->entries[i];
            const YamlValue* parameter = parameters->find(key.scalar);
            const YamlValue* type = parameter == nullptr ? nullptr : parameter->find("type");
            if (type != nullptr && type->scalar == "length") visitLength(value, place + key.scalar);
        }
        if (name != nullptr) visitGroup(name->scalar);
    }

    void visitMap(const YamlValue& map, const std::vector<ParameterDescription>& parameters,
                  const std::string& place) {
        for (const auto& [key, value] : map.entries) {
            for (const ParameterDescription& parameter : parameters) {
                if (parameter.key != key.scalar) continue;
                if (infoOf(parameter.type).measure != Measure::plain) visitLength(value, place + key.scalar);
                if (!parameter.alternatives.empty())
                    visitMap(value, parameter.alternatives, place + key.scalar + ".");
            }
        }
    }

    void visitKeys(const YamlValue& map, std::initializer_list<std::string_view> keys,
                   const std::string& place) {
        for (const std::string_view key : keys) {
            if (const YamlValue* value = map.find(key)) visitLength(*value, place + std::string(key));
        }
    }

    void visitLength(const YamlValue& value, const std::string& place) {
        for (const YamlValue& item : value.items)
            visitLength(item, place);
        const auto length = value.isScalar() ? parseLength(value.scalar) : std::nullopt;
        if (length && length->unit == LengthUnit::pixel && length->value != 0)
            found_.push_back(place + " " + value.scalar);
    }

    const YamlValue& groups_;
    std::span<const Kind> kinds_;
    std::set<std::string> seen_;
    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> plainPixelsOfNodes(const YamlValue& fragment, std::span<const Kind> kinds) {
    const YamlValue none = yamlMap();
    const YamlValue* groups = fragment.find("groups");
    PlainPixels search(groups == nullptr ? none : *groups, kinds);
    search.visitNodes(fragment, {});
    return search.found();
}

}  // namespace burin
