// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_reader.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/outlines/svg/svg_clips.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace burin {
namespace {

/// Elements that are never drawn themselves. Some are read when others refer to them.
constexpr std::string_view notDrawn[] = {
    "clipPath",  "color-profile", "cursor",         "defs",   "desc",       "filter", "font",
    "font-face", "hatch",         "linearGradient", "marker", "mask",       "mesh",   "meshgradient",
    "metadata",  "pattern",       "radialGradient", "script", "solidColor", "style",  "symbol",
    "title",     "view"};

/// The advice for elements that are not supported.
constexpr std::pair<std::string_view, std::string_view> svgRemedies[] = {
    {"text", "convert the text to paths"},
    {"flowRoot", "convert the text to paths"},
    {"image", "read the picture with a node of the kind image"},
    {"foreignObject", "remove it from the drawing"},
    {"switch", "save the drawing as plain SVG, without alternatives"},
    {"svg", "use a group (g) in its place"},
};

bool isNotDrawn(std::string_view tag) {
    return std::find(std::begin(notDrawn), std::end(notDrawn), tag) != std::end(notDrawn);
}

/// Elements that are left out with a warning.
bool isSvgAnimation(std::string_view tag) {
    return tag == "set" || tag == "discard" || tag.starts_with("animate");
}

/// Words that `ignore` accepts besides names of elements, each with the text that shows that a drawing
/// contains such a thing.
constexpr std::pair<std::string_view, std::string_view> ignorableWords[] = {
    {"marker", "marker"},
    {"mask", "mask"},
    {"filter", "filter"},
    {"vector-effect", "vector-effect"},
    {"pathLength", "pathLength"},
    {"transform-origin", "transform-origin"},
    {"mix-blend-mode", "mix-blend-mode"},
    {"gradients", "Gradient"},
    {"patterns", "<pattern"},
    {"opacity", "opacity"},
    {"selectors", "<style"},
    {"import", "@import"},
};

constexpr std::size_t deepestUse = 32;

/// An element that has been entered: its children are drawn with these values.
struct SvgFrame {
    pugi::xml_node next;  ///< the child that is drawn next
    SvgStyle style;
    SvgSpot spot;
    bool uses = false;  ///< its only child is the target of a `use`
};

class SvgReader {
  public:
    SvgReader(std::string text, const DrawingRequest& request, OutlineMeter meter)
        : request_(request),
          meter_(std::move(meter)),
          source_(std::move(text), request.file, meter_.stop()),
          servers_(source_),
          styler_(source_, request_, servers_),
          sheet_(source_, {styler_.ignores("selectors"), styler_.ignores("import")}, warnings_, meter_),
          canvas_(source_, styler_, request.paint, meter_),
          uses_(source_),
          clips_(source_, sheet_, styler_, canvas_, uses_) {}

    [[nodiscard]] Outline read() {
        checkSelection();
        warnOfLeftOut();
        enterRoot();
        while (!frames_.empty()) {
            meter_.step(1);
            SvgFrame& frame = frames_.back();
            const pugi::xml_node element = frame.next;
            if (!element) {
                if (frame.uses) targets_.pop_back();
                frames_.pop_back();
                continue;
            }
            frame.next = frame.uses ? pugi::xml_node() : element.next_sibling();
            if (element.type() != pugi::node_element) continue;
            try {
                draw(element, frame.style, frame.spot, frame.uses);
            } catch (const OutlineError& error) {
                source_.fail(element, error.problem().reason, error.problem().advice);
            }
        }
        for (std::optional<Problem> missing : {clips_.missing(), uses_.missing()}) {
            if (missing) warnings_.push_back(std::move(*missing));
        }
        for (std::vector<Problem> remarks : {canvas_.remarks(), servers_.remarks()})
            std::move(remarks.begin(), remarks.end(), std::back_inserter(warnings_));
        Outline& outline = canvas_.outline();
        outline.warnings.insert(outline.warnings.begin(), warnings_.begin(), warnings_.end());
        return std::move(outline);
    }

