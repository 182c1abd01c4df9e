// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/byte_evaluator.hpp"

#include "core/kernels/byte_kernels.hpp"
#include "core/kinds/filter/convolution.hpp"
#include "core/kinds/filter/median.hpp"
#include "core/kinds/root.hpp"
#include "core/kinds/source/image.hpp"
#include "core/kinds/source/tiff.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

namespace burin {

namespace {

using Levels = std::array<std::uint8_t, 256>;

template <class Kind>
const Kind* nodeOf(const Operation& operation) {
    const auto* found = dynamic_cast<const OperationOf<Kind>*>(&operation);
    return found == nullptr ? nullptr : &found->node();
}

/// k / 255, divided as the format page says.
float sampleOf(int level) {
    return static_cast<float>(level) / 255.0F;
}

std::uint8_t levelOf(float sample) {
    return static_cast<std::uint8_t>(sample * 255.0F + 0.5F);
}

/// The box convolution of a node whose sums of integers k round to the same levels as its float result does
/// in a root; else null.
///
/// With N = rows * columns odd, S / N is at least 1 / (2 N) away from the middle between two levels, which is
/// 0.00052 for 31 x 31. The floats of BoxConvolution are rounded at most 20 times on the way to a level: once
/// for k / 255, 8 times on each axis, and for the weight, its product and the product with 255. Their error
/// is below 255 * 20 * 2^-24 < 0.00031.
const BoxConvolution* meanOf(const Operation& operation) {
    constexpr int mostSide = 31;
    const Convolution* convolution = nodeOf<Convolution>(operation);
    if (convolution == nullptr || convolution->radiusX > mostSide / 2 || convolution->radiusY > mostSide / 2)
        return nullptr;
    const Convolution::Way& way = convolution->way.value();
    const auto* box = dynamic_cast<const BoxConvolution*>(way.method.get());
    if (box == nullptr || way.exponent != 0) return nullptr;
    return box->weight() == static_cast<float>(1.0 / (box->rows() * box->columns())) ? box : nullptr;
}

/// Whether its reductions have a version for bytes.
bool hasTwin(const GraphNode& node) {
    const Operation& operation = *node.operation;
    if (nodeOf<Tiff>(operation) != nullptr || nodeOf<Image>(operation) != nullptr) return node.bits == 8;
    if (masked(node.links)) return false;
    if (const Median* median = nodeOf<Median>(operation)) return median->radius == 1;
    const Root* root = nodeOf<Root>(operation);
    return root != nullptr && root->background >= 0 && root->background <= 1 &&
           sampleOf(levelOf(root->background)) == root->background;
}

/// The value that a root writes for each level.
Levels levelsOf(const Root& root) {
    std::array<float, 256> samples{};
    for (std::size_t k = 0; k < samples.size(); ++k)
        samples[k] = sampleOf(static_cast<int>(k));
    Levels levels{};
    root.pack(samples.data(), {0, 0}, reinterpret_cast<std::byte*>(levels.data()), 256);
    return levels;
}

bool isIdentity(const Levels& levels) {
    for (std::size_t k = 0; k < levels.size(); ++k) {
        if (levels[k] != k) return false;
    }
    return true;
}

/// Whether a root only rounds the samples of its first child wherever no other child lies.
bool roundsFirst(const Root& root) {
    const bool bent = root.invert || root.materialCurve || root.machineCurve;
    return root.background == 0 && !bent && isIdentity(levelsOf(root));
}

/// The part of a parent's area that a link's child covers.
Rect coveredBy(const LinkShape& link, const Rect& area) {
    return link.support.translated(link.at).clip(area);
}

void fill(const BytesView& view, std::uint8_t level) {
    for (std::int64_t y = 0; y < view.height; ++y)
        std::memset(view.row(y), level, static_cast<std::size_t>(view.width));
}

}  // namespace

bool ByteEvaluator::takes(const Graph& graph) {
    const std::size_t top = graph.nodes.size() - 1;
    const GraphNode& last = graph.nodes[top];
    const Root* root = nodeOf<Root>(*last.operation);
    const bool rounds = root != nullptr && !last.children.empty() && roundsFirst(*root);
    for (std::size_t i = 0; i <= top; ++i) {
        const GraphNode& node = graph.nodes[i];
        if (i != top && node.residence != Residence::inlined) return false;
        const bool rounded = rounds && i == last.children[0];
        const bool isMean = rounded && !masked(node.links) && meanOf(*node.operation) != nullptr;
        if (!isMean && !hasTwin(node)) return false;
    }
    return true;
}

void ByteEvaluator::write(const PackedTarget& target, const Rect& area, const Rect& part) {
    std::byte* const first =
        target.out() + static_cast<std::size_t>(part.y - area.y) * target.stride + (part.x - area.x);
    const BytesView out{reinterpret_cast<std::uint8_t*>(first), static_cast<std::ptrdiff_t>(target.stride),
                        part.width, part.height};
    read(graph_.nodes.size() - 1, part, out);
    const Levels levels = levelsOf(*target.root);
    if (isIdentity(levels)) return;
    for (std::int64_t y = 0; y < out.height; ++y) {
        std::uint8_t* const row = out.row(y);
        for (std::int64_t x = 0; x < out.width; ++x)
            row[x] = levels[row[x]];
    }
}

void ByteEvaluator::read(std::size_t index, const Rect& area, const BytesView& out) {
    const Rect inside = graph_.nodes[index].support.clip(area);
    if (inside != area) fill(out, 0);
    if (inside.empty()) return;
    compute(index, inside, out.part(inside.x - area.x, inside.y - area.y, inside.width, inside.height));
}

void ByteEvaluator::compute(std::size_t index, const Rect& area, const BytesView& out) {
    if (stop_.stop_requested()) throw Cancelled();
    const auto started = std::chrono::steady_clock::now();
    const GraphNode& node = graph_.nodes[index];
    const Arena::Frame frame(arena_);
    if (const Tiff* tiff = nodeOf<Tiff>(*node.operation)) {
        tiff->reader->read(area, out);
    } else if (const Image* image = nodeOf<Image>(*node.operation)) {
        image->decoded->read(area, out);
    } else if (const Median* median = nodeOf<Median>(*node.operation)) {
        const BytesView source = fetched(node.children[0], median->neighbourhood(node.links[0], area));
        for (std::int64_t y = 0; y < out.height; ++y) {
            const std::array<const std::uint8_t*, 3> rows = {source.row(y), source.row(y + 1),
                                                             source.row(y + 2)};
            byteKernels().median3(rows.data(), out.row(y), out.width);
        }
    } else if (nodeOf<Convolution>(*node.operation) != nullptr) {
        computeMeans(node, area, out);
    } else {
        computeRoot(node, area, out);
    }
    if (counters_ == nullptr) return;
    const std::chrono::nanoseconds spent = std::chrono::steady_clock::now() - started;
    (*counters_)[index].samples += static_cast<std::uint64_t>(area.area());
    (*counters_)[index].nanoseconds += static_cast<std::uint64_t>(spent.count());
}

void ByteEvaluator::computeMeans(const GraphNode& node, const Rect& area, const BytesView& out) {
    const Convolution& convolution = *nodeOf<Convolution>(*node.operation);
    const BoxConvolution& box = *meanOf(*node.operation);
    const BytesView source = fetched(node.children[0], convolution.wanted(node.links[0], area));
    const ByteKernels& kernels = byteKernels();
    const auto sums = arena_.array<std::uint16_t>(static_cast<std::size_t>(source.width));
    std::fill_n(sums, source.width, std::uint16_t{0});
    for (std::int64_t y = 0; y + 1 < box.rows(); ++y)
        kernels.addRow(sums, source.row(y), source.width);
    for (std::int64_t y = 0; y < out.height; ++y) {
        const std::uint8_t* const entering = source.row(y + box.rows() - 1);
        if (y == 0) {
            kernels.addRow(sums, entering, source.width);
        } else {
            kernels.slideRows(sums, entering, source.row(y - 1), source.width);
        }
        kernels.boxMeans(sums, box.rows(), box.columns(), box.weight(), out.row(y), out.width);
    }
}

void ByteEvaluator::computeRoot(const GraphNode& node, const Rect& area, const BytesView& out) {
    const std::uint8_t background = levelOf(nodeOf<Root>(*node.operation)->background);
    std::size_t next = 0;
    // The background is 0, so the first child's samples replace it unchanged.
    const Rect first = node.links.empty() ? Rect{} : coveredBy(node.links[0], area);
    if (background != 0 || first != area) fill(out, background);
    if (background == 0 && !first.empty()) {
        read(node.children[0], first.translated(-node.links[0].at),
             out.part(first.x - area.x, first.y - area.y, first.width, first.height));
        next = 1;
    }
    for (; next < node.links.size(); ++next) {
        const LinkShape& link = node.links[next];
        const Rect covered = coveredBy(link, area);
        if (covered.empty()) continue;
        const Arena::Frame frame(arena_);
        const BytesView child = fetched(node.children[next], {covered.translated(-link.at), Edge::empty});
        const BytesView value =
            out.part(covered.x - area.x, covered.y - area.y, covered.width, covered.height);
        for (std::int64_t y = 0; y < value.height; ++y)
            byteKernels().over(value.row(y), child.row(y), value.width);
    }
}

BytesView ByteEvaluator::allocated(const Rect& area) {
    std::byte* const memory = arena_.allocate(static_cast<std::size_t>(area.area()));
    return {reinterpret_cast<std::uint8_t*>(memory), area.width, area.width, area.height};
}

BytesView ByteEvaluator::fetched(std::size_t child, const Fetch& fetch) {
    const Extent& extent = graph_.nodes[child].extent;
    const BytesView out = allocated(fetch.area);
    if (!continuesEdge(fetch, extent)) {
        read(child, fetch.area, out);
        return out;
    }
    forEachPiece(fetch, extent.rect(), [&](const Rect& piece) {
        const Arena::Frame frame(arena_);
        const BytesView source = allocated(piece);
        read(child, piece, source);
        spreadPiece(fetch, extent.rect(), piece, source, out);
    });
    return out;
}

}  // namespace burin
