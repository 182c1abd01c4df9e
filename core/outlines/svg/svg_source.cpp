// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_source.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace burin {
namespace {

constexpr std::string_view svgNamespace = "http://www.w3.org/2000/svg";
constexpr std::string_view linkNamespace = "http://www.w3.org/1999/xlink";
/// An XLink reference with another prefix than `xlink` is renamed to this.
constexpr const char* linkReference = ":href";

/// The errors of pugixml's parser, in our words.
std::string wordsOf(const pugi::xml_parse_result& result) {
    using enum pugi::xml_parse_status;
    switch (result.status) {
        case status_unrecognized_tag:
        case status_bad_start_element:
            return "the start tag of an element is malformed";
        case status_bad_pi:
            return "a processing instruction is not complete";
        case status_bad_comment:
            return "a comment is not closed";
        case status_bad_cdata:
            return "a CDATA section is not closed";
        case status_bad_doctype:
            return "the document type is not complete";
        case status_bad_pcdata:
            return "a text is not complete";
        case status_bad_attribute:
            return "an attribute is not complete";
        case status_bad_end_element:
            return "an end tag is not complete";
        case status_end_element_mismatch:
            return "an end tag does not match its start tag";
        case status_no_document_element:
            return "the file has no element";
        default:
            return "the file is not well-formed XML";
    }
}

std::pair<std::string_view, std::string_view> splitName(std::string_view name) {
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos) return {{}, name};
    return {name.substr(0, colon), name.substr(colon + 1)};
}

/// Overwrites a name inside of the parsed document, so that the name keeps its place.
void shorten(const char* name, std::string_view shorter) {
    char* const place = const_cast<char*>(name);
    std::memmove(place, shorter.data(), shorter.size());
    place[shorter.size()] = 0;
}

bool isAnimationOrScript(std::string_view tag) {
    return tag == "script" || tag == "set" || tag == "discard" || tag.starts_with("animate");
}

}  // namespace

SvgSource::SvgSource(std::string text, std::string file, const std::stop_token& stop)
    : text_(std::move(text)), file_(std::move(file)) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.replace(0, 3, "   ");
    refuseBytes();
    parse();
    readTree(stop);
}

void SvgSource::refuseBytes() const {
    if (text_.size() > mostBytes)
        throw DrawingError({.subject = file_,
                            .reason = "the file has more than 256 MiB",
                            .advice = "use a smaller drawing"});
    if (text_.starts_with("\x1F\x8B"))
        throw DrawingError(
            {.subject = file_, .reason = "the file is compressed (svgz)", .advice = "use a plain SVG file"});
    if (const std::string wide = wideEncoding(text_); !wide.empty())
        failAt(0, "the text is in %1", "save the file in UTF-8", {wide});
    if (const auto wrong = firstInvalidUtf8(text_))
        failAt(*wrong, "the text is not UTF-8", "save the file in UTF-8");
    std::size_t nodes = 0;  // the parser keeps all except end tags and comments
    std::size_t attributes = 0;
    char before = 0;  // the last character that is not a blank
    for (std::size_t i = 0; i < text_.size(); ++i) {
        const char c = text_[i];
        const std::string_view rest = std::string_view(text_).substr(i + 1, 3);
        if (c == '<' && !rest.starts_with('/') && rest != "!--" && ++nodes > mostElements)
            failAt(i, "the drawing has more than 1,000,000 elements", "use a smaller drawing");
        if (before == '=' && (c == '"' || c == '\'') && ++attributes > mostAttributes)
            failAt(i, "the drawing has more than 16,000,000 attributes", "use a smaller drawing");
        if (c == 0) failAt(i, "the text contains a zero byte", "use an SVG file");
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n') before = c;
    }
}

void SvgSource::parse() {
    const unsigned int options = pugi::parse_default | pugi::parse_doctype | pugi::parse_pi;
    const pugi::xml_parse_result result =
        document_.load_buffer(text_.data(), text_.size(), options, pugi::encoding_utf8);
    if (!result) {
        if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
        failAt(std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)), text_.size()),
               wordsOf(result), "use a well-formed SVG file");
    }
    root_ = document_.document_element();
    if (!root_) failAt(0, "the file has no element", "use an SVG file");
    base_ = root_.name() - root_.offset_debug();
    for (const pugi::xml_node node : document_.children()) {
        if (node.type() == pugi::node_element && node != root_)
            fail(node, "another drawing follows the end of the drawing",
                 "save each drawing in a file of its own");
        if (node.type() == pugi::node_doctype && std::strchr(node.value(), '[') != nullptr) {
            fail(node.value(), "an internal document type is not supported: it can define entities",
                 "save the drawing as plain SVG");
        }
        if (node.type() == pugi::node_pi && std::string_view(node.name()) == "xml-stylesheet")
            fail(node.name(), "a style sheet in another file is not read",
                 "put the rules into a <style> element");
    }
}

/// Walks the tree without recursion, because a file can be nested to any depth.
void SvgSource::readTree(const std::stop_token& stop) {
    pugi::xml_node node = root_;
    for (int depth = 1; node;) {
        bool enter = false;
        if (node.type() == pugi::node_element) {
            if (++elements_ % 1024 == 0 && stop.stop_requested()) throw Cancelled();
            readElement(node, depth);
            enter = tag(node) != "metadata" && !tag(node).empty();
        }
        if (enter && node.first_child()) {
            node = node.first_child();
            ++depth;
            continue;
        }
        while (node != root_ && !node.next_sibling()) {
            node = node.parent();
            --depth;
        }
        if (node == root_) return;
        node = node.next_sibling();
    }
}

