// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_style_sheet.hpp"

#include "core/base/text.hpp"
#include "core/outlines/svg/svg_values.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace burin {
namespace {

#define BURIN_NAME(word, name) name,
constexpr std::array<std::string_view, svgPropertyCount> svgPropertyNames = {
    BURIN_SVG_PROPERTIES(BURIN_NAME)};
#undef BURIN_NAME

constexpr std::uint32_t ofClass = 1U << 8U;
constexpr std::uint32_t ofId = 1U << 16U;
constexpr std::uint32_t ofStyleAttribute = 1U << 20U;
constexpr std::uint32_t important = 1U << 24U;
constexpr const char* selectorRemedy =
    "use the selectors .class, tag, tag.class, #id, * and lists of these, or add `ignore: [selectors]`";

/// The names are sorted, apart from `marker`, which sets three of them.
std::optional<SvgProperty> propertyNamed(std::string_view name) {
    const auto* const found = std::lower_bound(svgPropertyNames.begin(), svgPropertyNames.end(), name);
    if (found == svgPropertyNames.end() || *found != name) return {};
    return static_cast<SvgProperty>(found - svgPropertyNames.begin());
}

/// Whether only style sheets and `style` set a property. Attributes of its name mean something else.
bool isStyleOnly(SvgProperty property) {
    using enum SvgProperty;
    return property == translate || property == rotate || property == scale;
}

bool identifierByte(char c) {
    const auto u = static_cast<unsigned char>(c);
    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u == '-' ||
           u == '_' || u >= 0x80;
}

bool identifierOnly(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), identifierByte);
}

/// Past blanks, comments and the marks of HTML comments.
const char* passBlanks(const char* at) {
    while (*at != 0) {
        if (std::strchr(" \t\r\n\f", *at) != nullptr) {
            ++at;
        } else if (std::strncmp(at, "/*", 2) == 0) {
            const char* const end = std::strstr(at + 2, "*/");
            at = end == nullptr ? at + std::strlen(at) : end + 2;
        } else if (std::strncmp(at, "<!--", 4) == 0) {
            at += 4;
        } else if (std::strncmp(at, "-->", 3) == 0) {
            at += 3;
        } else {
            break;
        }
    }
    return at;
}

/// The next of the wanted characters outside of quotes and comments, or the end of the text.
const char* findCss(const char* at, const char* wanted) {
    char quote = 0;
    for (; *at != 0; ++at) {
        if (quote != 0) {
            if (*at == '\\' && at[1] != 0) {
                ++at;
            } else if (*at == quote) {
                quote = 0;
            }
            continue;
        }
        if (*at == '"' || *at == '\'') {
            quote = *at;
        } else if (std::strncmp(at, "/*", 2) == 0) {
            const char* const end = std::strstr(at + 2, "*/");
            if (end == nullptr) return at + std::strlen(at);
            at = end + 1;
        } else if (std::strchr(wanted, *at) != nullptr) {
            return at;
        }
    }
    return at;
}

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// A text without the comments at its beginning and end.
std::string_view withoutComments(std::string_view text) {
    text = trimmedSvg(text);
    while (text.starts_with("/*")) {
        const std::size_t end = text.find("*/", 2);
        if (end == std::string_view::npos) return text.substr(0, 0);
        text = trimmedSvg(text.substr(end + 2));
    }
    while (text.ends_with("*/")) {
        const std::size_t begin = text.rfind("/*");
        if (begin == std::string_view::npos) break;
        text = trimmedSvg(text.substr(0, begin));
    }
    return text;
}

}  // namespace

std::string_view svgPropertyName(SvgProperty property) {
    return svgPropertyNames[static_cast<std::size_t>(property)];
}

void SvgDeclarations::offer(const SvgDeclaration& declaration) {
    for (SvgDeclaration& known : all_) {
        if (known.property != declaration.property) continue;
        if (std::pair(known.rank, known.order) <= std::pair(declaration.rank, declaration.order))
            known = declaration;
        return;
    }
    all_.push_back(declaration);
}

