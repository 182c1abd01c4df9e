// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/drawing_error.hpp"

#include <pugixml.hpp>

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace burin {

/// An SVG file as a tree of elements, with the places of its texts.
///
/// Never opens another file, and does not expand entities that the file declares. Memory: twice the text, 64
/// bytes for each element and 40 for each attribute.
class SvgSource {
  public:
    static constexpr std::size_t mostBytes = std::size_t{256} << 20U;
    static constexpr std::size_t mostElements = 1'000'000;  ///< including instructions and CDATA sections
    static constexpr std::size_t mostAttributes = 16'000'000;
    static constexpr std::size_t mostOfElement = 1'000;  ///< attributes of one element
    static constexpr int deepest = 256;

    /// \param file  for messages
    /// \throws DrawingError, Cancelled
    SvgSource(std::string text, std::string file, const std::stop_token& stop);

    [[nodiscard]] pugi::xml_node root() const { return root_; }
    /// The element with this id, or an empty node. The first of several counts.
    [[nodiscard]] pugi::xml_node byId(std::string_view id) const;
    /// All ids and labels, for suggestions.
    [[nodiscard]] std::vector<std::string_view> names() const;
    [[nodiscard]] const std::vector<pugi::xml_node>& styleSheets() const { return styleSheets_; }
    /// Elements of other namespaces outside of `metadata`, animations and scripts, in the order of the file.
    [[nodiscard]] const std::vector<pugi::xml_node>& leftOut() const { return leftOut_; }

    /// The name without its prefix; empty for an element of another namespace.
    [[nodiscard]] static std::string_view tag(pugi::xml_node element);

    [[nodiscard]] TextPlace placeOf(pugi::xml_node node) const;
    /// \param text  part of a name or value of this document
    [[nodiscard]] TextPlace placeOf(const char* text) const;
    /// \param reason  and `advice` are patterns; %1 to %9 stand for the details
    [[noreturn]] void fail(pugi::xml_node node, std::string reason, std::string advice,
                           std::vector<std::string> details = {}) const;
    [[noreturn]] void fail(const char* text, std::string reason, std::string advice,
                           std::vector<std::string> details = {}) const;

    /// The value of an attribute. If the attribute is absent, the text is empty and its data() is null.
    [[nodiscard]] static std::string_view value(pugi::xml_node element, const char* name);
    /// The reference of an element: `href`, or that of XLink.
    [[nodiscard]] static std::string_view reference(pugi::xml_node element);

  private:
    /// A declaration of a prefix, or of no prefix, that is in force.
    struct Namespace {
        int depth;
        std::string_view prefix;
        std::string_view name;  ///< of the namespace
    };

    void refuseBytes() const;
    void parse();
    void readTree(const std::stop_token& stop);
    void readElement(pugi::xml_node element, int depth);
    void readNamespaces(pugi::xml_node element, int depth);
    void readReference(pugi::xml_node element) const;
    /// The declaration of a prefix; null if there is none.
    [[nodiscard]] const Namespace* declarationOf(std::string_view prefix) const;
    [[noreturn]] void failAt(std::size_t offset, std::string reason, std::string advice,
                             std::vector<std::string> details = {}) const;
    [[noreturn]] void failIn(TextPlace place, std::string reason, std::string advice,
                             std::vector<std::string> details) const;

    std::string text_;
    std::string file_;
    pugi::xml_document document_;
    pugi::xml_node root_;
    const char* base_ = nullptr;  ///< start of the parsed copy of the text
    std::unordered_map<std::string_view, pugi::xml_node> ids_;
    std::vector<std::string_view> labels_;
    std::vector<pugi::xml_node> styleSheets_;
    std::vector<pugi::xml_node> leftOut_;
    std::vector<Namespace> declared_;
    std::size_t elements_ = 0;
};

}  // namespace burin