  private:
    void checkSelection() const {
        if (request_.select.empty()) return;
        const std::vector<std::string_view> names = source_.names();
        for (const std::string& name : request_.select) {
            if (std::binary_search(names.begin(), names.end(), std::string_view(name))) continue;
            throw DrawingError(
                {.subject = request_.file,
                 .reason = "no element has the id or label %1",
                 .details = {quotedForMessage(name),
                             suggestion(name, names, "write an id or an Inkscape label of the drawing")},
                 .advice = "%2"});
        }
    }

    void warnOfLeftOut() {
        std::map<std::string_view, std::pair<std::size_t, std::size_t>> seen;  // number of elements, and the
                                                                               // first line
        for (const pugi::xml_node element : source_.leftOut()) {
            const std::string_view tag = SvgSource::tag(element);
            auto& [number, line] = seen[tag.empty() ? std::string_view("of other namespaces") : tag];
            if (++number == 1) line = source_.placeOf(element).line;
        }
        for (const auto& [tag, found] : seen) {
            const bool strangers = tag.starts_with("of ");
            warnings_.push_back(
                {.reason = strangers ? "line %1: elements of other namespaces are not read (%2)"
                                     : "line %1: <%3> is not read (%2)",
                 .details = {std::to_string(found.second), std::to_string(found.first), std::string(tag)}});
        }
    }

    /// The viewport of the first element becomes the outline's box.
    void enterRoot() {
        const pugi::xml_node root = source_.root();
        const SvgDeclarations declarations = sheet_.of(root);
        const auto box = viewBoxOf(root);
        auto width = sizeOfRoot(declarations, SvgProperty::width);
        auto height = sizeOfRoot(declarations, SvgProperty::height);
        if (!box && (!width || !height)) {
            source_.fail(root, "the drawing has no size: neither width and height nor a viewBox",
                         "add viewBox=\"0 0 WIDTH HEIGHT\" to the first element");
        }
        if (!width) width = height ? *height * (*box)[2] / (*box)[3] : (*box)[2];
        if (!height) height = *width * (*box)[3] / (*box)[2];
        const double pixels = 25400.0 / 96 / request_.pixelUm;
        const DrawingPlace place = placeDrawing(request_, *width * pixels, *height * pixels);
        canvas_.outline().box = place.box;
        SvgSpot spot;
        spot.selected = request_.select.empty();
        spot.toOutline = place.toOutline.after(Affine::scale(pixels, pixels));
        // The canvas is like a page: parts of the drawing outside of it are not drawn.
        spot.viewports.push_back(canvas_.addViewport({}, visibleBox(place, spot.toOutline, *width, *height)));
        const SvgStyle style = styler_.derived({}, declarations);
        refuseEffects(declarations, style, spot);
        refuseMoves(declarations, spot);
        spot.toOutline = spot.toOutline.after(styler_.transform(declarations[SvgProperty::transform]));
        spot.viewport = {*width, *height};
        enterViewBox(root, box, spot);
        if (isSvgWord(declarations[SvgProperty::display], "none")) return;
        enter(root, style, spot, declarations);
    }

    [[nodiscard]] static PlaneBox visibleBox(const DrawingPlace& place, const Affine& map, double width,
                                             double height) {
        if (place.cut) return place.box;
        const PlanePoint first = map({0, 0});
        const PlanePoint last = map({width, height});
        return {first.x, first.y, last.x, last.y};
    }

    /// In pixels of SVG; nothing if it is absent or a percentage.
    [[nodiscard]] std::optional<double> sizeOfRoot(const SvgDeclarations& declarations,
                                                   SvgProperty property) const {
        const std::string_view value = declarations[property];
        if (value.data() == nullptr || value.ends_with('%') || value == "auto") return {};
        const auto size = styler_.length(declarations, property, {}, SvgPercent::width);
        if (size && !(*size > 0))
            source_.fail(value.data(), "the drawing has no extent", "write a positive %1",
                         {std::string(svgPropertyName(property))});
        return size;
    }

