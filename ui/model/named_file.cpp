// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/named_file.hpp"

#include "core/base/text.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/form/description.hpp"
#include "core/kinds/root.hpp"
#include "core/kinds/source/scan.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/document/scope.hpp"
#include "ui/model/node_place.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/written_length.hpp"
#include "ui/words/text.hpp"

#include <QFile>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace burin::ui {

namespace {

constexpr double mostTimes = 10;  ///< a picture may be so many times smaller than the surface
constexpr double columnWidth = 192;
constexpr double rowDistance = 124;

std::string_view kindOf(const YamlValue* node) {
    const YamlValue* kind = node == nullptr ? nullptr : node->find("kind");
    return kind == nullptr ? std::string_view() : std::string_view(kind->scalar);
}

/// Gives a node another kind, without the values that this kind does not have.
void setKind(DesignEdit& edit, const std::string& node, const KindDescription& kind) {
    std::vector<std::string> strange;
    for (const YamlEntry& entry : edit.node(node)->entries) {
        const std::string& key = entry.key.scalar;
        if (key != "kind" && key != "inputs" && key != "muted" && kind.parameter(key) == nullptr)
            strange.push_back(key);
    }
    for (const std::string& key : strange)
        edit.setValue(node, key, {});
    edit.setValue(node, "kind", yamlScalar(kind.name));
}

/// The kind that a node needs to read a file; nullptr if it has it already, or if no kind reads the file.
/// \param key  of the file in the node
const KindDescription* kindFor(const Document& document, std::string_view now, const std::string& key,
                               const std::string& file) {
    const std::filesystem::path path = DesignFolders::of(pathOf(document.file())).resolved(file);
    const std::optional<std::string> reader = kindReading(QFile::decodeName(path.c_str()));
    for (const Kind& kind : document.kinds()) {
        const bool reads = reader && kind.description.name == *reader;
        if (reads && *reader != now && kind.description.files.parameter == key) return &kind.description;
    }
    return nullptr;
}

struct Reader {
    std::string node;
    std::size_t entry;  ///< an index of its inputs
    Trait trait;
};

std::vector<Reader> readersOf(const DesignEdit& edit, const std::string& child) {
    std::vector<Reader> readers;
    for (const std::string& name : edit.nodeNames()) {
        const YamlValue* inputs = edit.node(name)->find("inputs");
        for (std::size_t i = 0; inputs != nullptr && i < inputs->items.size(); ++i) {
            for (const Trait trait : {Trait::data, Trait::mask, Trait::pattern}) {
                const YamlValue* read = inputs->items[i].find(traitName(trait));
                if (read != nullptr && read->scalar == child) readers.push_back({name, i, trait});
            }
        }
    }
    return readers;
}

/// A free place to the left of a node; nothing if the node has no place.
std::optional<CanvasPoint> placeBefore(const DesignEdit& edit, const std::string& node) {
    std::optional<CanvasPoint> place = edit.place(node);
    if (!place) return {};
    place->x -= columnWidth;
    const std::vector<std::string> names = edit.nodeNames();
    const auto covered = [&](const std::string& name) {
        const auto other = edit.place(name);
        return other && std::fabs(other->x - place->x) < columnWidth &&
               std::fabs(other->y - place->y) < rowDistance;
    };
    while (std::any_of(names.begin(), names.end(), covered))
        place->y += rowDistance;
    return place;
}

/// The factor that enlarges a picture; nothing if it keeps its size.
std::optional<double> fittingTimes(const Document& document, const QString& picture) {
    const Design& design = *document.design();
    const DesignNode* node = document.node(picture);
    if (document.scope().open() || !design.root || node == nullptr || node->operation == nullptr ||
        !showsPicture(node->kind->description.name))
        return {};
    const std::optional<Size>& surface = design.nodes[*design.root].size;
    const Extent own = node->operation->extent({});
    if (!surface || !own.bounded() || own.empty()) return {};
    const double times =
        std::min(static_cast<double>(surface->width) / static_cast<double>(own.rect().width),
                 static_cast<double>(surface->height) / static_cast<double>(own.rect().height));
    return times >= 1 && times <= mostTimes ? std::nullopt : std::optional(times);
}

/// Puts a transform between a bounded node and its parents, unless it is repeated.
/// \return its name; empty if there is none
std::string resize(DesignEdit& edit, const Document& document, const QString& node, const Vector& times) {
    const std::string name = node.toStdString();
    const Rect own = document.node(node)->operation->extent({}).rect();
    const auto sideOf = [&](std::int64_t pixels, double by) {
        return writtenLength(std::max(1.0, std::round(by * static_cast<double>(pixels))), "1 mm",
                             document.design()->pixelUm);
    };
    const std::vector<std::string> sides = {sideOf(own.width, times.x), sideOf(own.height, times.y)};
    const std::vector<Reader> readers = readersOf(edit, name);
    const auto repeats = [](const Reader& reader) { return reader.trait == Trait::pattern; };
    if (std::any_of(readers.begin(), readers.end(), repeats)) return {};
    const auto place = edit.place(name);
    const auto before = placeBefore(edit, name);
    const std::string added = edit.addNode(edit.freeName(name + " size"), "transform");
    edit.setValue(added, "size", yamlList(sides));
    if (times.x < 1) edit.setValue(added, "interpolation", yamlScalar("area"));
    edit.link(added, Trait::data, name);
    for (const Reader& reader : readers)
        edit.relink(reader.node, reader.entry, reader.trait, added);
    if (place) edit.setPlace(added, *place);
    if (before) edit.setPlace(name, *before);
    return added;
}

/// The full depth in um; 0 if the surface does not state it.
double fullDepthOf(const Design& design) {
    if (!design.root) return 0;
    const auto* root = dynamic_cast<const OperationOf<Root>*>(design.nodes[*design.root].operation.get());
    return root == nullptr ? 0 : root->node().fullDepthUm;
}

}  // namespace

