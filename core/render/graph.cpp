// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/graph.hpp"

#include "core/design/roller.hpp"
#include "core/images/content_hash.hpp"
#include "core/images/file_content.hpp"
#include "core/images/input_file.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/form/passthrough.hpp"
#include "core/render/whole_child.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <unordered_map>
#include <utility>

namespace burin {

namespace {

/// Shorter rows of a cell are stored several times side by side, because longer runs copy faster.
constexpr std::int64_t shortestCellRow = 256;

/// If inlined children reach farther beyond a tile than this fraction of its side, storing tiles pays.
constexpr std::int64_t inlineHaloShare = 8;

/// If a tile reads fewer samples of a child than this fraction of its own, storing the child does not pay.
constexpr std::int64_t sparseShare = 256;
/// Such a child is stored if computing one of its samples takes more nodes than this. A node may be counted
/// several times.
constexpr int mostAlone = 64;

std::uint64_t wordOf(std::string_view hexadecimal) {
    return std::stoull(std::string(hexadecimal), nullptr, 16);
}

/// \param content   identifies the file that the node reads
/// \param digestAt  returns the digest of the node with that index
template <class DigestAt>
std::string digestOf(const GraphNode& node, const std::string& content, const DigestAt& digestAt) {
    Hasher hasher;
    hasher.add(node.operation->fingerprint());
    if (!content.empty()) hasher.add("\nfile " + content);
    if (node.sized) {
        hasher.add("\nsize " + std::to_string(node.sized->width) + " " + std::to_string(node.sized->height));
    }
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const LinkShape& link = node.links[i];
        hasher.add("\n" + std::string(traitName(link.trait)) + " " + std::to_string(link.at.x) + " " +
                   std::to_string(link.at.y) + " " + digestAt(node.children[i]));
    }
    return hasher.hex();
}

/// A remark with its node in front of its subject.
Problem ofNode(Problem remark, const std::string& node) {
    remark.subject = node + (remark.subject.empty() ? "" : ": " + remark.subject);
    return remark;
}

/// Binds the nodes of a closure, children first.
class Binder {
  public:
    Binder(const Design& design, const GraphOptions& options) : design_(design), options_(options) {
        result_.graph.emplace();
        result_.graph->tileSide = options.tileSide;
        result_.graph->pixelUm = design.pixelUm;
        result_.graph->pitchUm = pitchOf(design);
    }

    BoundGraph bind(NodeIndex node) {
        result_.errors = design_.errorsOf(node);
        if (result_.errors.empty()) {
            for (const NodeIndex member : design_.closure(node))
                add(member);
            result_.graph->whyNotOnCards = design_.whyNotOnCards(node);
            if (!result_.graph->whyNotOnCards.empty())
                result_.remarks.push_back({.reason = result_.graph->whyNotOnCards});
        }
        if (!result_.errors.empty()) {
            result_.graph.reset();
        } else {
            chooseResidences();
        }
        return std::move(result_);
    }

  private:
    void add(NodeIndex index) {
        if (options_.stop.stop_requested()) throw Cancelled();
        const DesignNode& from = design_.nodes[index];
        GraphNode node;
        node.name = from.name;
        node.operation = from.operation;
        Extent own = from.size ? Extent(Rect{0, 0, from.size->width, from.size->height}) : Extent();
        if (from.muted) {
            mute(from, node);
        } else {
            node.files = from.files;
            for (const DesignLink& link : from.links)
                addLink(link, node);
            if (node.operation->dataBeforeMasks()) dataFirst(node);
        }
        auto problem = node.operation->complaint(node.links);
        if (!problem && options_.everyItem) problem = node.operation->itemProblem(itemCheckOf(from.name));
        if (problem) {
            result_.errors.push_back({Severity::error, design_.file.string(),
                                      markOf(from, problem->parameter), from.name, problem->parameter,
                                      std::move(problem->problem)});
            node.extent = node.support = Extent(Rect{});  // so that its parents report no further problem
        } else {
            if (from.muted || !own.bounded()) own = intersection(own, node.operation->extent(node.links));
            node.extent = own;
            node.support = intersection(own, node.operation->support(node.links, own));
            if (node.operation->holdsChild()) node.operation = node.operation->holding(childOf(node));
            findPeriod(node);
            findBits(node);
            for (Problem& remark : node.operation->remarks(node.links))
                result_.remarks.push_back(ofNode(std::move(remark), node.name));
        }
        hash(from, node);
        places_[index] = result_.graph->nodes.size();
        result_.graph->nodes.push_back(std::move(node));
    }

