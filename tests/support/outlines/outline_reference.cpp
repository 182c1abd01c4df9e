// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/outlines/outline_reference.hpp"

#include "core/design/design.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"
#include "support/outlines/slow_resolve.hpp"
#include "support/outlines/slow_samples.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace burin::test {

struct OutlinePicture::Content {
    std::vector<ResolvedEdge> edges;
    std::int32_t units = 1;
    std::optional<PlaneBox> box;
    std::int64_t distanceMax = 0;  ///< 0: a fill
    std::vector<float> profile;

    /// An item of a series on its cell.
    struct Item {
        Rect cell;
        Point zero;  ///< the origin of its own frame
        std::unique_ptr<const OutlinePicture> picture;
    };
    bool series = false;
    std::vector<Item> items;
};

namespace {

/// The cells of a line of a table without quotes.
std::vector<std::string> cellsOf(std::string line) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');)
        cells.push_back(cell);
    return cells;
}

/// The rows of a table by the names of its columns.
std::vector<std::map<std::string, std::string>> tableOf(const std::filesystem::path& file, bool header) {
    std::ifstream text(file);
    std::vector<std::string> names;
    std::vector<std::map<std::string, std::string>> rows;
    for (std::string line; std::getline(text, line);) {
        const std::vector<std::string> cells = cellsOf(line);
        if (names.empty()) {
            for (std::size_t i = 0; i < cells.size(); ++i)
                names.push_back(header ? cells[i] : std::to_string(i + 1));
            if (header) continue;
        }
        std::map<std::string, std::string> row;
        for (std::size_t i = 0; i < cells.size(); ++i)
            row[names[i]] = cells[i];
        rows.push_back(row);
    }
    return rows;
}

/// The text with each `{name}` replaced, one after the other.
std::string filledIn(const std::string& pattern, const std::map<std::string, std::string>& values) {
    std::string text;
    for (std::size_t at = 0; at < pattern.size();) {
        if (pattern.compare(at, 2, "{{") == 0) {
            text += '{';
            at += 2;
        } else if (pattern[at] == '{') {
            const std::size_t end = pattern.find('}', at);
            std::string name = pattern.substr(at + 1, end - at - 1);
            std::size_t digits = 0;
            if (const std::size_t colon = name.find(':'); colon != std::string::npos) {
                digits = std::stoul(name.substr(colon + 1));
                name = name.substr(0, colon);
            }
            std::string value = values.at(name);
            while (value.size() < digits)
                value = "0" + value;
            text += value;
            at = end + 1;
        } else {
            text += pattern[at++];
        }
    }
    return text;
}

std::int64_t wholeOf(double value) {
    return static_cast<std::int64_t>(std::floor(value + 0.5));
}

Pair pairOf(const YAML::Node& node) {
    if (!node) return {0, 0};
    return {node[0].as<double>(), node[1].as<double>()};
}

}  // namespace

