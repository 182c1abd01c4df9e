// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/shape.hpp"

#include "core/base/text.hpp"
#include "core/outlines/shapes.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

namespace {

constexpr double longest = 0x1p22;

struct ShapeKeys {
    std::string_view shape;
    std::vector<std::string_view> required;
    std::vector<std::string_view> optional;

    [[nodiscard]] bool has(std::string_view key) const {
        const auto in = [key](const std::vector<std::string_view>& keys) {
            return std::find(keys.begin(), keys.end(), key) != keys.end();
        };
        return in(required) || in(optional);
    }
};

const std::vector<ShapeKeys>& shapeKeys() {
    static const std::vector<ShapeKeys> keys = {
        {"rectangle", {"size"}, {"radius"}},
        {"ellipse", {"size"}, {}},
        {"polygon", {"sides", "diameter"}, {"across"}},
        {"star", {"points", "diameter"}, {"inner"}},
        {"ring", {"diameter", "inner"}, {}},
        {"cross", {"size", "thickness"}, {}},
        {"line", {"from", "to", "thickness"}, {"cap"}},
        {"arrow", {"from", "to", "thickness"}, {"head"}},
        {"gear", {"teeth", "module"}, {"pressure_angle", "bore"}},
    };
    return keys;
}

/// Reads the keys of one shape, and reports those that are missing or belong to others.
class ShapeReader {
  public:
    explicit ShapeReader(const BindContext& context)
        : context_(context), values_(context.values), name_(values_.as<std::string>("shape")) {}

    std::optional<Outline> read() {
        if (!keysFit()) return {};
        if (name_ == "rectangle") {
            const Vector size = sides();
            return rectangleOutline(size.x, size.y, number("radius", 0));
        }
        if (name_ == "ellipse") return ellipseOutline(sides().x, sides().y);
        if (name_ == "polygon") {
            const auto* across = values_.find<std::string>("across");
            return polygonOutline(whole("sides"), number("diameter", 0),
                                  across != nullptr && *across == "flats");
        }
        if (name_ == "star") return star();
        if (name_ == "ring") return ring();
        if (name_ == "cross") return cross();
        if (name_ == "line") return lineOutline(place("from"), place("to"), number("thickness", 0), cap());
        return name_ == "arrow" ? arrow() : gear();
    }

  private:
    bool keysFit() {
        const std::vector<ShapeKeys>& all = shapeKeys();
        const auto& own =
            *std::find_if(all.begin(), all.end(), [&](const ShapeKeys& keys) { return keys.shape == name_; });
        std::vector<std::string_view> taken = own.required;
        taken.insert(taken.end(), own.optional.begin(), own.optional.end());
        const std::size_t before = context_.problems.size();
        const std::string described = withArticle();
        for (const std::string_view key : own.required) {
            if (!values_.has(key)) {
                context_.problem("shape", {.reason = "%1 needs %2",
                                           .details = {described, std::string(key)},
                                           .advice = "write %2"});
            }
        }
        for (const ShapeKeys& keys : all) {
            for (const auto* list : {&keys.required, &keys.optional}) {
                for (const std::string_view key : *list)
                    refuse(key, taken, described);
            }
        }
        return context_.problems.size() == before;
    }

    void refuse(std::string_view key, const std::vector<std::string_view>& taken,
                const std::string& described) {
        if (!values_.has(key) || std::find(taken.begin(), taken.end(), key) != taken.end()) return;
        if (std::find(refused_.begin(), refused_.end(), key) != refused_.end()) return;
        refused_.push_back(key);
        context_.problem(std::string(key), {.reason = "%1 has no %2",
                                            .details = {described, std::string(key), alternatives(taken)},
                                            .advice = "%1 takes %3"});
    }

    [[nodiscard]] std::string withArticle() const {
        return (name_.front() == 'e' || name_.front() == 'a' ? "an " : "a ") + name_;
    }
    bool wrong(std::string_view key, const std::string& what, const std::string& remedy) {
        context_.problem(std::string(key), what, remedy);
        return false;
    }