    [[nodiscard]] ItemCheck itemCheckOf(const std::string& name) const {
        ItemCheck check{options_.stop};
        if (options_.itemProgress)
            check.progress = [this, &name](std::int64_t done, std::int64_t all) {
                options_.itemProgress(name, done, all);
            };
        return check;
    }

    /// The place of the parameter in the file, or the node's own place if the parameter is not there.
    [[nodiscard]] SourceMark markOf(const DesignNode& node, std::string_view parameter) const {
        if (parameter == "inputs") return node.links.front().mark;
        const YamlValue* value = design_.document.find("nodes");
        if (value != nullptr) value = value->find(node.name);
        if (value != nullptr) value = value->find(parameter);
        return value == nullptr ? node.mark : value->mark;
    }

    void addLink(const DesignLink& link, GraphNode& node) {
        const GraphNode& child = result_.graph->nodes[places_.at(*link.child)];
        node.links.push_back({link.trait, link.at, child.extent, child.support});
        node.children.push_back(places_.at(*link.child));
    }

    /// The first child as a whole. Its graph is a copy, because this one is not complete yet.
    [[nodiscard]] WholeChild childOf(const GraphNode& node) const {
        auto part = std::make_shared<Graph>();
        part->tileSide = options_.tileSide;
        part->pixelUm = design_.pixelUm;
        part->pitchUm = pitchOf(design_);
        const auto end = static_cast<std::ptrdiff_t>(node.children.front()) + 1;
        part->nodes.assign(result_.graph->nodes.begin(), result_.graph->nodes.begin() + end);
        return wholeChild(std::move(part));
    }

    /// A muted node passes on its first data child; if it has none, its first pattern child; otherwise it is
    /// empty.
    void mute(const DesignNode& from, GraphNode& node) {
        node.operation = std::make_shared<OperationOf<Passthrough>>(Passthrough{});
        for (const Trait wanted : {Trait::data, Trait::pattern}) {
            for (const DesignLink& link : from.links) {
                if (link.trait == wanted && node.links.empty()) {
                    addLink(link, node);
                    node.links.back().trait = Trait::data;
                }
            }
        }
    }

    static void dataFirst(GraphNode& node) {
        std::vector<LinkShape> links;
        std::vector<std::size_t> children;
        for (const bool data : {true, false}) {
            for (std::size_t i = 0; i < node.links.size(); ++i) {
                if ((node.links[i].trait == Trait::data) != data) continue;
                links.push_back(node.links[i]);
                children.push_back(node.children[i]);
            }
        }
        node.links = std::move(links);
        node.children = std::move(children);
    }

    void findBits(GraphNode& node) const {
        std::vector<int> children;
        for (const std::size_t child : node.children)
            children.push_back(result_.graph->nodes[child].bits);
        node.bits = node.operation->bits(children);
    }

    void findPeriod(GraphNode& node) const {
        std::optional<Lattice> children = Lattice{1, 1, 0};
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            const GraphNode& child = result_.graph->nodes[node.children[i]];
            node.provisional = node.provisional || child.provisional;
            // A child that is read in no fixed pattern does not decide where its parent repeats.
            if (!node.operation->halo(node.links, i) || !children) continue;
            children = child.period ? Lattice::common(*children, *child.period) : child.period;
        }
        if (node.extent.bounded()) return;
        node.period = node.operation->period(node.links, children);
        if (node.period || !options_.provisional) return;
        node.period = node.operation->nearPeriod(node.links, children);
        node.provisional = node.provisional || node.period;
    }

    void hash(const DesignNode& from, GraphNode& node) const {
        node.sized = from.size;
        const FileContent* const content = node.operation->content();
        node.digest = digestOf(node, content == nullptr ? "" : content->identity(),
                               [this](std::size_t child) { return result_.graph->nodes[child].digest; });
        node.hash.words = {wordOf(std::string_view(node.digest).substr(0, 16)),
                           wordOf(std::string_view(node.digest).substr(16, 16))};
    }

    /// For each node the first one that equals it. Equal nodes, such as those of equal instances, have the
    /// same tiles.
    [[nodiscard]] std::vector<std::size_t> firstEquals() const {
        const std::vector<GraphNode>& nodes = result_.graph->nodes;
        std::unordered_map<std::string_view, std::size_t> firsts;
        std::vector<std::size_t> first;
        for (std::size_t n = 0; n < nodes.size(); ++n)
            first.push_back(firsts.emplace(nodes[n].digest, n).first->second);
        return first;
    }