/// Draws each item as a node of its own. Lengths in the series are pixels; numbers in it are not negative.
void OutlinePicture::addSeries(const OutlineNode& node, double pixelUm, const std::filesystem::path& folder,
                               const std::string& keys) {
    const YAML::Node series = YAML::Load(keys);
    content_ = std::make_unique<Content>();
    content_->series = true;
    const auto columns = series["columns"].as<std::int64_t>(1);
    const auto rows = series["rows"].as<std::int64_t>(1);
    const Pair u = pairOf(series["u"]);
    const Pair v = pairOf(series["v"]);
    const Pair origin = pairOf(series["origin"]);
    const Pair inset = pairOf(series["inset"]);
    const Pair cell = series["cell"] ? pairOf(series["cell"]) : Pair{u.x, v.y};
    std::optional<std::vector<std::map<std::string, std::string>>> table;
    if (series["csv"])
        table = tableOf(folder / series["csv"].as<std::string>(), series["header"].as<bool>(true));
    for (std::int64_t j = 0; j < rows; ++j) {
        for (std::int64_t i = 0; i < columns; ++i) {
            const std::int64_t k = j * columns + i;
            const double di = static_cast<double>(i);
            const double dj = static_cast<double>(j);
            const Point corner{wholeOf(di * u.x + dj * v.x + origin.x),
                               wholeOf(di * u.y + dj * v.y + origin.y)};
            Content::Item item{{corner.x, corner.y, wholeOf(cell.x), wholeOf(cell.y)},
                               corner + Point{wholeOf(inset.x), wholeOf(inset.y)},
                               nullptr};
            if (!table || k < static_cast<std::int64_t>(table->size())) {
                std::map<std::string, std::string> values;
                if (table) values = (*table)[static_cast<std::size_t>(k)];
                values["n"] = std::to_string(series["start"].as<std::int64_t>(1) +
                                             k * series["step"].as<std::int64_t>(1));
                values["i"] = std::to_string(i);
                values["j"] = std::to_string(j);
                OutlineNode one{node.kind, {}};
                for (const auto& [key, value] : node.keys) {
                    if (key == "series") continue;
                    const bool text = key == "text" || key == "data";
                    YAML::Emitter quoted;
                    if (text)
                        quoted << YAML::DoubleQuoted << filledIn(YAML::Load(value).as<std::string>(), values);
                    one.keys.emplace_back(key, text ? quoted.c_str() : value);
                }
                item.picture = std::make_unique<const OutlinePicture>(one, pixelUm, folder);
            }
            content_->items.push_back(std::move(item));
        }
    }
}

OutlinePicture::OutlinePicture(const OutlineNode& node, double pixelUm, const std::filesystem::path& folder) {
    for (const auto& [key, value] : node.keys) {
        if (key != "series") continue;
        addSeries(node, pixelUm, folder, value);
        return;
    }
    std::string text =
        "burin: 2\npixel: " + numberTextOf(pixelUm) +
        " um\nnodes:\n  top: {kind: root, width: 1, height: 1, inputs: [{data: drawn}]}\n  drawn:\n    "
        "kind: " +
        node.kind + "\n";
    for (const auto& [key, value] : node.keys)
        text += "    " + key + ": " + value + "\n";
    const Design design = parseDesign(text, folder, "outline.burin");
    const std::optional<NodeIndex> found = design.find("drawn");
    const Operation* operation = found ? design.nodes[*found].operation.get() : nullptr;
    if (operation == nullptr) {
        for (const Diagnostic& diagnostic : design.diagnostics)
            text += diagnostic.text() + "\n";
        throw std::runtime_error(text);
    }
    const DrawnOutline& drawn = *operation->outline();
    auto content = std::make_unique<Content>();
    content->edges = SlowResolve(drawn.snapped()).resolve();
    content->units = drawn.units();
    content->box = drawn.snapped().box;
    content->distanceMax = drawn.distanceMaxPx();
    if (drawn.isDistance()) content->profile = drawn.profileValues();
    content_ = std::move(content);
}

OutlinePicture::~OutlinePicture() = default;

