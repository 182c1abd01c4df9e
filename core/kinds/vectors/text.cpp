// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/text.hpp"

#include "core/base/text.hpp"
#include "core/images/content_hash.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/vectors/bound_file.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/lettering/builtin_fonts.hpp"
#include "core/outlines/lettering/lettering.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace burin {

namespace {

/// A font, and a text that tells it from others.
struct NodeFont {
    std::shared_ptr<const LetteringFont> font;
    std::string hash;
};

class TextReader {
  public:
    explicit TextReader(const BindContext& context) : context_(context), values_(context.values) {}

    std::optional<DrawnOutline> read() {
        const auto style = readStyle();
        if (!style) return {};
        const auto font = readFont();
        if (!font) return {};
        if (values_.has("series")) return drawnSeries(context_, sourceOf(*style, *font));
        try {
            return drawnOutline(
                context_, setLettering(*font->font, *style, values_.as<std::string>("text"), context_.stop));
        } catch (const DrawingError& error) {
            context_.problem("text", error.problem());
            return {};
        }
    }

  private:
    [[nodiscard]] SeriesSource sourceOf(const LetteringStyle& style, const NodeFont& font) const {
        SeriesSource source{
            "text", {}, fingerprintOf(style) + " " + font.hash + " " + LetteringFont::libraryVersions()};
        source.bytes = font.font->bytes();
        source.remarks = font.font->warnings();
        source.make = [style, shared = font.font](std::string_view text, const std::stop_token& stop) {
            return setLettering(*shared, style, text, stop);
        };
        return source;
    }

    static std::string fingerprintOf(const LetteringStyle& style) {
        std::string text = "text";
        const auto add = [&text](double number) { text += " " + canonicalNumber(number); };
        add(style.size);
        add(style.measureEm ? 1 : 0);
        add(static_cast<double>(style.align));
        add(static_cast<double>(style.direction));
        if (style.lineSpacing) add(*style.lineSpacing);
        if (!style.lineSpacing) text += " -";
        add(style.tracking);
        for (const FontFeature& feature : style.features)
            text += " " + feature.tag + std::to_string(feature.value);
        if (style.circle) {
            text += style.circle->inside ? " inside" : " outside";
            add(style.circle->radius);
            add(style.circle->start);
        }
        return text;
    }

    [[nodiscard]] std::optional<LetteringStyle> readStyle() const {
        LetteringStyle style;
        style.size = values_.as<double>("size");
        style.measureEm = values_.as<std::string>("measure") == "em";
        const auto& align = values_.as<std::string>("align");
        style.align = align == "left"     ? LetteringStyle::Align::left
                      : align == "center" ? LetteringStyle::Align::center
                                          : LetteringStyle::Align::right;
        const auto& direction = values_.as<std::string>("direction");
        style.direction = direction == "ltr"   ? LetteringStyle::Direction::leftToRight
                          : direction == "rtl" ? LetteringStyle::Direction::rightToLeft
                                               : LetteringStyle::Direction::automatic;
        if (const double* spacing = values_.find<double>("line_spacing")) style.lineSpacing = *spacing;
        style.tracking = values_.as<double>("tracking");
        try {
            if (const auto* tags = values_.find<std::vector<std::string>>("features"))
                style.features = parseFontFeatures(*tags);
        } catch (const DrawingError& error) {
            context_.problem("features", error.problem());
            return {};
        }
        if (const auto* circle = values_.find<std::shared_ptr<const Values>>("circle")) {
            if (!(*circle)->has("radius")) {
                context_.problem("circle", "the circle has no radius", "write `radius`, a length");
                return {};
            }
            style.circle =
                LetteringStyle::Circle{(*circle)->as<double>("radius"), (*circle)->as<double>("start"),
                                       (*circle)->as<bool>("inside")};
        }
        return style;
    }

    [[nodiscard]] std::optional<NodeFont> readFont() const {
        const auto& name = values_.as<std::string>("font");
        const auto index = static_cast<int>(values_.as<std::int64_t>("index"));
        const auto refuse = [&](const Problem& problem) {
            context_.problem("font", problem);
            return std::nullopt;
        };
        try {
            if (name.starts_with(builtinPrefix)) {
                const std::string wanted = name.substr(builtinPrefix.size());
                const auto bytes = builtinFont(wanted);
                if (!bytes) {
                    const std::vector<std::string_view> names = builtinFontNames();
                    return refuse({.reason = "no built-in font is called %1",
                                   .details = {quotedForMessage(wanted),
                                               suggestion(wanted, names,
                                                          filledIn("one of %1, or a font file",
                                                                   {alternatives(names)}))},
                                   .advice = "%2"});
                }
                if (index != 0) {
                    context_.problem("index", "a built-in font is not a collection", "0");
                    return {};
                }
                return NodeFont{std::make_shared<const LetteringFont>(*bytes, wanted), name};
            }
            auto bytes = readBoundFile(context_, name, "the path of a font file, or builtin:Inter");
            if (const auto* wrong = std::get_if<Problem>(&bytes)) return refuse(*wrong);
            auto& content = std::get<std::string>(bytes);
            std::string hash = values_.has("series")
                                   ? Hasher().add(content).hex() + " " + std::to_string(index)
                                   : std::string();
            auto font = std::make_shared<const LetteringFont>(std::move(content), name, index);
            return NodeFont{std::move(font), std::move(hash)};
        } catch (const DrawingError& error) {
            return refuse(error.problem());
        }
    }