    [[nodiscard]] std::optional<std::array<double, 4>> viewBoxOf(pugi::xml_node element) const {
        const std::string_view value = SvgSource::value(element, "viewBox");
        if (value.data() == nullptr) return {};
        const auto numbers = parseSvgNumbers(value);
        if (!numbers || numbers->size() != 4 || !((*numbers)[2] > 0) || !((*numbers)[3] > 0))
            source_.fail(value.data(), "the viewBox %1 is not valid",
                         "write four numbers: left, top, and a positive width and height",
                         {quotedForMessage(value)});
        return std::array<double, 4>{(*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]};
    }

    /// \return whether parts outside of the viewport are cut
    bool enterViewBox(pugi::xml_node element, const std::optional<std::array<double, 4>>& box,
                      SvgSpot& spot) const {
        if (!box) return false;
        const std::string_view ratio = SvgSource::value(element, "preserveAspectRatio");
        const auto fit = parseSvgRatio(ratio, *box, spot.viewport);
        if (!fit) {
            source_.fail(ratio.data(), "preserveAspectRatio %1 is not valid",
                         "write none, or an alignment such as xMidYMid with meet or slice",
                         {quotedForMessage(ratio)});
        }
        spot.toOutline = spot.toOutline.after(fit->map);
        spot.viewport = {(*box)[2], (*box)[3]};
        return fit->slice;
    }

    void enter(pugi::xml_node element, const SvgStyle& style, SvgSpot spot,
               const SvgDeclarations& declarations) {
        clips_.apply(element, declarations[SvgProperty::clipPath], declarations, spot);
        frames_.push_back({element.first_child(), style, std::move(spot), false});
    }

    [[nodiscard]] bool chosen(pugi::xml_node element) const {
        const auto among = [&](std::string_view name) {
            return !name.empty() &&
                   std::find(request_.select.begin(), request_.select.end(), name) != request_.select.end();
        };
        return among(SvgSource::value(element, "id")) || among(SvgSource::value(element, "inkscape:label"));
    }

    /// \param used  whether the element is the target of a `use`
    void draw(pugi::xml_node element, const SvgStyle& parent, const SvgSpot& around, bool used) {
        const std::string_view tag = SvgSource::tag(element);
        const bool symbol = used && tag == "symbol";
        if (tag.empty() || (isNotDrawn(tag) && !symbol) || isSvgAnimation(tag) || styler_.ignores(tag))
            return;
        canvas_.count(element);
        const SvgDeclarations declarations = sheet_.of(element);
        if (isSvgWord(declarations[SvgProperty::display], "none") && !symbol) return;
        SvgSpot spot = around;
        spot.selected = spot.selected || chosen(element);
        const SvgStyle style = styler_.derived(parent, declarations);
        meter_.step(style.line.dash.size());  // each element has its own copy
        refuseEffects(declarations, style, spot);
        refuseMoves(declarations, spot);
        spot.toOutline = spot.toOutline.after(styler_.transform(declarations[SvgProperty::transform]));
        if (tag == "g" || tag == "a") return enter(element, style, std::move(spot), declarations);
        if (symbol) return enterSymbol(element, style, std::move(spot), declarations);
        if (tag == "use") return enterUse(element, style, std::move(spot), declarations);
        if (isSvgShape(tag)) return drawShape(element, style, std::move(spot), declarations);
        if (spot.selected && style.visible) refuse(element, tag);
    }

    void refuse(pugi::xml_node element, std::string_view tag) const {
        const auto* const known = std::find_if(std::begin(svgRemedies), std::end(svgRemedies),
                                               [&](const auto& one) { return one.first == tag; });
        const std::string remedy(known == std::end(svgRemedies) ? "remove it from the drawing"
                                                                : known->second);
        const std::string what = tag == "svg" ? "an svg inside an svg" : "<" + std::string(tag) + ">";
        source_.fail(element, "%1 is not supported", "%2, or add `ignore: [%3]`",
                     {what, remedy, std::string(tag)});
    }