Rect OutlinePicture::bounds() const {
    if (content_->series) {
        Rect all = content_->items.front().cell;
        for (const Content::Item& item : content_->items) {
            const Rect& cell = item.cell;
            const std::int64_t right = std::max(all.right(), cell.right());
            const std::int64_t bottom = std::max(all.bottom(), cell.bottom());
            all.x = std::min(all.x, cell.x);
            all.y = std::min(all.y, cell.y);
            all.width = right - all.x;
            all.height = bottom - all.y;
        }
        return all;
    }
    std::vector<PlanePoint> corners;
    for (const ResolvedEdge& edge : content_->edges) {
        corners.push_back({edge.a.x / 256.0, edge.a.y / 256.0});
        corners.push_back({edge.b.x / 256.0, edge.b.y / 256.0});
    }
    if (content_->box) {
        corners.push_back({content_->box->left, content_->box->top});
        corners.push_back({content_->box->right, content_->box->bottom});
    }
    if (corners.empty()) return {};
    PlaneBox box{corners[0].x, corners[0].y, corners[0].x, corners[0].y};
    for (const PlanePoint p : corners) {
        box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
               std::max(box.bottom, p.y)};
    }
    const auto near = [](double side, double rounded) {
        const double whole = std::round(side);
        return static_cast<std::int64_t>(std::fabs(side - whole) <= 1.0 / 1024 ? whole : rounded);
    };
    const std::int64_t left = near(box.left, std::floor(box.left));
    const std::int64_t top = near(box.top, std::floor(box.top));
    const Rect rect{left, top, near(box.right, std::ceil(box.right)) - left,
                    near(box.bottom, std::ceil(box.bottom)) - top};
    return rect.empty() ? Rect{} : rect.grown(content_->distanceMax);
}

float OutlinePicture::at(Point p) const {
    if (content_->series) {
        std::optional<float> largest;
        for (const Content::Item& item : content_->items) {
            if (!item.picture || !item.cell.contains(p)) continue;
            const float value = item.picture->at(p - item.zero);
            largest = largest ? std::max(*largest, value) : value;
        }
        return largest.value_or(0.0F);
    }
    const Rect pixel{p.x, p.y, 1, 1};
    if (content_->distanceMax == 0) return slowFill(content_->edges, content_->units, pixel)[0];
    const auto profile = [this](double d) {
        return static_cast<double>(
            content_
                ->profile[static_cast<std::size_t>(64 * (d + static_cast<double>(content_->distanceMax)))]);
    };
    return slowDistance(content_->edges, content_->distanceMax, profile, pixel)[0];
}

OutlineNode withPicture(OutlineNode node, double pixelUm, const std::filesystem::path& folder) {
    node.picture = std::make_shared<const OutlinePicture>(node, pixelUm, folder);
    return node;
}

