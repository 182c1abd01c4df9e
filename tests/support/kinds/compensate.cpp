// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/measuring/slow_prediction.hpp"
#include "support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace burin::test {

namespace {

/// The pixels of a plain PGM, from 0 to 1.
std::vector<std::vector<double>> pixelsOfPgm(const std::filesystem::path& file) {
    std::ifstream text(file);
    std::string magic;
    std::size_t width = 0;
    std::size_t height = 0;
    double most = 0;
    text >> magic >> width >> height >> most;
    std::vector<std::vector<double>> rows(height, std::vector<double>(width));
    for (std::vector<double>& row : rows) {
        for (double& pixel : row) {
            text >> pixel;
            pixel /= most;
        }
    }
    if (!text || magic != "P2") throw std::runtime_error("pixels are missing in " + file.string());
    return rows;
}

void read(const NodeReader& node, CompensateNode& made) {
    const YAML::Node spot = node["spot"];
    if (spot.IsScalar()) {
        made.spot = {node.realPixels(spot), node.realPixels(spot)};
    } else if (made.shape = spot["shape"].as<std::string>(); made.shape == "image") {
        made.file = spot["file"].as<std::string>();
        made.pitch = node.realPixels(spot["pitch"]);
        made.image = pixelsOfPgm(node.folder() / made.file);
    } else {
        made.spot.x = node.realPixels(spot["sx"]);
        made.spot.y = spot["sy"] ? node.realPixels(spot["sy"]) : made.spot.x;
    }
    made.iterations = node["iterations"].as<int>(5);
    const YAML::Node headroom = node["headroom"];
    if (headroom && headroom.IsScalar()) made.headroom = {headroom.as<double>(), headroom.as<double>()};
    if (headroom && headroom.IsSequence())
        made.headroom = {headroom[0].as<double>(), headroom[1].as<double>()};
    made.edge = node["edge"].as<std::string>("empty");
}

void write(KeyLines& out, const CompensateNode& n) {
    if (n.shape == "image") {
        out.add("spot", "{shape: image, file: " + n.file + ", pitch: " + numberTextOf(n.pitch) + "}");
    } else if (n.shape == "gaussian" && n.spot == Pair{n.spot.x, n.spot.x}) {
        out.add("spot", numberTextOf(n.spot.x));
    } else {
        out.add("spot", "{shape: " + n.shape + ", sx: " + numberTextOf(n.spot.x) +
                            ", sy: " + numberTextOf(n.spot.y) + "}");
    }
    out.add("iterations", std::to_string(n.iterations));
    out.add("headroom", pairText(n.headroom.x, n.headroom.y));
    out.add("edge", n.edge);
}

SlowKernel spotOf(const CompensateNode& kind) {
    if (kind.shape == "image") return slowImageSpot(kind.image, kind.pitch);
    return kind.shape == "gaussian" ? slowGaussian(kind.spot.x, kind.spot.y)
                                    : slowTopHat(kind.spot.x, kind.spot.y);
}

}  // namespace

Reference::Corrected Reference::corrected(const CompensateNode& kind, const TreeNode& node, int step,
                                          Point p) {
    const auto [found, isNew] = corrected_.try_emplace({&node, step, p.x, p.y});
    if (!isNew) return found->second;
    Corrected made;
    if (step == 0) {
        const Range c = kind.edge == "empty" ? child(node, 0, p) : continued(node, p, kind.edge);
        const auto wanted = [&](float v) {
            return kind.headroom.x +
                   (1 - kind.headroom.x - kind.headroom.y) * std::clamp(static_cast<double>(v), 0.0, 1.0);
        };
        made = {(wanted(c.low) + wanted(c.high)) / 2, (wanted(c.high) - wanted(c.low)) / 2};
    } else {
        std::shared_ptr<const SlowKernel>& spot = spots_[&node];
        if (!spot) spot = std::make_shared<const SlowKernel>(spotOf(kind));
        double reached = 0;  // what the spot makes of the depths: K u
        double doubt = 0;
        for (int y = -spot->reachY; y <= spot->reachY; ++y) {
            for (int x = -spot->reachX; x <= spot->reachX; ++x) {
                const double share = spot->at(x, y);
                if (share == 0) continue;
                // A place that lies -x, -y away spreads this share to p.
                const Corrected there = corrected(kind, node, step - 1, {p.x - x, p.y - y});
                reached += share * there.depth;
                doubt += (x == 0 && y == 0 ? 1 - share : share) * there.doubt;
            }
        }
        const Corrected before = corrected(kind, node, step - 1, p);
        const Corrected wanted = corrected(kind, node, 0, p);
        made = {std::clamp(before.depth + wanted.depth - reached, 0.0, 1.0), doubt + wanted.doubt};
    }
    corrected_[{&node, step, p.x, p.y}] = made;
    return made;
}

template <>
Range Reference::of(const CompensateNode& kind, const TreeNode& node, Point p) {
    const Corrected last = corrected(kind, node, kind.iterations, p);
    const double off = last.doubt + 1e-5 * kind.iterations;
    const Interval allowed{std::max(0.0, last.depth - off), std::min(1.0, last.depth + off)};
    return masked(node, tolerated(allowed, 0, 0x1p-20), 1, p);
}

KindReference compensateReference() {
    return referenceOf<CompensateNode>("compensate", &read, &write, &boundsOfFirstChild);
}

}  // namespace burin::test