    [[nodiscard]] double number(std::string_view key, double otherwise) const {
        const double* value = values_.find<double>(key);
        return value == nullptr ? otherwise : *value;
    }
    [[nodiscard]] int whole(std::string_view key) const {
        return static_cast<int>(values_.as<std::int64_t>(key));
    }
    [[nodiscard]] PlanePoint place(std::string_view key) const {
        const auto& at = values_.as<Vector>(key);
        return {at.x, at.y};
    }
    [[nodiscard]] Vector sides() const {
        const auto& size = values_.as<std::vector<double>>("size");
        return {size.front(), size.back()};
    }
    [[nodiscard]] StrokeCap cap() const {
        const auto* name = values_.find<std::string>("cap");
        if (name == nullptr || *name == "butt") return StrokeCap::butt;
        return *name == "round" ? StrokeCap::round : StrokeCap::square;
    }

    std::optional<Outline> star() {
        const double inner = number("inner", 0.5);
        if (inner > 1 && !wrong("inner", "the inner corners lie outside of the star",
                                "write a share of the diameter, from 0 to 1, without a unit"))
            return {};
        return starOutline(whole("points"), number("diameter", 0), inner);
    }
    std::optional<Outline> ring() {
        const double diameter = number("diameter", 0);
        const double inner = number("inner", 0);
        if (inner >= diameter &&
            !wrong("inner", "the inner diameter is not smaller than the diameter", "write a smaller length"))
            return {};
        return ringOutline(diameter, inner);
    }
    std::optional<Outline> cross() {
        const Vector size = sides();
        const double thickness = number("thickness", 0);
        if (thickness > std::min(size.x, size.y) && !wrong("thickness", "the cross is thicker than its size",
                                                           "write at most the shorter side of size"))
            return {};
        return crossOutline(size.x, size.y, thickness);
    }
    std::optional<Outline> arrow() {
        const PlanePoint from = place("from");
        const PlanePoint to = place("to");
        const double thickness = number("thickness", 0);
        if (from == to && !wrong("to", "the arrow has no length", "choose a place other than `from`"))
            return {};
        const auto* head = values_.find<Vector>("head");
        const Vector sides = head != nullptr ? *head : Vector{3 * thickness, 3 * thickness};
        return arrowOutline(from, to, thickness, sides.x, sides.y);
    }
    std::optional<Outline> gear() {
        GearShape gear;
        gear.teeth = whole("teeth");
        gear.module = number("module", 1);
        gear.pressureDegrees = number("pressure_angle", 20);
        gear.bore = number("bore", 0);
        const char* complaint = gear.complaint();
        if (complaint != nullptr &&
            !wrong(values_.has("bore") && gear.bore >= gear.rootDiameter() ? "bore" : "teeth", complaint,
                   "use more teeth, another pressure_angle or a smaller bore"))
            return {};
        return gearOutline(gear, outlineStretch(values_));
    }