namespace {

std::string lengthText(Random& random, double least, double most) {
    return numberTextOf(random.real(least, most));
}

std::string placeText(Random& random) {
    return "[" + lengthText(random, -10, 60) + ", " + lengthText(random, -10, 60) + "]";
}

/// \param curved  whether there are curves, which take hundreds of edges
std::string pathText(Random& random, bool curved) {
    std::string d = "\"";
    for (std::int64_t contours = random.between(1, 2); contours > 0; --contours) {
        const auto pair = [&] { return lengthText(random, -5, 50) + " " + lengthText(random, -5, 50) + " "; };
        d += "M" + pair();
        for (std::int64_t segments = random.between(2, 4); segments > 0; --segments) {
            switch (curved ? random.between(0, 3) : 3) {
                case 0:
                    d += "Q" + pair() + pair();
                    break;
                case 1:
                    d += "C" + pair() + pair() + pair();
                    break;
                case 2:
                    d += "A 20 " + lengthText(random, 5, 30) + " 30 0 1 " + pair();
                    break;
                default:
                    d += "L" + pair();
            }
        }
        if (random.chance(0.5)) d += "Z";
    }
    return d + "\"";
}

/// A closed curve of about 40 px, given by formulas.
OutlineNode randomCurve(Random& random) {
    const std::string x = "24 + (a + b * cos(" + std::to_string(random.between(2, 7)) + " * t)) * cos(t)";
    OutlineNode node{"path", {}};
    node.keys.emplace_back("curve", "{x: \"" + x + "\", y: \"20 + a * sin(t)\", from: 0, to: " +
                                        numberTextOf(random.real(4, 6.3)) + ", steps: 12, closed: true}");
    node.keys.emplace_back("parameters",
                           "{a: " + lengthText(random, 6, 18) + ", b: " + lengthText(random, -4, 4) + "}");
    return node;
}

OutlineNode randomCode(Random& random) {
    OutlineNode node{"code", {{"code", "datamatrix"}}};
    node.keys.emplace_back("data", "\"" + std::to_string(random.between(0, 999999)) + "\"");
    node.keys.emplace_back("module", std::to_string(random.between(1, 4)));
    if (random.chance(0.3)) node.keys.emplace_back("ink", "light");
    return node;
}

/// Letters without curves, which would take thousands of edges.
OutlineNode randomLetters(Random& random) {
    OutlineNode node{"text", {{"text", random.pick<std::string>({"LIT", "AV", "\"H\\nNE\""})}}};
    node.keys.emplace_back("size", lengthText(random, 8, 24));
    if (random.chance(0.5)) node.keys.emplace_back("align", random.pick<std::string>({"center", "right"}));
    if (random.chance(0.3)) node.keys.emplace_back("tracking", lengthText(random, -1, 5));
    return node;
}

OutlineNode randomShape(Random& random, bool curved) {
    OutlineNode node{"shape", {}};
    const auto add = [&node](const std::string& key, const std::string& value) {
        node.keys.emplace_back(key, value);
    };
    const std::string shape =
        curved ? "ellipse" : random.pick<std::string>({"rectangle", "polygon", "star", "cross", "line"});
    add("shape", shape);
    if (shape == "rectangle" || shape == "ellipse" || shape == "cross")
        add("size", "[" + lengthText(random, 10, 50) + ", " + lengthText(random, 10, 50) + "]");
    if (shape == "polygon" || shape == "star") add("diameter", lengthText(random, 10, 60));
    if (shape == "polygon") add("sides", std::to_string(random.between(3, 9)));
    if (shape == "star") add("points", std::to_string(random.between(2, 9)));
    if (shape == "line") {
        add("from", placeText(random));
        add("to", placeText(random));
    }
    if (shape == "cross" || shape == "line") add("thickness", lengthText(random, 2, 10));
    return node;
}

}  // namespace

OutlineNode randomOutline(Random& random) {
    const bool curved = random.chance(0.25);
    const bool code = !curved && random.chance(0.1);
    const bool letters = !curved && !code && random.chance(0.1);
    OutlineNode node = code                 ? randomCode(random)
                       : letters            ? randomLetters(random)
                       : random.chance(0.5) ? randomShape(random, curved)
                       : curved && random.chance(0.5)
                           ? randomCurve(random)
                           : OutlineNode{"path", {{"d", pathText(random, curved)}}};
    const auto add = [&node](const std::string& key, const std::string& value) {
        node.keys.emplace_back(key, value);
    };
    if (random.chance(0.3)) add("rotate", random.pick<std::string>({"90", "-180", "30", "12.5"}));
    if (random.chance(0.3)) add("scale", random.pick<std::string>({"0.5", "[1.5, 0.75]"}));
    if (random.chance(0.2)) add("mirror", random.pick<std::string>({"x", "y", "both"}));
    if (!curved && !code && random.chance(0.3)) {
        add("stroke", random.pick<std::string>({"{width: 3}", "{width: 2, join: bevel, dash: [5, 3]}",
                                                "{width: 4, cap: square, miter_limit: 2}"}));
        if (random.chance(0.5)) add("fill", "false");
    }
    if (random.chance(0.4)) {
        add("output", "distance");
        add("distance_max", std::to_string(random.between(1, 12)));
        if (random.chance(0.5)) add("profile", "[[-3, 0.25], [0, 0.5], [4, 1]]");
    }
    return withPicture(std::move(node), 1);
}

void mutateOutline(OutlineNode& node, Random& random) {
    for (auto& [key, value] : node.keys) {
        if (key != "rotate") continue;
        value = numberTextOf(random.real(1, 359));
        node = withPicture(std::move(node), 1);
        return;
    }
    node.keys.emplace_back("rotate", "7");
    node = withPicture(std::move(node), 1);
}

}  // namespace burin::test
