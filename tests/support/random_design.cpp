// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_design.hpp"

#include "support/random_expression.hpp"
#include "support/reference.hpp"
#include "support/textures/random_textures.hpp"

#include <cmath>

namespace burin::test {

namespace {

constexpr std::int64_t surfaceSide = 2'000'000;
/// The largest area of a node, in samples: the reference computes each sample separately.
constexpr std::int64_t largestArea = 12'000;

double rounded(double value) {
    return std::round(value * 1000) / 1000;
}

Rect grownBy(const Rect& r, std::int64_t by) {
    return {r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by};
}

bool isFar(const Rect& r) {
    return std::abs(r.x) > 1000 || std::abs(r.y) > 1000;
}

/// Builds a tree from the leaves up. `where` is the area that will be read of a node, in its own frame.
class Builder {
  public:
    Builder(std::uint64_t seed, const DesignOptions& options)
        : random_(seed), options_(options), seed_(seed) {}

    RandomDesign design() {
        RandomDesign result;
        tree_.pixelUm = random_.pick({1.0, 2.5, 0.7});
        TreeNode root;
        RootNode kind;
        kind.depth = random_.pick({16, 16, 16, 16, 16, 16, 8, 1});
        if (random_.chance(0.2)) kind.background = rounded(random_.real(-0.2, 1.2));
        kind.invert = random_.chance(0.2);
        if (random_.chance(0.2)) kind.materialCurve = curve(1, 1);
        if (random_.chance(0.2)) kind.machineCurve = curve(1, 1);
        if (kind.depth == 1) kind.dither = random_.pick<std::string>({"none", "ordered", "blue_noise"});
        Rect region{0, 0, random_.between(1, 60), random_.between(1, 60)};
        root.size = Size{region.width, region.height};
        if (options_.far) {
            root.size = Size{surfaceSide, surfaceSide};
            region.x = surfaceSide - region.width;
            region.y = surfaceSide - region.height;
        } else if (random_.chance(0.3)) {
            root.size = Size{region.width + random_.between(0, 300), region.height + random_.between(0, 300)};
        }
        root.kind = kind;
        const std::int64_t links = random_.between(1, 3);
        for (std::int64_t i = 0; i < links; ++i)
            link(root, TreeTrait::data, region, options_.depth - 1);
        addMasks(root, region, options_.depth - 1, 0);
        add(std::move(root));
        result.tree = std::move(tree_);
        result.region = region;
        return result;
    }

  private:
    std::size_t add(TreeNode node) {
        node.name = kindName(node) + std::to_string(tree_.nodes.size());
        tree_.nodes.push_back(std::move(node));
        return tree_.nodes.size() - 1;
    }

    Points curve(double width, double height) {
        Points points;
        double x = rounded(random_.real(0, 0.3));
        const std::int64_t count = random_.between(2, 5);
        for (std::int64_t i = 0; i < count && x <= 1; ++i) {
            points.push_back({x * width, rounded(random_.real(0, 1)) * height});
            x = rounded(x + random_.real(0.01, 0.35));
        }
        if (points.size() < 2) points.push_back({width, 0.5 * height});
        return points;
    }

    /// Links a new node or sometimes an existing one. The offset moves the area that is read near the child's
    /// origin or anywhere else.
    void link(TreeNode& parent, TreeTrait trait, const Rect& where, int depth, bool bounded = false) {
        TreeLink link{trait, 0, {}};
        const bool small = where.width * where.height <= largestArea;
        if (small && !tree_.nodes.empty() && random_.chance(0.12)) {
            link.child = static_cast<std::size_t>(
                random_.between(0, static_cast<std::int64_t>(tree_.nodes.size()) - 1));
            link.at = {where.x + random_.between(-8, 8), where.y + random_.between(-8, 8)};
        } else {
            if (random_.chance(0.4)) link.at = {random_.between(-12, 12), random_.between(-12, 12)};
            if (isFar(where) && random_.chance(0.6)) {
                link.at = {where.x + random_.between(-12, 12), where.y + random_.between(-12, 12)};
            }
            link.child = node({where.x - link.at.x, where.y - link.at.y, where.width, where.height}, depth);
        }
        if (bounded && !boundsOf(tree_, link.child)) {
            TreeNode around;
            around.kind = UnionNode{};
            around.size =
                Size{std::max<std::int64_t>(1, where.width), std::max<std::int64_t>(1, where.height)};
            around.links.push_back(
                {TreeTrait::data, link.child, {random_.between(-3, 3), random_.between(-3, 3)}});
            link.child = add(std::move(around));
        }
        parent.links.push_back(link);
    }

