// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/generate/example_tables.hpp"

#include <cstddef>

namespace burin {

ExampleSamples ExampleSamples::of(const WholeChild& child, const std::stop_token& stop) {
    ExampleSamples read;
    read.values.resize(static_cast<std::size_t>(child.area.area()));
    child.read({read.values.data(), child.area.width, child.area.width, child.area.height}, stop);
    double sum = 0;
    for (const float sample : read.values)
        sum += static_cast<double>(sample);
    read.mean = static_cast<float>(sum / static_cast<double>(read.values.size()));
    return read;
}

void ExampleTables::keepOnly(const WholeChild& child) {
    if (digest_ == child.digest) return;
    digest_ = child.digest;
    blended_.reset();
    cut_.reset();
}

Deferred<BlendedExample> ExampleTables::blended(const WholeChild& child) {
    const std::lock_guard lock(mutex_);
    keepOnly(child);
    cut_.reset();
    if (!blended_) {
        blended_ = Deferred<BlendedExample>([child](const std::stop_token& stop) {
            const ExampleSamples samples = ExampleSamples::of(child, stop);
            return BlendedExample{BlendTables::of(samples.values, stop), samples.mean};
        });
    }
    return *blended_;
}

CutExample ExampleTables::cut(const WholeChild& child, const CutGeometry& geometry) {
    const std::lock_guard lock(mutex_);
    keepOnly(child);
    blended_.reset();
    const bool sameSeams = cut_ && geometry_ == geometry;
    if (!cut_) {
        cut_ = CutExample{Deferred<ExampleSamples>([child](const std::stop_token& stop) {
                              return ExampleSamples::of(child, stop);
                          }),
                          {}};
    }
    if (!sameSeams) {
        geometry_ = geometry;
        const Size size{child.area.width, child.area.height};
        cut_->tables =
            Deferred<CutTables>([samples = cut_->samples, geometry, size](const std::stop_token& stop) {
                return CutTables::of(geometry, samples.value(stop).values, size, stop);
            });
    }
    return *cut_;
}

}  // namespace burin
