// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/code.hpp"

#include "core/base/text.hpp"
#include "core/outlines/codes/code_symbol.hpp"
#include "core/outlines/drawing_error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

namespace {

/// The properties of one kind of code.
struct CodeForm {
    std::string_view name;
    CodeKind kind;
    int leastCorrection;  ///< 0 to -1: no numbers
    int mostCorrection;
    int mostVersion;  ///< 0: it takes no version
    std::string_view correctionText;
};

constexpr std::array<CodeForm, 5> codeForms = {{
    {"qr", CodeKind::qr, 0, -1, 40, "L, M, Q or H"},
    {"datamatrix", CodeKind::dataMatrix, 0, -1, 48, ""},
    {"aztec", CodeKind::aztec, 5, 95, 36, "a whole number from 5 to 95, in percent"},
    {"pdf417", CodeKind::pdf417, 0, 8, 30, "a whole number from 0 to 8"},
    {"code128", CodeKind::code128, 0, -1, 0, ""},
}};

class CodeReader {
  public:
    explicit CodeReader(const BindContext& context)
        : context_(context),
          values_(context.values),
          form_(*std::find_if(codeForms.begin(), codeForms.end(), [&](const CodeForm& form) {
              return form.name == values_.as<std::string>("code");
          })) {}

    std::optional<DrawnCode> read() {
        if (!readStyle()) return {};
        if (values_.has("series")) {
            SeriesSource source{"data", {}, fingerprint() + " " + codeLibraryVersion()};
            source.make = [style = style_](std::string_view data, const std::stop_token&) {
                return makeCode(style, data);
            };
            source.makeRoom = [style = style_](std::string_view data) { return codeRoom(style, data); };
            source.alike = [kind = style_.kind](std::string_view data) { return alikeCodes(kind, data); };
            return codeOf(drawnSeries(context_, source), {});
        }
        try {
            Problem contents;
            Outline outline = makeCode(style_, values_.as<std::string>("data"), &contents);
            return codeOf(drawnOutline(context_, std::move(outline)), std::move(contents));
        } catch (const DrawingError& error) {
            context_.problem("data", error.problem());
            return {};
        }
    }

  private:
    [[nodiscard]] std::optional<DrawnCode> codeOf(std::optional<DrawnOutline> drawn, Problem contents) const {
        if (!drawn) return {};
        DrawnCode code{std::move(*drawn), std::move(contents)};
        code.style = style_;
        if (!values_.has("series")) {
            code.data = values_.as<std::string>("data");
        } else if (std::optional<std::string> first = code.firstText()) {
            code.contents = codeContents(style_, *first);
            code.contents.subject = filledIn("first item (%1)", {quotedForMessage(*first)});
            code.data = std::move(*first);
        }
        if (code.data.empty()) return code;
        Outline empty;
        empty.box = moduleGrid(style_, code.data).box();
        code.map = OutlineDrawing::of(values_).mapOf(empty);
        return code;
    }

    bool wrong(std::string_view key, Problem problem) const {
        context_.problem(std::string(key), std::move(problem));
        return false;
    }

    bool readStyle() {
        style_.kind = form_.kind;
        style_.modulePx = values_.as<std::int64_t>("module");
        style_.light = values_.as<std::string>("ink") == "light";
        if (const auto* quiet = values_.find<std::int64_t>("quiet")) style_.quiet = static_cast<int>(*quiet);
        if (const auto* height = values_.find<std::int64_t>("bar_height")) {
            if (form_.kind != CodeKind::code128)
                return wrong("bar_height", {.reason = "bar_height is for code128", .advice = "remove it"});
            style_.heightPx = *height;
        }
        if (const auto* row = values_.find<std::int64_t>("row")) {
            if (form_.kind != CodeKind::pdf417)
                return wrong("row", {.reason = "row is for pdf417", .advice = "remove it"});
            style_.rowModules = static_cast<int>(*row);
        }
        return readVersion() && readCorrection();
    }

    bool readVersion() {
        const auto* version = values_.find<std::int64_t>("version");
        if (version == nullptr) return true;
        const std::string name(form_.name);
        if (form_.mostVersion == 0)
            return wrong("version",
                         {.reason = "%1 has no versions", .details = {name}, .advice = "remove it"});
        if (*version > form_.mostVersion) {
            return wrong("version",
                         {.reason = "%1 has no version %2",
                          .details = {name, std::to_string(*version), std::to_string(form_.mostVersion)},
                          .advice = "write a whole number from 1 to %3"});
        }
        style_.version = static_cast<int>(*version);
        return true;
    }

    bool readCorrection() {
        const auto* ecc = values_.find<std::string>("ecc");
        if (ecc == nullptr) return true;
        const std::string name(form_.name);
        if (form_.correctionText.empty())
            return wrong("ecc", {.reason = "%1 has only one level of error correction",
                                 .details = {name},
                                 .advice = "remove it"});
        const auto refuse = [&] {
            return wrong("ecc", {.reason = "%1 is not a level of error correction of %2",
                                 .details = {quotedForMessage(*ecc), name},
                                 .advice = std::string(form_.correctionText)});
        };
        if (form_.kind == CodeKind::qr) {
            const std::size_t level = std::string_view("LMQH").find(*ecc);
            if (ecc->size() != 1 || level == std::string_view::npos) return refuse();
            style_.correction = static_cast<int>(level) + 1;
            return true;
        }
        int number = 0;
        const auto [end, error] = std::from_chars(ecc->data(), ecc->data() + ecc->size(), number);
        const bool whole = error == std::errc() && end == ecc->data() + ecc->size();
        if (!whole || number < form_.leastCorrection || number > form_.mostCorrection) return refuse();
        style_.correction = number;
        return true;
    }