    void refuseEffects(const SvgDeclarations& declarations, const SvgStyle& style,
                       const SvgSpot& spot) const {
        if (!spot.selected) return;
        for (const SvgProperty one : {SvgProperty::mask, SvgProperty::filter}) {
            const std::string_view value = declarations[one];
            const std::string name(svgPropertyName(one));
            if (isSvgNone(value) || styler_.ignores(name)) continue;
            source_.fail(value.data(), "a %1 is not supported",
                         "remove it from the drawing, or add `ignore: [%1]`", {name});
        }
        const std::string_view effect = declarations[SvgProperty::vectorEffect];
        if (!isSvgNone(effect) && style.stroke.kind != SvgInk::Kind::none &&
            !styler_.ignores("vector-effect")) {
            source_.fail(effect.data(), "vector-effect is not supported",
                         "use strokes without it, or add `ignore: [vector-effect]`");
        }
    }

    /// Properties that would move or change the painting. Without them, the drawing would look different.
    void refuseMoves(const SvgDeclarations& declarations, const SvgSpot& spot) const {
        const auto refuse = [&](SvgProperty property, std::initializer_list<std::string_view> harmless) {
            const std::string_view value = declarations[property];
            const std::string name(svgPropertyName(property));
            const auto isValue = [value](std::string_view word) { return isSvgWord(value, word); };
            if (value.empty() || std::any_of(harmless.begin(), harmless.end(), isValue) ||
                styler_.ignores(name))
                return;
            source_.fail(value.data(), "%1 is not supported",
                         "apply it to the drawing, or add `ignore: [%1]`", {name});
        };
        if (!spot.selected) return;
        refuse(SvgProperty::translate, {"none", "0", "inherit"});
        refuse(SvgProperty::rotate, {"none", "0", "inherit"});
        refuse(SvgProperty::scale, {"none", "1", "inherit"});
        if (!declarations[SvgProperty::transform].empty())
            refuse(SvgProperty::transformOrigin, {"0", "0 0", "0px", "0px 0px", "left top", "top left"});
        if (styler_.tonal()) refuse(SvgProperty::mixBlendMode, {"normal", "inherit"});
    }

    void drawShape(pugi::xml_node element, const SvgStyle& style, SvgSpot spot,
                   const SvgDeclarations& declarations) {
        if (!style.visible || !spot.selected) return;
        const std::string_view pathLength = SvgSource::value(element, "pathLength");
        if (!pathLength.empty() && !style.line.dash.empty() && style.stroke.kind != SvgInk::Kind::none &&
            !styler_.ignores("pathLength"))
            source_.fail(pathLength.data(), "dashes by pathLength are not supported",
                         "write their lengths, or add `ignore: [pathLength]`");
        const auto list = canvas_.shape(element, declarations, spot.viewport);
        if (!list) return;
        clips_.apply(element, declarations[SvgProperty::clipPath], declarations, spot);
        canvas_.draw(element, *list, style, spot);
    }

    void enterUse(pugi::xml_node element, const SvgStyle& style, SvgSpot spot,
                  const SvgDeclarations& declarations) {
        const pugi::xml_node target = uses_.target(element, spot.selected);
        if (!target) return;
        if (std::find(targets_.begin(), targets_.end(), target) != targets_.end() ||
            contains(target, element))
            source_.fail(element, "this use refers to itself", "remove a reference from the cycle");
        if (targets_.size() >= deepestUse)
            source_.fail(element, "use elements refer to one another more than 32 deep",
                         "use a simpler drawing");
        spot.toOutline = spot.toOutline.after(Affine::translation(
            styler_.length(declarations, SvgProperty::x, spot.viewport, SvgPercent::width).value_or(0),
            styler_.length(declarations, SvgProperty::y, spot.viewport, SvgPercent::height).value_or(0)));
        useWidth_ = styler_.length(declarations, SvgProperty::width, spot.viewport, SvgPercent::width);
        useHeight_ = styler_.length(declarations, SvgProperty::height, spot.viewport, SvgPercent::height);
        clips_.apply(element, declarations[SvgProperty::clipPath], declarations, spot);
        targets_.push_back(target);
        frames_.push_back({target, style, std::move(spot), true});
    }

    [[nodiscard]] static bool contains(pugi::xml_node outer, pugi::xml_node inner) {
        for (pugi::xml_node node = inner; node; node = node.parent()) {
            if (node == outer) return true;
        }
        return false;
    }