    /// Inserts up to two masks anywhere in the list after `first`.
    void addMasks(TreeNode& node, const Rect& where, int depth, std::size_t first) {
        while (random_.chance(0.18) && node.links.size() < 6) {
            link(node, TreeTrait::mask, where, std::min(depth, 2));
            const auto place =
                node.links.begin() + random_.between(static_cast<std::int64_t>(first),
                                                     static_cast<std::int64_t>(node.links.size()) - 1);
            std::rotate(place, node.links.end() - 1, node.links.end());
        }
    }

    Size size(const Rect& where) {
        const auto side = [&](std::int64_t from, std::int64_t length) {
            const std::int64_t end = from + length;
            if (end > 1000) return random_.pick({end, end + random_.between(-9, 9), surfaceSide});
            return random_.between(1, std::max<std::int64_t>(4, end + 8));
        };
        return {side(where.x, where.width), side(where.y, where.height)};
    }

    std::size_t node(const Rect& where, int depth) {
        const std::int64_t area = where.width * where.height;
        const bool leaf = depth <= 0 || area > largestArea || tree_.nodes.size() > 24;
        TreeNode made;
        switch (leaf ? random_.between(0, 3) : random_.between(0, 18)) {
            case 0:
            case 1:
                makeMath(made, where, leaf ? 0 : depth);
                break;
            case 2:
            case 3:
                if (random_.chance(0.5) || isFar(where)) {
                    makeMath(made, where, 0);
                } else {
                    made.kind = randomFile(
                        random_, options_.folder,
                        "picture" + std::to_string(seed_) + "_" + std::to_string(tree_.nodes.size()));
                }
                break;
            case 4:
            case 5:
            case 6:
                makeUnion(made, where, depth);
                break;
            case 7:
            case 8:
            case 9:
                makeStitching(made, where, depth);
                break;
            case 10:
                makeProfile(made, where, depth);
                break;
            case 11:
                makeMedian(made, where, depth);
                break;
            case 12:
            case 13:
                makeConvolution(made, where, depth);
                break;
            case 14:
                makeScatter(made, where, depth);
                break;
            case 15:
                made.kind = randomTexture(random_);
                if (made.as<ExampleNode>() != nullptr) linkExample(made);
                addMasks(made, where, depth - 1, made.links.size());
                break;
            case 16:
                made.kind = randomTextureFilter(random_);
                linkNeighbourhood(made, where, reachOfTextureFilter(made), depth - 1);
                for (std::size_t maps = mapsOfTextureFilter(made); maps > 0; --maps)
                    link(made, TreeTrait::data, grownBy(where, 7), std::min(depth - 1, 2));
                addMasks(made, where, depth - 1, made.links.size());
                break;
            default:
                makeTransform(made, where, depth);
        }
        const bool sized = made.as<TransformNode>() == nullptr && made.as<PictureNode>() == nullptr &&
                           made.as<ScanNode>() == nullptr;
        if (sized && !made.size && random_.chance(0.35)) made.size = size(where);
        made.muted = random_.chance(0.05);
        return add(std::move(made));
    }

    void makeMath(TreeNode& made, const Rect& where, int depth) {
        MathNode kind;
        if (random_.chance(0.4)) made.size = size(where);
        std::vector<std::string> places = {"x", "y"};
        std::vector<std::string> samples;
        if (made.size) places.insert(places.end(), {"w", "h"});
        if (random_.chance(0.2)) places.emplace_back("um");
        if (random_.chance(0.3)) {
            kind.parameters = {{"gain", rounded(random_.real(-2, 2))}, {"P_1", rounded(random_.real(0, 1))}};
            samples.emplace_back("P_1");
            places.emplace_back("gain");
        }
        if (depth > 0) {
            const std::int64_t inputs = random_.between(0, 3);
            for (std::int64_t i = 1; i <= inputs; ++i) {
                link(made, TreeTrait::data, where, depth - 1);
                samples.push_back("in" + std::to_string(i));
            }
            addMasks(made, where, depth - 1, 0);
        }
        RandomExpression expression(random_, places, samples);
        const int nesting = static_cast<int>(random_.between(0, 3));
        kind.expression = random_.chance(0.85) ? expression.unit(nesting) : expression.any(nesting);
        made.kind = kind;
    }