void SvgSource::readElement(pugi::xml_node element, int depth) {
    if (depth > deepest)
        fail(element, "elements are nested more than 256 deep",
             "use a drawing with fewer elements inside one another");
    readNamespaces(element, depth);
    readReference(element);
    if (element == root_ && tag(root_) != "svg")
        fail(root_, "the first element is not svg", "use an SVG file");
    const std::string_view name = tag(element);
    if (name.empty() || isAnimationOrScript(name)) {
        leftOut_.push_back(element);
        return;
    }
    if (name == "style") styleSheets_.push_back(element);
    if (const pugi::xml_attribute id = element.attribute("id")) ids_.try_emplace(id.value(), element);
    if (const std::string_view label = value(element, "inkscape:label"); !label.empty())
        labels_.push_back(label);
}

/// Strips the name of its prefix, or makes it "?" if the element is of another namespace.
void SvgSource::readNamespaces(pugi::xml_node element, int depth) {
    while (!declared_.empty() && declared_.back().depth >= depth)
        declared_.pop_back();
    std::size_t attributes = 0;
    for (const pugi::xml_attribute attribute : element.attributes()) {
        if (++attributes > mostOfElement)
            fail(element, "an element has more than 1,000 attributes", "use a simpler file");
        const std::string_view name = attribute.name();
        if (!name.starts_with("xmlns")) continue;
        declared_.push_back(
            {depth, splitName(name).first.empty() ? "" : splitName(name).second, attribute.value()});
    }
    if (declared_.size() > mostOfElement)
        fail(element, "more than 1,000 namespaces are declared", "use a simpler file");
    const auto [prefix, name] = splitName(element.name());
    const Namespace* const scope = declarationOf(prefix);
    const bool ours = scope == nullptr ? prefix.empty() : scope->name == svgNamespace;
    shorten(element.name(), ours ? name : "?");
}

/// Only the first `href` with a prefix counts, because a file can have 16,000,000 attributes.
void SvgSource::readReference(pugi::xml_node element) const {
    for (const pugi::xml_attribute attribute : element.attributes()) {
        const auto [prefix, name] = splitName(attribute.name());
        if (prefix.empty() || name != "href") continue;
        const Namespace* const scope = prefix == "xlink" ? nullptr : declarationOf(prefix);
        if (scope != nullptr && scope->name == linkNamespace) shorten(attribute.name(), linkReference);
        return;
    }
}

const SvgSource::Namespace* SvgSource::declarationOf(std::string_view prefix) const {
    const auto scope = std::find_if(declared_.rbegin(), declared_.rend(),
                                    [&](const Namespace& one) { return one.prefix == prefix; });
    return scope == declared_.rend() ? nullptr : &*scope;
}

std::string_view SvgSource::tag(pugi::xml_node element) {
    const std::string_view name = element.name();
    return name == "?" ? std::string_view() : name;
}

pugi::xml_node SvgSource::byId(std::string_view id) const {
    const auto found = ids_.find(id);
    return found == ids_.end() ? pugi::xml_node() : found->second;
}

std::vector<std::string_view> SvgSource::names() const {
    std::vector<std::string_view> all = labels_;
    for (const auto& [id, element] : ids_)
        all.push_back(id);
    std::sort(all.begin(), all.end());
    return all;
}

TextPlace SvgSource::placeOf(pugi::xml_node node) const {
    const char* const name = node.name();
    return placeOf(*name == 0 ? node.value() : name - 1);
}

TextPlace SvgSource::placeOf(const char* text) const {
    const std::ptrdiff_t offset = text - base_;
    const std::size_t end = offset < 0 ? 0 : std::min(static_cast<std::size_t>(offset), text_.size());
    const std::string_view before = std::string_view(text_).substr(0, end);
    const std::size_t lineStart = before.rfind('\n') + 1;
    return {static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
            characterCount(before.substr(lineStart)) + 1};
}

void SvgSource::fail(pugi::xml_node node, std::string reason, std::string advice,
                     std::vector<std::string> details) const {
    failIn(placeOf(node), std::move(reason), std::move(advice), std::move(details));
}

void SvgSource::fail(const char* text, std::string reason, std::string advice,
                     std::vector<std::string> details) const {
    failIn(placeOf(text), std::move(reason), std::move(advice), std::move(details));
}

void SvgSource::failAt(std::size_t offset, std::string reason, std::string advice,
                       std::vector<std::string> details) const {
    const std::string_view before = std::string_view(text_).substr(0, offset);
    const std::size_t lineStart = before.rfind('\n') + 1;
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    failIn({line, offset - lineStart + 1}, std::move(reason), std::move(advice), std::move(details));
}

void SvgSource::failIn(TextPlace place, std::string reason, std::string advice,
                       std::vector<std::string> details) const {
    throw DrawingError({.subject = subjectAt(file_, place),
                        .reason = std::move(reason),
                        .details = std::move(details),
                        .advice = std::move(advice)});
}

std::string_view SvgSource::value(pugi::xml_node element, const char* name) {
    const pugi::xml_attribute found = element.attribute(name);
    return found ? std::string_view(found.value()) : std::string_view();
}

std::string_view SvgSource::reference(pugi::xml_node element) {
    for (const char* const name : {"href", "xlink:href"}) {
        if (const std::string_view found = value(element, name); found.data() != nullptr) return found;
    }
    return value(element, linkReference);
}

}  // namespace burin
