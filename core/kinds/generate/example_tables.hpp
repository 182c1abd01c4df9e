// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/operation.hpp"
#include "core/kinds/methods/textures/patch_blend.hpp"
#include "core/kinds/methods/textures/patch_cut.hpp"

#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// The child of an endless texture, read as a whole.
struct ExampleSamples {
    std::vector<float> values;  ///< row by row
    float mean = 0;

    /// Computes the child on the calling thread. \throws Cancelled, and what sources throw
    [[nodiscard]] static ExampleSamples of(const WholeChild& child, const std::stop_token& stop);
};

/// The tables that `blend` makes of a child. The samples themselves are not kept.
struct BlendedExample {
    BlendTables tables;
    float mean = 0;
};

/// The tables that `cut` makes of a child. They contain places of samples; the samples are read when the
/// tables are made.
struct CutExample {
    Deferred<ExampleSamples> samples;
    Deferred<CutTables> tables;
};

/// The tables of one node `example`. The node's operations before and after an edit share them, so only
/// tables that the edit changes are made again.
///
/// Blending depends only on the child. Seams also depend on their geometry, but the samples do not. Tables
/// that the latest bound operation does not read are dropped, so the others never take more memory than that
/// operation reports (Operation::residentBytes). Thread-safe.
class ExampleTables {
  public:
    [[nodiscard]] Deferred<BlendedExample> blended(const WholeChild& child);
    [[nodiscard]] CutExample cut(const WholeChild& child, const CutGeometry& geometry);

  private:
    /// Forgets the tables of another child.
    void keepOnly(const WholeChild& child);

    std::mutex mutex_;
    std::string digest_;  ///< digest of the child
    std::optional<Deferred<BlendedExample>> blended_;
    std::optional<CutExample> cut_;
    CutGeometry geometry_;  ///< geometry of `cut_`
};

}  // namespace burin