    void makeUnion(TreeNode& made, const Rect& where, int depth) {
        made.kind = UnionNode{
            random_.pick<std::string>({"max", "min", "add", "subtract", "multiply", "mean", "over"})};
        const std::int64_t links = random_.between(random_.chance(0.05) ? 0 : 1, 3);
        for (std::int64_t i = 0; i < links; ++i)
            link(made, TreeTrait::data, where, depth - 1);
        addMasks(made, where, depth - 1, 0);
    }

    void makeStitching(TreeNode& made, const Rect& where, int depth) {
        StitchingNode kind;
        const Rect wanted{0, 0, random_.between(1, 24), random_.between(1, 24)};
        link(made, TreeTrait::pattern, wanted, depth - 1, true);
        if (random_.chance(0.4))
            made.links[0].at = {where.x + random_.between(-5, 5), random_.between(-5, 5)};
        kind.blend = random_.pick<std::string>({"over", "mean", "add", "max", "min"});
        if (random_.chance(0.3)) kind.origin = {rounded(random_.real(-9, 9)), rounded(random_.real(-9, 9))};
        const Rect pattern = boundsOf(tree_, made.links[0].child).value_or(wanted);
        const double width = static_cast<double>(std::max<std::int64_t>(1, pattern.width));
        const double height = static_cast<double>(std::max<std::int64_t>(1, pattern.height));
        if (random_.chance(0.8)) {
            const bool whole = random_.chance(0.5);
            const auto number = [&](double v) { return whole ? std::round(v) : rounded(v); };
            do {
                const double u = random_.pick({0.5, 0.8, 1.0, 1.3}) * width + 1;
                const double v = random_.pick({0.5, 0.8, 1.0, 1.3}) * height + 1;
                kind.u = Pair{number(u * random_.pick({1, 1, -1})), number(random_.real(-0.5, 0.5) * height)};
                kind.v = Pair{number(random_.real(-0.5, 0.5) * width), number(v * random_.pick({1, 1, -1}))};
                if (random_.chance(0.15)) std::swap(*kind.u, *kind.v);
            } while (std::abs(kind.u->x * kind.v->y - kind.u->y * kind.v->x) < 0.08 * width * height);
        }
        if (random_.chance(0.5)) {
            kind.vary = variation(true);
            morePatterns(made, depth - 1);
            if (random_.chance(0.2) && kind.blend != "mean" && kind.blend != "add") kind.value = "id";
        }
        if (random_.chance(0.25) && kind.u && kind.u->x * kind.v->y != 0) close(kind);
        const std::size_t patterns = made.links.size();
        made.kind = kind;
        addMasks(made, where, depth - 1, patterns);
    }

    /// Changes the vectors so that sums of their multiples come within 0.001 px of a step along x, y or both.
    void close(StitchingNode& kind) {
        const std::int64_t ways = random_.between(1, 3);
        const double a = static_cast<double>(random_.between(2, 6));
        const double b = static_cast<double>(random_.between(2, 6));
        const double width = std::max(4.0, std::round(std::abs(a * kind.u->x)));
        const double height = std::max(4.0, std::round(std::abs(b * kind.v->y)));
        if ((ways & 1) != 0) {
            kind.u = Pair{rounded(width / a), 0};
            kind.closes.width = static_cast<std::int64_t>(width);
        }
        if ((ways & 2) != 0) {
            kind.v = Pair{0, rounded(height / b)};
            kind.closes.height = static_cast<std::int64_t>(height);
        }
    }

    /// How repeats differ: sometimes not at all, mostly in one or two ways.
    Vary variation(bool seeded) {
        Vary vary;
        if (seeded && random_.chance(0.7)) vary.seed = random_.between(0, 1'000'000);
        vary.pick = random_.pick<std::string>({"random", "random", "first", "sequence", "rows", "columns"});
        if (seeded && random_.chance(0.3))
            vary.offset = {rounded(random_.real(0, 6)), static_cast<double>(random_.between(0, 6))};
        if (random_.chance(0.4)) vary.turn = random_.pick<std::string>({"half", "quarter", "quarter", "any"});
        if (random_.chance(0.3)) vary.mirror = random_.pick<std::string>({"x", "y", "both"});
        if (random_.chance(0.15)) vary.scale = {0.75, random_.pick({0.75, 1.0, 1.5})};
        if (random_.chance(0.25)) vary.gain = {rounded(random_.real(-1, 0.5)), random_.pick({0.5, 1.0, 2.0})};
        return vary;
    }

