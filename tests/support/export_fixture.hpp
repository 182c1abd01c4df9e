// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exporter.hpp"
#include "core/sinks/open_sink.hpp"
#include "support/fake_block_source.hpp"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdint>
#include <string>

namespace burin::test {

/// A region of a surface that extends a little further on all sides.
inline SurfaceInfo surfaceOf(std::int64_t width, std::int64_t height, int depth) {
    return {.surface = {width + 30, height + 20},
            .region = {17, 5, width, height},
            .depth = depth,
            .pitchUm = 1.0,
            .designHash = "0123456789abcdef",
            .backend = "cpu",
            .version = "1.2.3",
            .date = {}};
}

inline MemoryBudget& ampleBudget() {
    static MemoryBudget budget(std::size_t{1} << 30);
    return budget;
}

/// Exports the formula; `prepare` may modify the source.
template <class Prepare>
ExportResult exportFormula(Sink& sink, const SurfaceInfo& surface, unsigned seed, const Prepare& prepare) {
    FakeBlockSource source(surface.depth, seed);
    prepare(source);
    return exportSurface(source, sink, surface.region.origin(), ampleBudget());
}

inline ExportResult exportFormula(const std::string& spec, const SurfaceInfo& surface,
                                  const SinkOptions& options = {}, unsigned seed = 1) {
    const auto sink = openSink(spec, surface, options);
    return exportFormula(*sink, surface, seed, [](FakeBlockSource&) {});
}

/// The raw bytes of the formula, sample by sample.
inline QByteArray expectedRaw(const SurfaceInfo& surface, const Scan& scan) {
    const Rect& region = surface.region;
    const std::int64_t swath = scan.swathWidth == 0 ? region.width : std::min(scan.swathWidth, region.width);
    QByteArray bytes;
    for (std::int64_t left = 0; left < region.width; left += swath) {
        const std::int64_t width = std::min(swath, region.width - left);
        for (std::int64_t y = 0; y < region.height; ++y) {
            QByteArray row(static_cast<qsizetype>(packedBytes(width, surface.depth)), '\0');
            for (std::int64_t i = 0; i < width; ++i) {
                const std::int64_t x = scan.serpentine && y % 2 == 1 ? width - 1 - i : i;
                putSample(reinterpret_cast<std::byte*>(row.data()), i, surface.depth,
                          formulaSample(region.x + left + x, region.y + y, surface.depth));
            }
            bytes += row;
        }
    }
    return bytes;
}

inline QByteArray contentsOf(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void writeContents(const std::string& path, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", path.c_str());
}

}  // namespace burin::test