QString nameFile(Workbench workbench, const QString& what, const QString& node, const std::string& key,
                 const YamlValue& value) {
    Document& document = workbench.document;
    const std::string name = node.toStdString();
    const YamlValue* body = document.nodeText(node);
    const std::string kind(kindOf(body));
    const YamlValue* before = body == nullptr ? nullptr : body->find(key);
    const bool first = before == nullptr || before->scalar.empty();
    const int gesture = document.newGesture();
    const QString why = document.edit(
        what,
        [&](DesignEdit& edit) {
            const KindDescription* other =
                showsPicture(kind) ? kindFor(document, kind, key, value.scalar) : nullptr;
            if (other != nullptr) setKind(edit, name, *other);
            edit.setValue(name, key, value);
        },
        gesture);
    if (!why.isEmpty() || !first) return why;
    const QString picture = fitPicture(document, what, node, gesture);
    const QString fitted = picture.isEmpty() ? fitScan(document, what, node, gesture) : picture;
    if (!fitted.isEmpty()) workbench.selection.select({fitted});
    return why;
}

QString fitPicture(Document& document, const QString& what, const QString& picture, int gesture) {
    const std::optional<double> times = fittingTimes(document, picture);
    if (!times) return {};
    std::string added;
    document.edit(
        what,
        [&](DesignEdit& edit) {
            added = resize(edit, document, picture, {*times, *times});
        },
        gesture);
    return QString::fromStdString(added);
}

QString fitScan(Document& document, const QString& what, const QString& scan, int gesture) {
    const Design& design = *document.design();
    const DesignNode* node = document.node(scan);
    const auto* operation =
        node == nullptr ? nullptr : dynamic_cast<const OperationOf<MeasuredScan>*>(node->operation.get());
    if (operation == nullptr || document.scope().open()) return {};
    const MeasuredScan& read = operation->node();
    const Vector times{read.pitchUm.x / design.pixelUm, read.pitchUm.y / design.pixelUm};
    const double depthUm = fullDepthOf(design);
    std::string added;
    document.edit(
        what,
        [&](DesignEdit& edit) {
            added.clear();
            // A large file, whose heights are not known yet, keeps its own depth.
            if (depthUm > 0 && !read.parameters.bottomUm && read.depths.made()) {
                const double top = read.parameters.topUm.value_or(read.depths.value().highestUm);
                edit.setValue(scan.toStdString(), "bottom",
                              yamlScalar(numberText(std::round((top - depthUm) * 1e6) / 1e6) + " um"));
            }
            if (std::abs(times.x - 1) > 1e-3 || std::abs(times.y - 1) > 1e-3)
                added = resize(edit, document, scan, times);
        },
        gesture);
    return QString::fromStdString(added);
}

void placeMiddle(Document& document, const QString& what, const QString& node, Point middle, int gesture) {
    const Design& design = *document.design();
    if (document.scope().open() || !design.root) return;
    const QString surface = QString::fromStdString(design.nodes[*design.root].name);
    for (const DesignNode& reader : design.nodes) {
        for (const DesignLink& link : reader.links) {
            if (link.childName != node.toStdString() || link.trait == Trait::pattern) continue;
            const QString name = QString::fromStdString(reader.name);
            const std::optional<Point> origin = offsetWithin(design, name, surface);
            if (!origin) continue;
            const auto offset = offsetAround(design, name, link.entry, middle - *origin);
            if (!offset) continue;
            const std::string like = surfaceWidth(design);
            const auto text = [&](std::int64_t pixels) {
                return writtenLength(static_cast<double>(pixels), like, design.pixelUm);
            };
            const std::vector<std::string> both = {text(offset->x), text(offset->y)};
            const auto move = [entry = link.entry, &both, reader = reader.name](DesignEdit& edit) {
                edit.setOffset(reader, entry, yamlList(both));
            };
            document.edit(what, move, gesture);
            return;
        }
    }
}

}  // namespace burin::ui