    /// How the samples of a node are read. Equal nodes count as one.
    struct Reads {
        int links = 0;          ///< that read them
        int dense = 0;          ///< parents that read most samples
        bool gathered = false;  ///< one of the dense ones reads neighbours
    };
    /// A link is not dense if it reads few samples of a child and single samples of the child are cheap: only
    /// these samples are computed. The links below it are not dense either.
    [[nodiscard]] std::vector<Reads> readsOfNodes() const {
        const std::vector<GraphNode>& nodes = result_.graph->nodes;
        const std::vector<std::size_t> first = firstEquals();
        std::vector<int> alone;
        for (const GraphNode& node : nodes)
            alone.push_back(computedAlone(node, alone));
        std::vector<Reads> reads(nodes.size());
        reads.back().dense = 1;
        // The first of equal nodes comes after all nodes that read one of them.
        for (std::size_t n = nodes.size(); n-- > 0;) {
            for (std::size_t i = 0; first[n] == n && i < nodes[n].children.size(); ++i) {
                const std::size_t child = nodes[n].children[i];
                Reads& of = reads[first[child]];
                ++of.links;
                if (reads[n].dense == 0) continue;
                const bool neighbours = !nodes[n].operation->halo(nodes[n].links, i);
                if (neighbours && alone[child] > 0 && readsFew(nodes[n], i)) continue;
                ++of.dense;
                of.gathered = of.gathered || neighbours;
            }
        }
        for (std::size_t n = 0; n < nodes.size(); ++n)
            reads[n] = reads[first[n]];
        return reads;
    }

    /// Stores a node if it repeats, if several parents read it, or if a parent reads it from a large
    /// neighbourhood. Any other node is inlined.
    void chooseResidences() {
        std::vector<GraphNode>& nodes = result_.graph->nodes;
        const std::vector<Reads> reads = readsOfNodes();
        for (std::size_t n = 0; n + 1 < nodes.size(); ++n) {
            nodes[n].shared = reads[n].links > 1;
            if (fold(nodes[n])) continue;
            if (reads[n].dense > 1 || reads[n].gathered) nodes[n].residence = Residence::tiles;
        }
        // From the top down: how far beyond its stored ancestor's tile each inlined node is computed.
        std::vector<std::int64_t> reach(nodes.size(), 0);
        const std::int64_t limit = std::max<std::int64_t>(1, result_.graph->tileSide / inlineHaloShare);
        for (std::size_t n = nodes.size(); n-- > 0;) {
            for (std::size_t i = 0; i < nodes[n].children.size(); ++i) {
                GraphNode& child = nodes[nodes[n].children[i]];
                if (child.residence != Residence::inlined) continue;
                const std::int64_t far = reach[n] + nodes[n].operation->halo(nodes[n].links, i).value_or(0);
                if (far > limit) {
                    child.residence = Residence::tiles;
                } else {
                    reach[nodes[n].children[i]] = std::max(reach[nodes[n].children[i]], far);
                }
            }
        }
        for (GraphNode& node : nodes) {
            for (std::size_t i = 0; i < node.children.size(); ++i) {
                const GraphNode& child = nodes[node.children[i]];
                const std::int64_t below = child.residence == Residence::inlined ? child.reach : 0;
                const std::int64_t halo = node.operation->halo(node.links, i).value_or(0);
                node.reach = std::max(node.reach, halo + below);
            }
        }
    }

    /// How many nodes are computed for a single sample of the node. 0: more than `mostAlone`, or samples that
    /// are far apart cost much more than those of a tile, because a node reads neighbours, a file, an outline
    /// or a table.
    /// \param before  this result for each node before it
    [[nodiscard]] static int computedAlone(const GraphNode& node, const std::vector<int>& before) {
        const Operation& operation = *node.operation;
        if (operation.content() != nullptr || operation.outline() != nullptr || operation.holdsChild())
            return 0;
        int count = 1;
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            const int below = before[node.children[i]];
            count += below;
            if (below == 0 || count > mostAlone || !operation.pointwise(node.links, i)) return 0;
        }
        return operation.residentBytes() == 0 ? count : 0;
    }

    /// Whether a tile of the node reads few samples of the link's child.
    [[nodiscard]] bool readsFew(const GraphNode& node, std::size_t link) const {
        // places in a tile read the same samples again and again
        if (node.links[link].support.bounded()) return false;
        const std::int64_t side = result_.graph->tileSide;
        const Point corner = node.support.bounded() ? node.support.rect().origin() : Point{};
        std::int64_t samples = 0;
        std::vector<Fetch> fetches;
        for (std::size_t i = 0; i <= link; ++i) {
            fetches.clear();
            node.operation->fetches(node.links, i, {corner.x, corner.y, side, side}, fetches);
            for (const Fetch& fetch : fetches)
                samples += i + fetch.link == link ? fetch.area.area() : 0;
        }
        return samples <= side * side / sparseShare;
    }

    [[nodiscard]] bool fold(GraphNode& node) const {
        if (!node.period || node.support.empty()) return false;
        node.cell = *node.period;
        node.cell.width *=
            std::max<std::int64_t>(1, (shortestCellRow + node.cell.width - 1) / node.cell.width);
        if (node.cell.width > (std::int64_t{1} << 31) / node.cell.height) return false;
        const auto bytes = static_cast<std::size_t>(node.cell.width * node.cell.height) * sizeof(float);
        if (bytes > options_.largestCellBytes) return false;
        node.residence = Residence::cell;
        return true;
    }

    const Design& design_;
    const GraphOptions& options_;
    BoundGraph result_;
    std::unordered_map<NodeIndex, std::size_t> places_;
};