    [[nodiscard]] std::string fingerprint() const {
        std::string text = "code " + std::string(form_.name) + (style_.light ? " light" : " dark");
        for (const std::int64_t number :
             {style_.modulePx, static_cast<std::int64_t>(style_.quiet.value_or(-1)),
              static_cast<std::int64_t>(style_.correction.value_or(-1)),
              static_cast<std::int64_t>(style_.version.value_or(0)), style_.heightPx.value_or(0),
              static_cast<std::int64_t>(style_.rowModules)})
            text += " " + std::to_string(number);
        return text;
    }

    const BindContext& context_;
    const Values& values_;
    const CodeForm& form_;
    CodeStyle style_;
};

std::shared_ptr<const Operation> bindCode(const BindContext& context) {
    std::optional<DrawnCode> drawn = CodeReader(context).read();
    if (!drawn) return nullptr;
    return std::make_shared<OperationOf<DrawnCode>>(std::move(*drawn));
}

ParameterDescription codeKey(std::string_view key, std::string_view title, ParameterType type,
                             std::string_view help) {
    return {.key = key, .title = title, .type = type, .help = help, .since = 2, .group = "Code"};
}

ParameterDescription wholeOf(std::string_view key, std::string_view title, double least, double most,
                             std::string_view help) {
    ParameterDescription whole = codeKey(key, title, ParameterType::integer, help);
    whole.minimum = least;
    whole.maximum = most;
    return whole;
}

ParameterDescription pixelsOf(std::string_view key, std::string_view title, std::string_view help) {
    ParameterDescription pixels = codeKey(key, title, ParameterType::pixels, help);
    pixels.unit = "px";
    pixels.minimum = 1;
    pixels.maximum = 1'000'000;
    return pixels;
}

std::vector<ParameterDescription> codeParameters() {
    ParameterDescription code = codeKey("code", "Code", ParameterType::choice, "The type of the code.");
    code.required = true;
    for (const CodeForm& form : codeForms)
        code.choices.push_back(form.name);
    ParameterDescription data =
        codeKey("data", "Data", ParameterType::text,
                "The content of the code, at most 8,000 bytes of UTF-8. In a series, {n} is the "
                "number of the item, as in SN{n:04}.");
    data.required = true;
    data.start = "Burin";
    ParameterDescription module =
        pixelsOf("module", "Module", "The side of the smallest square, or the width of the thinnest bar.");
    module.maximum = 65536;
    module.required = true;
    module.start = "8";
    ParameterDescription ink = codeKey("ink", "Ink", ParameterType::choice,
                                       "The modules that are drawn: the dark ones, or, for a dark "
                                       "background, the light ones with the quiet zone.");
    ink.choices = {"dark", "light"};
    ink.fallback = "dark";
    ParameterDescription version = wholeOf("version", "Version", 1, 48,
                                           "The size of the code; for pdf417, the number of its columns. The "
                                           "default is the smallest code that holds the data.");
    version.usedWith.parameter = "code";
    for (const CodeForm& form : codeForms) {
        if (form.mostVersion > 0) version.usedWith.choices.push_back(form.name);
    }
    ParameterDescription barHeight = pixelsOf(
        "bar_height", "Bar height", "The height of a code128; 15 % of its width if it is not given.");
    barHeight.usedWith = {"code", {"code128"}};
    ParameterDescription row = wholeOf("row", "Row height", 1, 1000,
                                       "The height of a row of pdf417, in modules; 3 if it is not given.");
    row.usedWith = {"code", {"pdf417"}};
    std::vector<ParameterDescription> parameters = {
        std::move(code),
        std::move(data),
        std::move(module),
        wholeOf("quiet", "Quiet zone", 0, 1000,
                "Modules that stay free around the code; for code128, to its left and right. The default is "
                "4 for qr, 1 for datamatrix, 0 for aztec, 2 for pdf417 and 10 for code128."),
        codeKey("ecc", "Error correction", ParameterType::text,
                "qr: L, M (the default), Q or H. pdf417: 0 to 8. aztec: 5 to 95 percent."),
        std::move(version),
        std::move(barHeight),
        std::move(row),
        std::move(ink),
        seriesParameter(),
    };
    for (ParameterDescription& more : outlineParameters())
        parameters.push_back(std::move(more));
    return parameters;
}

}  // namespace

Kind codeKind() {
    KindDescription d;
    d.name = "code";
    d.title = "Code";
    d.help = "Draws QR, Data Matrix, Aztec, PDF417 and Code 128 codes, one or a series, with exact modules.";
    d.category = Category::generate;
    d.since = 2;
    d.parameters = codeParameters();
    d.links = {{.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    d.words = {"qr code", "barcode", "bar code", "data matrix",  "datamatrix", "aztec",  "matrix code",
               "serial",  "label",   "scan",     "traceability", "marking",    "number", "outline"};
    return {std::move(d), &bindCode};
}

}  // namespace burin