    /// Adds patterns to the first one.
    void morePatterns(TreeNode& made, int depth) {
        while (made.links.size() < 4 && random_.chance(0.45)) {
            link(made, TreeTrait::pattern, {0, 0, random_.between(1, 20), random_.between(1, 20)},
                 std::min(depth, 2), true);
            const Point first = made.links[0].at;
            made.links.back().at = {first.x + random_.between(-4, 4), first.y + random_.between(-4, 4)};
        }
    }

    void makeScatter(TreeNode& made, const Rect& where, int depth) {
        ScatterNode kind;
        link(made, TreeTrait::pattern, {0, 0, random_.between(1, 16), random_.between(1, 16)},
             std::min(depth - 1, 3), true);
        made.links[0].at = {random_.between(-5, 5), random_.between(-5, 5)};
        morePatterns(made, depth - 1);
        const std::size_t patterns = made.links.size();
        kind.pitch = random_.pick({4.0, 6.5, 9.25, 13.0, 20.0});
        if (random_.chance(0.6)) kind.distance = rounded(kind.pitch * random_.real(0.2, 1.6));
        kind.seed = random_.between(0, 5'000'000'000) & 0xFFFFFFFF;
        kind.blend = random_.pick<std::string>({"over", "mean", "add", "max", "min"});
        if (random_.chance(0.6)) kind.vary = variation(false);
        if (random_.chance(0.2) && kind.blend != "mean" && kind.blend != "add") kind.value = "id";
        if (random_.chance(0.3))
            kind.closes = {random_.chance(0.7) ? random_.between(90, 300) : 0, random_.between(90, 300)};
        if (random_.chance(0.5)) {
            const bool folded = kind.closes != Size{};  // the map is then read near its origin
            link(made, TreeTrait::data, folded ? Rect{0, 0, 60, 60} : grownBy(where, 20),
                 std::min(depth - 1, 2));
        }
        made.kind = kind;
        addMasks(made, where, depth - 1, patterns);
    }

    void makeProfile(TreeNode& made, const Rect& where, int depth) {
        ProfileNode kind;
        kind.distanceMax = static_cast<int>(random_.pick({1, 2, 3, 5, 7, 9, 12}));
        if (random_.chance(0.4)) kind.threshold = rounded(random_.real(-0.1, 0.9));
        kind.invert = random_.chance(0.3);
        if (random_.chance(0.3)) {
            kind.points = curve(kind.distanceMax, 1.2);
        } else if (random_.chance(0.6)) {
            kind.expression = random_.pick<std::string>(
                {"1 - d / D", "sqrt(max(0, 1 - (d / D)^2))", "exp(-d * um / 3)", "d < 3 ? 1 : 0.25",
                 "0.5 + 0.5 * cos(pi * d / D)", "d / D - 0.5", "1 / d", "log(1 - d)"});
        }
        made.kind = kind;
        link(made, TreeTrait::mask, grownBy(where, kind.distanceMax), depth - 1);
        while (random_.chance(0.3))
            link(made, TreeTrait::data, where, std::min(depth - 1, 2));
    }

    std::string edge() { return random_.pick<std::string>({"extend", "mirror", "wrap"}); }

    /// The child of a filter, sometimes so tiny that the neighbourhood extends far beyond its edges.
    void linkNeighbourhood(TreeNode& made, const Rect& where, std::int64_t radius, int depth) {
        if (random_.chance(0.25)) {
            const Rect tiny{0, 0, random_.between(1, 3), random_.between(1, 4)};
            link(made, TreeTrait::data, tiny, depth, true);
            made.links[0].at = {where.x + random_.between(0, 5), where.y + random_.between(0, 5)};
        } else {
            link(made, TreeTrait::data, grownBy(where, radius), depth);
        }
    }

    /// The child of an endless texture: a picture, because the reference needs exact samples.
    void linkExample(TreeNode& made) {
        const Size least = leastExample(*made.as<ExampleNode>());
        TreeNode picture;
        picture.kind = randomGrayPicture(
            random_, {random_.between(least.width, 60), random_.between(least.height, 60)}, options_.folder,
            "example" + std::to_string(seed_) + "_" + std::to_string(tree_.nodes.size()));
        const std::size_t child = add(std::move(picture));
        made.links.push_back({TreeTrait::data, child, {random_.between(-12, 12), random_.between(-12, 12)}});
    }

    void makeMedian(TreeNode& made, const Rect& where, int depth) {
        const int radius = static_cast<int>(random_.pick({1, 1, 2, 3, 4, 6}));
        made.kind = MedianNode{radius, edge()};
        linkNeighbourhood(made, where, radius, depth - 1);
        addMasks(made, where, depth - 1, 1);
    }

    void makeConvolution(TreeNode& made, const Rect& where, int depth) {
        ConvolutionNode kind;
        kind.kernel = random_.pick<std::string>(
            {"box", "binomial", "gaussian", "sharpen", "sobel", "laplacian", "matrix"});
        kind.edge = edge();
        kind.normalize = random_.chance(0.7);
        std::int64_t radius = 1;
        if (kind.kernel == "box" || kind.kernel == "binomial") {
            radius = random_.between(0, 5);
            kind.value = static_cast<double>(2 * radius + 1);
            if (kind.kernel == "binomial" || radius > 2) kind.normalize = true;
        } else if (kind.kernel == "gaussian") {
            kind.value = rounded(random_.real(0.3, 2.2));
            radius = static_cast<std::int64_t>(std::ceil(3 * kind.value));
        } else if (kind.kernel == "sharpen") {
            kind.value = rounded(random_.real(0.1, 2));
        } else if (kind.kernel == "sobel") {
            kind.value = static_cast<double>(random_.between(0, 1));
        } else if (kind.kernel == "laplacian") {
            kind.value = random_.pick({4.0, 8.0});
        } else {
            const std::int64_t rows = 2 * random_.between(0, 3) + 1;
            const std::int64_t columns = 2 * random_.between(0, 3) + 1;
            radius = 3;
            for (std::int64_t i = 0; i < rows; ++i) {
                kind.matrix.emplace_back();
                for (std::int64_t j = 0; j < columns; ++j)
                    kind.matrix.back().push_back(random_.chance(0.2) ? 0 : rounded(random_.real(-0.5, 1)));
            }
            kind.matrix[0][0] += 0.001;  // a kernel of zeros is not valid
        }
        made.kind = kind;
        linkNeighbourhood(made, where, radius, depth - 1);
        addMasks(made, where, depth - 1, 1);
    }

    void makeTransform(TreeNode& made, const Rect& where, int depth) {
        TransformNode kind;
        kind.mirror = random_.pick<std::string>({"none", "x", "y", "both"});
        kind.interpolation = random_.pick<std::string>({"nearest", "linear", "cubic", "area"});
        if (random_.chance(0.6)) kind.rotate = random_.pick({90.0, 180.0, 270.0, -90.0, 450.0});
        if (random_.chance(0.3)) kind.rotate = rounded(random_.real(-200, 200));
        if (random_.chance(0.5)) {
            kind.scale.x = random_.chance(0.4) ? static_cast<double>(random_.between(1, 4))
                                               : rounded(random_.real(0.4, 3));
            kind.scale.y = random_.chance(0.5) ? kind.scale.x : rounded(random_.real(0.4, 3));
        }
        if (random_.chance(0.6)) {
            const Rect wanted{0, 0, random_.between(1, 40), random_.between(1, 40)};
            link(made, TreeTrait::data, wanted, depth - 1, true);
            const Rect child = boundsOf(tree_, made.links[0].child).value_or(Rect{});
            const bool handy = !child.empty() && child.width < 1000 && child.height < 1000;
            if (random_.chance(0.3) && handy) {
                kind.size = Size{random_.between(child.width / 2 + 1, 2 * child.width),
                                 random_.between(child.height / 2 + 1, 2 * child.height)};
            }
            made.links[0].at = {where.x + random_.between(-9, 9), where.y + random_.between(-9, 9)};
        } else {
            linkUnbounded(made, kind, where, depth);
        }
        made.kind = kind;
        addMasks(made, where, depth - 1, 1);
    }

    /// Links a child of any kind and requests its area as if it were unbounded.
    void linkUnbounded(TreeNode& made, const TransformNode& kind, const Rect& where, int depth) {
        const Resampler resampler(kind, {});
        const auto right = static_cast<double>(where.x + where.width);
        const auto bottom = static_cast<double>(where.y + where.height);
        Pair least{1e18, 1e18};
        Pair most{-1e18, -1e18};
        for (const double x : {static_cast<double>(where.x), right}) {
            for (const double y : {static_cast<double>(where.y), bottom}) {
                const Pair p = resampler.toChild({x, y});
                least = {std::min(least.x, p.x), std::min(least.y, p.y)};
                most = {std::max(most.x, p.x), std::max(most.y, p.y)};
            }
        }
        const Rect source{static_cast<std::int64_t>(least.x) - 2, static_cast<std::int64_t>(least.y) - 2,
                          static_cast<std::int64_t>(most.x - least.x) + 4,
                          static_cast<std::int64_t>(most.y - least.y) + 4};
        link(made, TreeTrait::data, source, depth - 1);
        made.links[0].at = {};
    }

    Random random_;
    const DesignOptions& options_;
    const std::uint64_t seed_;
    Tree tree_;
};

/// Changes a parameter of the node's kind. \return whether it did
bool mutateKind(TreeNode& node, Random& random) {
    if (auto* root = std::any_cast<RootNode>(&node.kind)) {
        root->background = rounded(random.real(0, 1));
    } else if (auto* joined = std::any_cast<UnionNode>(&node.kind)) {
        joined->operation =
            random.pick<std::string>({"max", "min", "add", "subtract", "multiply", "mean", "over"});
    } else if (auto* stitching = std::any_cast<StitchingNode>(&node.kind)) {
        stitching->origin = {rounded(random.real(-9, 9)), rounded(random.real(-9, 9))};
        if (random.chance(0.3)) stitching->vary.seed += 1;
        if (random.chance(0.3)) stitching->vary.turn = random.pick<std::string>({"none", "half", "quarter"});
        if (random.chance(0.5) && stitching->value == "sample")
            stitching->blend = random.pick<std::string>({"over", "mean", "add", "max", "min"});
    } else if (auto* scatter = std::any_cast<ScatterNode>(&node.kind)) {
        scatter->seed += 1;
        if (random.chance(0.5)) scatter->vary.mirror = random.pick<std::string>({"x", "y", "both"});
        if (random.chance(0.5)) scatter->pitch += 0.25;
    } else if (auto* math = std::any_cast<MathNode>(&node.kind)) {
        math->expression = "(" + math->expression + ") * 0.5 + x * 0.001";
        if (!math->parameters.empty() && random.chance(0.5)) math->parameters[0].second += 0.25;
    } else if (auto* profile = std::any_cast<ProfileNode>(&node.kind)) {
        profile->distanceMax += 1;
    } else if (auto* median = std::any_cast<MedianNode>(&node.kind)) {
        median->radius += 1;
        median->edge = random.pick<std::string>({"extend", "mirror", "wrap"});
    } else if (auto* convolution = std::any_cast<ConvolutionNode>(&node.kind)) {
        convolution->edge = random.pick<std::string>({"extend", "mirror", "wrap"});
        convolution->normalize = !convolution->normalize;
    } else if (auto* transform = std::any_cast<TransformNode>(&node.kind)) {
        transform->mirror = random.pick<std::string>({"none", "x", "y", "both"});
        transform->rotate += random.pick({0.0, 90.0, 7.5});
    } else {
        return mutateTexture(node, random);
    }
    return true;
}

void mutateOnce(Tree& tree, std::size_t index, Random& random) {
    TreeNode& node = tree.nodes[index];
    const bool isRoot = index + 1 == tree.nodes.size();
    switch (random.between(0, 4)) {
        case 0:
            if (!node.links.empty()) {
                const auto link = random.between(0, static_cast<std::int64_t>(node.links.size()) - 1);
                node.links[static_cast<std::size_t>(link)].at.x += random.between(1, 3);
                return;
            }
            break;
        case 1:
            if (!isRoot) {
                node.muted = !node.muted;
                return;
            }
            break;
        case 2:
            if (node.size && !isRoot) {
                node.size->width += 1;
                return;
            }
            break;
        default:
            break;
    }
    mutateKind(node, random);
}

}  // namespace

RandomDesign randomDesign(std::uint64_t seed, const DesignOptions& options) {
    for (std::uint64_t attempt = 0;; ++attempt) {
        RandomDesign design = Builder(seed + attempt * 0x100000001U, options).design();
        if (isValid(design.tree)) return design;
    }
}

std::size_t mutate(Tree& tree, Random& random) {
    while (true) {
        const auto index =
            static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(tree.nodes.size()) - 1));
        Tree changed = tree;
        mutateOnce(changed, index, random);
        if (!isValid(changed)) continue;
        tree = std::move(changed);
        return index;
    }
}

}  // namespace burin::test