/// Compares the version of a file with the one that an earlier node has read. A file may be replaced after
/// one node has read it and before another one does.
/// \param versions  those that nodes have read so far
/// \throws ImageError if it is another version
template <class Version>
void requireSame(std::map<std::filesystem::path, Version>& versions, const std::filesystem::path& file,
                 const Version& version) {
    if (versions.try_emplace(file, version).first->second != version) refuseAsChanged(file);
}

void requireOneVersionOfBoundFiles(const Graph& graph) {
    std::map<std::filesystem::path, std::string> versions;
    for (const GraphNode& node : graph.nodes) {
        for (const BoundFile& bound : node.files)
            requireSame(versions, bound.file, bound.content);
    }
}

}  // namespace

BoundGraph bindGraph(const Design& design, NodeIndex node, const GraphOptions& options) {
    return Binder(design, options).bind(node);
}

std::string designHash(const Graph& graph, const std::stop_token& stop) {
    requireOneVersionOfBoundFiles(graph);
    std::vector<std::string> digests;
    std::map<std::filesystem::path, ContentHash> versions;
    for (const GraphNode& node : graph.nodes) {
        std::string text;
        if (const FileContent* const content = node.operation->content()) {
            const std::optional<ContentHash> hash = content->hash(stop);
            if (!hash) throw Cancelled();
            text = hash->hex();
            requireSame(versions, content->file().path(), *hash);
        }
        digests.push_back(digestOf(node, text, [&](std::size_t child) { return digests[child]; }));
    }
    return Hasher().add("burin 1\npixel " + canonicalNumber(graph.pixelUm) + "\n").add(digests.back()).hex();
}

void requireOneVersion(const Graph& graph) {
    requireOneVersionOfBoundFiles(graph);
    std::map<std::filesystem::path, FileState> versions;
    for (const GraphNode& node : graph.nodes) {
        const FileContent* const content = node.operation->content();
        if (content == nullptr) continue;
        const InputFile& file = content->file();
        requireSame(versions, file.path(), file.state());
        file.requireSameEarlyReads();
    }
}

std::vector<Problem> remarksOnImages(const Graph& graph) {
    // Remarks on different files may have the same words, so each is kept with its file.
    std::vector<std::pair<std::filesystem::path, Problem>> known;
    std::vector<Problem> all;
    for (const GraphNode& node : graph.nodes) {
        const FileContent* const content = node.operation->content();
        if (content == nullptr) continue;
        for (Problem& remark : node.operation->remarks(node.links)) {
            std::pair one(content->file().path(), std::move(remark));
            if (std::find(known.begin(), known.end(), one) != known.end()) continue;
            all.push_back(ofNode(one.second, node.name));
            known.push_back(std::move(one));
        }
    }
    return all;
}

std::jthread hashAhead(const Design& design, NodeIndex node) {
    std::vector<std::shared_ptr<const Operation>> readers;
    for (const NodeIndex member : design.closure(node)) {
        const std::shared_ptr<const Operation>& operation = design.nodes[member].operation;
        if (operation && operation->content() != nullptr) readers.push_back(operation);
    }
    if (readers.empty()) return {};
    return std::jthread([readers](const std::stop_token& stop) {
        for (const std::shared_ptr<const Operation>& reader : readers) {
            try {
                static_cast<void>(reader->content()->hash(stop));
            } catch (...) {  // the error occurs again when the hash is needed
                return;
            }
        }
    });
}

}  // namespace burin
