// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of the graph: free positions for new things, nodes for files, and the clipboard.

#include "core/base/cancelled.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/graph/adding/start_values.hpp"
#include "ui/graph/graph_edits.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/named_file.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/threads/off_thread.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

namespace burin::ui {

namespace {

constexpr qreal pasteStep = 24;
constexpr qreal margin = 12;      ///< between a new node and everything else
constexpr qreal searchStep = 24;  ///< the step of the search for free space

QSizeF nodeSize() {
    return {metrics::nodeWidth, metrics::nodeHeight(metrics::rowsInBody)};
}

/// A file as nodes name it: relative to the design, unless the file is far from the design.
YamlValue namedFrom(const DesignFolders& folders, const QString& file) {
    const std::filesystem::path absolute = pathOf(QFileInfo(file).absoluteFilePath());
    const std::string relative = folders.nameOf(absolute).generic_string();
    return yamlScalar(relative.starts_with("../..") ? absolute.generic_string() : relative, true);
}

/// Parses a text from anywhere. Long texts take seconds, so another thread does it, see offThread().
/// \throws Cancelled if `notice` stops it
std::variant<YamlValue, Diagnostic> parsedText(const QString& text, SlowNotice* notice) {
    return offThread(
        [&text](const std::stop_token& stop) {
            auto result = parseYaml(text.toStdString(), stop);
            if (stop.stop_requested()) throw Cancelled();
            return result;
        },
        notice);
}

/// The names of the nodes in a fragment.
QStringList nodesOf(const YamlValue& fragment) {
    QStringList names;
    if (const YamlValue* nodes = fragment.find("nodes")) {
        for (const YamlEntry& node : nodes->entries)
            names << QString::fromStdString(node.key.scalar);
    }
    return names;
}

/// Changes the paths so that they name the same files in a design with these folders. The edit only knows the
/// folder of a linked design's target.
void moveFragment(YamlValue& fragment, std::span<const Kind> kinds, const DesignFolders& folders) {
    const YamlValue* from = fragment.find("folder");
    if (from == nullptr || folders.folder == folders.target) return;
    moveFiles(fragment, kinds, std::filesystem::path(from->scalar), folders);
    valueAt(fragment, "folder") = yamlScalar(folders.target.string());
}

}  // namespace

/// A free position, a little below and to the right of the wanted one if that is taken.
QPointF GraphEdits::freePlace(QPointF wanted) const {
    QPointF place = metrics::snapped(wanted);
    const auto taken = [&] {
        return std::any_of(scene_.nodes().begin(), scene_.nodes().end(), [&](const NodeItem* node) {
            const QPointF away = node->pos() - place;
            return std::max(std::abs(away.x()), std::abs(away.y())) < 2 * metrics::snap;
        });
    };
    while (taken())
        place += QPointF(pasteStep, pasteStep);
    return place;
}

QPointF GraphEdits::clearPlace(QPointF wanted, QSizeF size, const CanvasRoom& room) const {
    const QPointF first = metrics::snapped(wanted);
    const auto onNode = [&](QPointF place) -> const NodeItem* {
        const QRectF rect = QRectF(place, size).adjusted(-margin, -margin, margin, margin);
        const auto found =
            std::find_if(scene_.nodes().begin(), scene_.nodes().end(),
                         [&](const NodeItem* node) { return node->sceneBody().intersects(rect); });
        return found == scene_.nodes().end() ? nullptr : *found;
    };
    const auto covered = [&](QPointF place) {
        return std::any_of(room.covered.begin(), room.covered.end(),
                           [&](const QRectF& cover) { return cover.intersects(QRectF(place, size)); });
    };
    const QRectF inside =
        room.shown.adjusted(margin, margin, -margin - size.width(), -margin - size.height());
    QPointF best = first;
    qreal least = std::numeric_limits<qreal>::infinity();
    const auto meet = [&](QPointF place) {
        const qreal away = QLineF(first, place).length();
        if (away >= least || covered(place) || onNode(place) != nullptr) return;
        least = away;
        best = place;
    };
    if (room.shown.isNull() || inside.contains(first)) meet(first);
    if (inside.isValid() && !room.shown.isNull() && least > 0) {
        for (qreal y = inside.top(); y <= inside.bottom(); y += searchStep) {
            for (qreal x = inside.left(); x <= inside.right(); x += searchStep)
                meet(metrics::snapped(QPointF(x, y)));
        }
    }
    if (least < std::numeric_limits<qreal>::infinity()) return best;
    // This place is taken by visible nodes: try below them.
    while (const NodeItem* node = onNode(best))
        best.setY(std::ceil((node->sceneBody().bottom() + pasteStep) / metrics::snap) * metrics::snap);
    return best;
}

// Files

QStringList GraphEdits::unnamed(const QStringList& files) const {
    const DesignFolders folders = DesignFolders::of(pathOf(document().file()));
    QStringList left;
    for (const QString& file : files) {
        const QString named = QString::fromStdString(namedFrom(folders, file).scalar);
        if (!canBeNamed(QFileInfo(file).absoluteFilePath(), named)) left << file;
    }
    return left;
}

QStringList GraphEdits::addFiles(const QStringList& files, QPointF place, const NewLink& link,
                                 std::optional<Point> middle) {
    QStringList added;
    const DesignFolders folders = DesignFolders::of(pathOf(document().file()));
    const QString what = files.size() == 1 ? tr("Add %1").arg(QFileInfo(files.first()).fileName())
                                           : tr("Add %n files", nullptr, static_cast<int>(files.size()));
    const int gesture = document().newGesture();
    const auto add = [&](DesignEdit& change) {
        added.clear();
        scene_.keepPlaces(change);
        for (const QString& file : files) {
            const KindDescription& kind = findKind(kindReading(file).value_or("image"))->description;
            const bool font = kind.files.what == FilesRead::What::font;
            const std::string wanted = font ? textOf(kind.title).toLower().toStdString() : nodeNameOf(file);
            const std::string name = change.freeName(wanted);
            change.addNode(name, kind.name);
            if (font) giveStartValues(change, name, kind, false);
            if (font) giveUnits(change, name, kind);
            change.setValue(name, kind.files.parameter, namedFrom(folders, file));
            if (added.isEmpty()) linkNew(change, name, kind, link);
            const qreal below = metrics::rowDistance * static_cast<qreal>(added.size());
            change.setPlace(name, canvasPoint(freePlace(place + QPointF(0, below))));
            added << QString::fromStdString(name);
        }
    };
    edit(what, add, gesture);
    QStringList shown;
    for (const QString& name : added) {
        QString fitted = fitPicture(document(), what, name, gesture);
        if (fitted.isEmpty()) fitted = fitScan(document(), what, name, gesture);
        shown << (fitted.isEmpty() ? name : fitted);
    }
    if (middle && !shown.isEmpty()) placeMiddle(document(), what, shown.first(), *middle, gesture);
    workbench_.selection.select(shown);
    return added;
}

bool GraphEdits::giveFont(const QString& node, const QString& file) {
    const DesignNode* text = document().node(node);
    const Kind* reader = findKind(kindReading(file).value_or(""));
    if (!unnamed({file}).isEmpty()) return false;
    if (text == nullptr || text->kind == nullptr || reader == nullptr) return false;
    const KindDescription& kind = reader->description;
    if (kind.files.what != FilesRead::What::font || text->kind->description.name != kind.name) return false;
    const DesignFolders folders = DesignFolders::of(pathOf(document().file()));
    edit(tr("Font of %1: %2").arg(shownName(node), QFileInfo(file).fileName()), [&](DesignEdit& change) {
        change.setValue(node.toStdString(), kind.files.parameter, namedFrom(folders, file));
        change.setValue(node.toStdString(), "index", {});  // the index belongs to another collection of fonts
    });
    workbench_.selection.select({node});
    return true;
}

// The clipboard

QString GraphEdits::fragment(const QStringList& names) const {
    YamlValue design = document().design()->document;
    const DesignFolders folders = DesignFolders::of(pathOf(document().file()));
    if (folders.target != folders.folder) moveFiles(design, document().kinds(), folders, folders.target);
    DesignEdit change(std::move(design), document().scope().group().toStdString());
    scene_.keepPlaces(change);
    return QString::fromStdString(change.fragment(standardTexts(names), folders.target));
}

void GraphEdits::copy(const QStringList& chosen) const {
    const QStringList names = withoutBlocks(chosen);
    if (!names.isEmpty()) QGuiApplication::clipboard()->setText(fragment(names));
}

void GraphEdits::cut(const QStringList& chosen) {
    const QStringList names = withoutBlocks(chosen);
    if (names.isEmpty()) return;
    copy(names);
    edit(tr("Cut %1").arg(countText(names)), [&](DesignEdit& change) {
        scene_.keepPlaces(change);
        removeHealing(change, names);
    });
    workbench_.selection.select({});
}

GraphEdits::Pasted GraphEdits::paste(const QString& text, std::optional<QPointF> place,
                                     const CanvasRoom& room, const QString& what) {
    static_assert(largestDesign == 67'108'864, "the words name the limit");
    if (text.size() > static_cast<qsizetype>(largestDesign))
        return {.leftOut = tr("The copied text is larger than 64 MiB, so it was not pasted."), .pitch = {}};
    const Pasted nothing{.leftOut = tr("The clipboard has no nodes to paste."), .pitch = {}};
    if (!text.contains("burin-fragment")) return nothing;
    std::variant<YamlValue, Diagnostic> parsed;
    try {
        parsed = parsedText(text, document().slowNotice());
    } catch (const Cancelled&) {
        return {};
    }
    if (const auto* problem = std::get_if<Diagnostic>(&parsed))
        return {.leftOut = tr("The copied text was not pasted. Line %1, column %2: %3")
                               .arg(QString::number(problem->mark.line),
                                    QString::number(problem->mark.column), problemText(*problem)),
                .pitch = {}};
    auto& fragment = std::get<YamlValue>(parsed);
    if (fragment.find("burin-fragment") == nullptr) return nothing;
    if (document().scope().open() && textUnder(fragment, "formulas") == "false") {
        return {.leftOut = tr("A text in the copied nodes begins with =. In a group that is a formula. "
                              "Change the text before you copy them."),
                .pitch = {}};
    }
    QStringList pasted;
    const QStringList wanted = nodesOf(fragment);
    moveFragment(fragment, document().kinds(), DesignFolders::of(pathOf(document().file())));
    edit(what.arg(countText(wanted)), [&](DesignEdit& change) {
        const std::vector<std::string> names = change.paste(fragment, {}, pathOf(document().folder()));
        pasted.clear();
        if (names.empty()) return;
        scene_.keepPlaces(change);
        QHash<QString, QPointF> where;
        QRectF all;
        for (std::size_t i = 0; i < names.size(); ++i) {
            // A fragment from a text editor may have no positions.
            const auto known = change.place(names[i]);
            const qreal row = metrics::rowDistance * static_cast<qreal>(i);
            const QPointF at = known ? QPointF(known->x, known->y) : QPointF(0, row);
            where.insert(QString::fromStdString(names[i]), at);
            all |= QRectF(at, nodeSize());
        }
        const QPointF beside = all.topLeft() + QPointF(pasteStep, pasteStep);
        QPointF corner = place.value_or(beside);
        // Nodes copied from elsewhere are pasted into the visible part.
        if (!place && !room.shown.isNull() && !room.shown.intersects(QRectF(beside, all.size())))
            corner = room.shown.center() - QPointF(all.width(), all.height()) / 2;
        const QPointF by = clearPlace(corner, all.size(), room) - all.topLeft();
        for (const std::string& name : names)
            change.setPlace(name, canvasPoint(where[QString::fromStdString(name)] + by));
        for (const std::string& name : names)
            pasted << QString::fromStdString(name);
    });
    Pasted said;
    if (!pasted.isEmpty()) {
        workbench_.selection.select(pasted);
        said.pitch = pitchNotice(fragment, document().design()->pixelUm, document().kinds());
    }
    if (pasted.size() == wanted.size()) return said;
    said.leftOut =
        document().scope().open()
            ? tr("A group can contain neither a surface nor itself, so some of the nodes were left out.")
            : tr("The copied surface was left out: a design can have only one.");
    return said;
}

}  // namespace burin::ui