    /// \pre the last `use` that was entered refers to the symbol
    void enterSymbol(pugi::xml_node element, const SvgStyle& style, SvgSpot spot,
                     const SvgDeclarations& declarations) {
        const auto own = [&](SvgProperty property, SvgPercent of) {
            return styler_.length(declarations, property, spot.viewport, of)
                .value_or(spot.viewport.whole(of));
        };
        const double width = useWidth_.value_or(own(SvgProperty::width, SvgPercent::width));
        const double height = useHeight_.value_or(own(SvgProperty::height, SvgPercent::height));
        if (!(width > 0) || !(height > 0)) return;
        const std::string_view overflow = declarations[SvgProperty::overflow];
        if (overflow != "visible" && overflow != "auto")
            spot.viewports.push_back(canvas_.addViewport(spot.toOutline, {0, 0, width, height}));
        spot.viewport = {width, height};
        enterViewBox(element, viewBoxOf(element), spot);
        enter(element, style, std::move(spot), declarations);
    }

    const DrawingRequest& request_;
    OutlineMeter meter_;
    std::vector<Problem> warnings_;
    const SvgSource source_;
    SvgPaintServers servers_;
    const SvgStyler styler_;
    const SvgStyleSheet sheet_;
    SvgCanvas canvas_;
    SvgUses uses_;
    SvgClips clips_;
    std::vector<SvgFrame> frames_;
    std::vector<pugi::xml_node> targets_;  ///< targets of the `use` elements that have been entered
    std::optional<double> useWidth_;       ///< the width that the last of these `use` elements gives
    std::optional<double> useHeight_;
};

/// Collects the names of a drawing, level by level, so that layers come before the parts inside of them.
class SvgPartsList {
  public:
    explicit SvgPartsList(const SvgSource& source) : groups_{source.root()} {}

    [[nodiscard]] DrawingParts list(const std::stop_token& stop) {
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            for (pugi::xml_node element = groups_[i].first_child(); element;
                 element = element.next_sibling()) {
                if (stop.stop_requested()) throw Cancelled();
                if (element.type() == pugi::node_element) add(element, SvgSource::tag(element));
            }
        }
        parts_.ignorable.assign(refused_.begin(), refused_.end());
        return std::move(parts_);
    }

  private:
    void add(pugi::xml_node element, std::string_view tag) {
        if (tag.empty() || isNotDrawn(tag) || isSvgAnimation(tag)) return;
        if (tag == "g" || tag == "a") {
            groups_.push_back(element);
        } else if (tag != "use" && !isSvgShape(tag)) {
            if (refused_.size() < DrawingParts::most && isListedName(tag)) refused_.insert(tag);
            return;
        }
        if (!parts_.more) addPart(element);
    }

    void addPart(pugi::xml_node element) {
        const std::string_view label = SvgSource::value(element, "inkscape:label");
        const std::string_view id = SvgSource::value(element, "id");
        const bool labelled = isListedName(label);
        const std::string_view name = labelled ? label : id;
        if (!isListedName(name) || names_.contains(name)) return;
        if (parts_.parts.size() >= DrawingParts::most) {
            parts_.more = true;
            return;
        }
        names_.insert(name);
        parts_.parts.push_back({std::string(name), labelled ? std::string(id) : std::string()});
    }

    std::vector<pugi::xml_node> groups_;
    std::set<std::string_view> names_;
    std::set<std::string_view> refused_;
    DrawingParts parts_;
};

}  // namespace

Outline readSvg(std::string text, const DrawingRequest& request, OutlineMeter meter) {
    return SvgReader(std::move(text), request, std::move(meter)).read();
}

DrawingParts svgParts(std::string text, const std::string& file, const std::stop_token& stop) {
    std::vector<std::string> words;
    for (const auto& [word, sought] : ignorableWords) {
        if (text.find(sought) != std::string::npos) words.emplace_back(word);
    }
    const SvgSource source(std::move(text), file, stop);
    DrawingParts parts = SvgPartsList(source).list(stop);
    parts.ignorable.insert(parts.ignorable.end(), words.begin(), words.end());
    return parts;
}

}  // namespace burin