    const BindContext& context_;
    const Values& values_;
};

std::shared_ptr<const Operation> bindText(const BindContext& context) {
    std::optional<DrawnOutline> drawn = TextReader(context).read();
    if (!drawn) return nullptr;
    return std::make_shared<OperationOf<DrawnText>>(DrawnText{std::move(*drawn)});
}

ParameterDescription textKey(std::string_view key, std::string_view title, ParameterType type,
                             std::string_view help) {
    return {.key = key, .title = title, .type = type, .help = help, .since = 2, .group = "Type"};
}

ParameterDescription textChoice(std::string_view key, std::string_view title,
                                std::vector<std::string_view> choices, std::string_view help) {
    ParameterDescription choice = textKey(key, title, ParameterType::choice, help);
    choice.fallback = choices.front();
    choice.choices = std::move(choices);
    return choice;
}

ParameterDescription textLength(std::string_view key, std::string_view title, double least,
                                std::string_view help) {
    ParameterDescription length = textKey(key, title, ParameterType::realPixels, help);
    length.unit = "px";
    length.minimum = least;
    length.maximum = 0x1p22;
    return length;
}

ParameterDescription circleParameter() {
    ParameterDescription circle = textKey("circle", "Circle", ParameterType::map,
                                          "The text runs around a circle instead of along a line.");
    ParameterDescription radius = textLength("radius", "Radius", 0, "The radius of the baseline.");
    radius.strictlyPositive = true;
    circle.alternatives = {
        std::move(radius),
        {.key = "start",
         .title = "Start",
         .type = ParameterType::number,
         .unit = "deg",
         .minimum = -36000,
         .maximum = 36000,
         .fallback = "0",
         .help = "The angle at which the text begins, has its middle or ends, depending on `align`; "
                 "clockwise from the top.",
         .since = 2},
        {.key = "inside",
         .title = "Inside",
         .type = ParameterType::boolean,
         .fallback = "false",
         .help = "Runs anticlockwise, with the tops of the letters inwards.",
         .since = 2},
    };
    return circle;
}

std::vector<ParameterDescription> textParameters() {
    ParameterDescription text =
        textKey("text", "Text", ParameterType::text, "The text: at most 64 KiB, in one line or several.");
    text.required = true;
    text.start = "Burin";
    text.lines = true;
    ParameterDescription font =
        textKey("font", "Font", ParameterType::file,
                "The path of a TrueType or OpenType font or collection, or builtin:Inter, "
                "builtin:Inter Bold.");
    font.fallback = "builtin:Inter";
    ParameterDescription index = textKey("index", "Index", ParameterType::integer,
                                         "The index of the font in a collection; the first font is 0.");
    index.minimum = 0;
    index.maximum = 65535;
    index.fallback = "0";
    ParameterDescription size = textLength("size", "Size", 0, "The height of capitals or of the em.");
    size.strictlyPositive = true;
    size.required = true;
    size.start = "48";
    ParameterDescription spacing =
        textLength("line_spacing", "Line spacing", -0x1p22,
                   "The distance from one baseline to the next; 1.2 em if it is not given.");
    ParameterDescription tracking =
        textLength("tracking", "Tracking", -0x1p22, "The length that is added between letters.");
    tracking.fallback = "0";
    std::vector<ParameterDescription> parameters = {
        std::move(text),
        std::move(font),
        std::move(index),
        std::move(size),
        textChoice("measure", "Measure", {"cap", "em"}, "What `size` measures: capitals or the em."),
        textChoice("align", "Align", {"left", "center", "right"},
                   "How lines of different lengths are aligned."),
        std::move(spacing),
        std::move(tracking),
        textKey("features", "Features", ParameterType::texts,
                "Tags of the font's features: smcp turns a feature on, -kern turns one off, and cv05=2 "
                "chooses a variant."),
        textChoice("direction", "Direction", {"auto", "ltr", "rtl"},
                   "The direction of the lines: as their letters require, to the right, or to the left."),
        circleParameter(),
    };
    parameters.push_back(seriesParameter());
    for (std::vector<ParameterDescription> more : {strokeParameters(), outlineParameters()})
        parameters.insert(parameters.end(), more.begin(), more.end());
    return parameters;
}

}  // namespace

Kind textKind() {
    KindDescription d;
    d.name = "text";
    d.title = "Text";
    d.help = "Sets letters of a font as outlines, exact at any size: lines, circles, and series of numbers.";
    d.category = Category::generate;
    d.since = 2;
    d.parameters = textParameters();
    d.files = {FilesRead::What::font, {"otf", "ttf", "otc", "ttc"}, "font"};
    d.links = {{.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    d.words = {"text",    "lettering", "letters", "font",   "type",   "typography",
               "label",   "caption",   "word",    "number", "serial", "numbers",
               "counter", "microtext", "legend",  "vector", "outline"};
    d.starters = {
        {.title = "Carved text",
         .help = "Bold letters whose depth is 1, with walls that slope over 4 px. Type your own text in the "
                 "inspector.",
         .words = {"carved text", "text", "carve", "lettering", "letters", "monogram", "name", "sign"},
         .values =
             R"y({text: Abc, font: "builtin:Inter Bold", size: 48, output: distance, distance_max: 4})y"}};
    return {std::move(d), &bindText};
}

}  // namespace burin