    const BindContext& context_;
    const Values& values_;
    const std::string& name_;
    std::vector<std::string_view> refused_;
};

std::shared_ptr<const Operation> bindShape(const BindContext& context) {
    std::optional<Outline> outline = ShapeReader(context).read();
    if (!outline) return nullptr;
    std::optional<DrawnOutline> drawn = drawnOutline(context, std::move(*outline));
    if (!drawn) return nullptr;
    return std::make_shared<OperationOf<PlainShape>>(PlainShape{std::move(*drawn)});
}

ParameterDescription lengthOf(std::string_view key, std::string_view title, std::string_view help,
                              bool positive = true) {
    return {.key = key,
            .title = title,
            .type = ParameterType::realPixels,
            .unit = "px",
            .minimum = 0,
            .maximum = longest,
            .help = help,
            .since = 2,
            .strictlyPositive = positive,
            .group = "Shape"};
}

ParameterDescription countOf(std::string_view key, std::string_view title, double least,
                             std::string_view help) {
    return {.key = key,
            .title = title,
            .type = ParameterType::integer,
            .minimum = least,
            .maximum = 1000,
            .help = help,
            .since = 2,
            .group = "Shape"};
}

ParameterDescription placeOf(std::string_view key, std::string_view title, std::string_view help) {
    return {.key = key,
            .title = title,
            .type = ParameterType::vector,
            .unit = "px",
            .minimum = -longest,
            .maximum = longest,
            .help = help,
            .since = 2,
            .group = "Shape"};
}

std::vector<ParameterDescription> shapeParameters() {
    std::vector<ParameterDescription> parameters = {
        {.key = "shape",
         .title = "Shape",
         .type = ParameterType::choice,
         .required = true,
         .choices = {"rectangle", "ellipse", "polygon", "star", "ring", "cross", "line", "arrow", "gear"},
         .help = "The shape that is drawn. Each one has keys of its own.",
         .since = 2,
         .group = "Shape"},
        {.key = "size",
         .title = "Size",
         .type = ParameterType::lengths,
         .unit = "px",
         .minimum = 0,
         .maximum = longest,
         .help = "The size of a rectangle, an ellipse or a cross: the side of a square, or [width, height].",
         .since = 2,
         .minimumCount = 1,
         .maximumCount = 2,
         .strictlyPositive = true,
         .group = "Shape",
         .start = "100"},
        lengthOf("diameter", "Diameter", "The diameter of a polygon, a star or a ring."),
        countOf("sides", "Sides", 3, "The number of corners of a polygon."),
        {.key = "across",
         .title = "Across",
         .type = ParameterType::choice,
         .choices = {"corners", "flats"},
         .help = "Whether the diameter of a polygon is measured from corner to corner or from flat to flat. "
                 "The default is corners.",
         .since = 2,
         .group = "Shape"},
        countOf("points", "Points", 2, "The number of points of a star."),
        lengthOf("inner", "Inner",
                 "For a star, the share of the diameter at its inner corners, 0.5 if it is not given. For a "
                 "ring, its inner diameter, a length.",
                 false),
        lengthOf("radius", "Corner radius", "The radius of a rectangle's corners; 0 if it is not given.",
                 false),
        lengthOf("thickness", "Thickness", "The thickness of a cross, a line or an arrow."),
        placeOf("from", "From", "The beginning of a line or an arrow."),
        placeOf("to", "To", "The end of a line, or the tip of an arrow."),
        {.key = "cap",
         .title = "Cap",
         .type = ParameterType::choice,
         .choices = {"butt", "round", "square"},
         .help = "How a line ends; butt if it is not given.",
         .since = 2,
         .group = "Shape"},
        placeOf("head", "Head",
                "The length and the width of an arrow's head; 3 times its thickness if not given."),
        countOf("teeth", "Teeth", 5, "The number of teeth of a gear."),
        lengthOf("module", "Module",
                 "The module of a gear: the pitch diameter divided by the number of teeth."),
        {.key = "pressure_angle",
         .title = "Pressure angle",
         .type = ParameterType::number,
         .unit = "deg",
         .minimum = 5,
         .maximum = 40,
         .help = "The pressure angle of a gear; 20 if it is not given.",
         .since = 2,
         .group = "Shape"},
        lengthOf("bore", "Bore", "The diameter of a gear's hole; 0 if it is not given.", false),
    };
    parameters[12].minimum = 0;
    const std::map<std::string_view, std::string_view> starts = {
        {"diameter", "100"}, {"sides", "6"},     {"points", "5"}, {"inner", "0.5"}, {"thickness", "10"},
        {"from", "[0, 0]"},  {"to", "[100, 0]"}, {"teeth", "20"}, {"module", "5"}};
    for (ParameterDescription& parameter : parameters) {
        for (const ShapeKeys& keys : shapeKeys()) {
            if (!keys.has(parameter.key)) continue;
            parameter.usedWith.parameter = "shape";
            parameter.usedWith.choices.push_back(keys.shape);
        }
        if (const auto start = starts.find(parameter.key); start != starts.end())
            parameter.start = start->second;
        if (parameter.key == "inner") parameter.shareWith = {"shape", {"star"}};
    }
    for (std::vector<ParameterDescription> more : {strokeParameters(), outlineParameters()})
        parameters.insert(parameters.end(), more.begin(), more.end());
    return parameters;
}

}  // namespace

Kind shapeKind() {
    KindDescription d;
    d.name = "shape";
    d.title = "Shape";
    d.help =
        "Draws a rectangle, an ellipse, a polygon, a star, a ring, a cross, a line, an arrow or a gear, "
        "exact at "
        "any size.";
    d.category = Category::generate;
    d.since = 2;
    d.parameters = shapeParameters();
    d.links = {{.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    d.words = {"rectangle", "square", "circle", "ellipse", "disc",  "polygon", "triangle", "hexagon",
               "octagon",   "star",   "ring",   "annulus", "cross", "plus",    "line",     "arrow",
               "gear",      "cog",    "wheel",  "box",     "dot",   "vector",  "drawing",  "outline"};
    return {std::move(d), &bindShape};
}

}  // namespace burin