std::string_view SvgDeclarations::operator[](SvgProperty property) const {
    for (const SvgDeclaration& one : all_) {
        if (one.property == property) return one.value;
    }
    return {};
}

SvgStyleSheet::SvgStyleSheet(const SvgSource& source, Leniency leniency, std::vector<Problem>& warnings,
                             OutlineMeter& meter)
    : source_(source), leniency_(leniency), meter_(meter) {
    for (const pugi::xml_node sheet : source.styleSheets()) {
        const std::string_view type = SvgSource::value(sheet, "type");
        if (!type.empty() && trimmedSvg(type.substr(0, type.find(';'))) != "text/css") continue;
        for (const pugi::xml_node child : sheet.children()) {
            if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
                readSheet(child.value());
        }
    }
    if (fontFaces_ > 0) {
        warnings.push_back(
            {.reason = "line %1: @font-face is not read (%2)",
             .details = {std::to_string(source.placeOf(firstFontFace_).line), std::to_string(fontFaces_)}});
    }
}

void SvgStyleSheet::readSheet(const char* text) {
    for (const char* at = passBlanks(text); *at != 0; at = passBlanks(at))
        at = *at == '@' ? readAtRule(at) : readRule(at);
}

const char* SvgStyleSheet::readAtRule(const char* at) {
    const char* nameEnd = at + 1;
    while (*nameEnd != 0 && identifierByte(*nameEnd))
        ++nameEnd;
    const std::string_view name = between(at, nameEnd);
    if (name == "@import" && !leniency_.imports) {
        source_.fail(at, "@import is not supported: other files are not read",
                     "put the rules into the <style> element, or add `ignore: [import]`");
    }
    if (name == "@font-face") {
        if (++fontFaces_ == 1) firstFontFace_ = at;
    } else if (name != "@import" && name != "@charset" && name != "@namespace" && !leniency_.selectors) {
        source_.fail(at, "the rule %1 is not supported", selectorRemedy, {quotedForMessage(name)});
    }
    const char* end = findCss(at, ";{");
    if (*end == ';' || *end == 0) return *end == 0 ? end : end + 1;
    int depth = 0;
    for (; *end != 0; ++end) {
        end = findCss(end, "{}");
        if (*end == 0) break;
        depth += *end == '{' ? 1 : -1;
        if (depth == 0) return end + 1;
    }
    return end;
}

const char* SvgStyleSheet::readRule(const char* at) {
    const char* const open = findCss(at, "{");
    if (*open == 0) source_.fail(at, "a rule has no {", "write selector { property: value; }");
    const char* const close = findCss(open + 1, "}");
    if (*close == 0) source_.fail(open, "a rule is not closed", "add a } at its end");
    ++order_;
    meter_.step(static_cast<std::uint64_t>(close - at));
    const SvgDeclarations declarations = declarationsOf(between(open + 1, close));
    for (const auto& [key, specificity] : keysOf(between(at, open))) {
        countSettings(at, declarations.all().size());
        SvgDeclarations& all = rules_[key];
        for (SvgDeclaration one : declarations.all()) {
            one.rank += specificity;
            one.order = order_;
            all.offer(one);
        }
    }
    return close + 1;
}

void SvgStyleSheet::countSettings(const char* at, std::size_t settings) {
    settings_ += settings;
    if (settings_ > mostSettings)
        source_.fail(at, "the style sheets have more than 1,000,000 selectors and properties",
                     "use attributes, or fewer selectors");
}

std::vector<std::pair<std::string, std::uint32_t>> SvgStyleSheet::keysOf(std::string_view list) {
    std::vector<std::pair<std::string, std::uint32_t>> keys;
    while (true) {
        const std::size_t comma = list.find(',');
        const std::string_view selector = withoutComments(list.substr(0, comma));
        countSettings(selector.data(), 1);
        const std::size_t point = selector.find('.');
        const std::string_view tag = selector.substr(0, point);
        const bool hasClass = point != std::string_view::npos;
        const bool tagFits = tag.empty() ? hasClass : tag == "*" || identifierOnly(tag);
        if (selector.starts_with('#') && identifierOnly(selector.substr(1))) {
            keys.emplace_back(selector, ofId);
        } else if (tagFits && (!hasClass || identifierOnly(selector.substr(point + 1)))) {
            const std::string plain =
                tag == "*" && hasClass ? std::string(selector.substr(1)) : std::string(selector);
            keys.emplace_back(plain, (hasClass ? ofClass : 0) + (tag.empty() || tag == "*" ? 0U : 1U) + 1);
        } else if (!leniency_.selectors) {
            source_.fail(selector.data(), "the selector %1 is not supported", selectorRemedy,
                         {quotedForMessage(selector)});
        }
        if (comma == std::string_view::npos) return keys;
        list.remove_prefix(comma + 1);
    }
}

SvgDeclarations SvgStyleSheet::declarationsOf(std::string_view block) const {
    SvgDeclarations all;
    const std::string copy(block);  // ends with a zero byte
    for (const char* at = passBlanks(copy.c_str()); *at != 0; at = passBlanks(at)) {
        const char* const end = findCss(at, ";");
        const std::string_view here =
            block.substr(static_cast<std::size_t>(at - copy.c_str()), static_cast<std::size_t>(end - at));
        at = *end == 0 ? end : end + 1;
        const std::size_t colon = here.find(':');
        if (colon == std::string_view::npos) {
            if (withoutComments(here).empty()) continue;
            source_.fail(here.data(), "%1 is not a declaration", "write property: value",
                         {quotedForMessage(here)});
        }
        const std::string_view name = withoutComments(here.substr(0, colon));
        SvgDeclaration one;
        one.value = withoutComments(here.substr(colon + 1));
        if (const std::size_t mark = one.value.rfind('!');
            mark != std::string_view::npos && trimmedSvg(one.value.substr(mark + 1)) == "important") {
            one.value = trimmedSvg(one.value.substr(0, mark));
            one.rank = important;
        }
        if (name == "marker") {
            for (const SvgProperty part :
                 {SvgProperty::markerStart, SvgProperty::markerMid, SvgProperty::markerEnd}) {
                one.property = part;
                all.offer(one);
            }
        } else if (const auto property = propertyNamed(name)) {
            one.property = *property;
            all.offer(one);
        }
    }
    return all;
}

void SvgStyleSheet::offer(const std::string& key, SvgDeclarations& into) const {
    const auto found = rules_.find(key);
    if (found == rules_.end()) return;
    for (const SvgDeclaration& one : found->second.all())
        into.offer(one);
}

SvgDeclarations SvgStyleSheet::of(pugi::xml_node element) const {
    SvgDeclarations declarations;
    for (const pugi::xml_attribute attribute : element.attributes()) {
        const auto property = propertyNamed(attribute.name());
        if (!property || isStyleOnly(*property)) continue;
        const std::string_view value = attribute.value();
        meter_.step(value.size());
        declarations.offer({*property, trimmedSvg(value), 0, 0});
    }
    if (!rules_.empty()) {
        const std::string tag(SvgSource::tag(element));
        offer("*", declarations);
        offer(tag, declarations);
        std::string_view classes = SvgSource::value(element, "class");
        meter_.step(1 + classes.size());
        classes = trimmedSvg(classes);
        while (!classes.empty()) {
            const std::string name(classes.substr(0, classes.find_first_of(" \t\r\n\f")));
            offer("." + name, declarations);
            offer(tag + "." + name, declarations);
            classes = trimmedSvg(classes.substr(name.size()));
        }
        if (const std::string_view id = SvgSource::value(element, "id"); !id.empty())
            offer("#" + std::string(id), declarations);
    }
    if (const std::string_view style = SvgSource::value(element, "style"); !style.empty()) {
        meter_.step(style.size());
        const SvgDeclarations own = declarationsOf(style);
        for (SvgDeclaration one : own.all()) {
            one.rank += ofStyleAttribute;
            declarations.offer(one);
        }
    }
    for (const SvgDeclaration& one : declarations.all())
        meter_.step(1 + one.value.size());  // counted because the styler reads it
    return declarations;
}

}  // namespace burin
