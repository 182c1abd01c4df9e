// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The only list of kinds, as types: everything that is done for every kind at compile time uses it.

#include "core/kinds/combine/scatter.hpp"
#include "core/kinds/combine/stitching.hpp"
#include "core/kinds/combine/union.hpp"
#include "core/kinds/filter/compensate.hpp"
#include "core/kinds/filter/convolution.hpp"
#include "core/kinds/filter/curve.hpp"
#include "core/kinds/filter/flow.hpp"
#include "core/kinds/filter/median.hpp"
#include "core/kinds/filter/morphology.hpp"
#include "core/kinds/filter/transform.hpp"
#include "core/kinds/filter/warp.hpp"
#include "core/kinds/generate/example.hpp"
#include "core/kinds/generate/math2d.hpp"
#include "core/kinds/generate/noise.hpp"
#include "core/kinds/generate/profile.hpp"
#include "core/kinds/generate/rough.hpp"
#include "core/kinds/generate/voronoi.hpp"
#include "core/kinds/root.hpp"
#include "core/kinds/source/image.hpp"
#include "core/kinds/source/scan.hpp"
#include "core/kinds/source/tiff.hpp"
#include "core/kinds/vectors/code.hpp"
#include "core/kinds/vectors/path.hpp"
#include "core/kinds/vectors/shape.hpp"
#include "core/kinds/vectors/text.hpp"

/// KIND(word, Type, computed): a kind, its structure, and the backends that compute it. Its files are
/// core/kinds/<folder>/<word>.{hpp,cpp}, which have its `Kind <word>Kind()`. The folder is that of its
/// category, or `vectors` for kinds that draw outlines; the root's files are in core/kinds itself. Kernels
/// for cards are in the same place of gpu/kinds; the kinds of `vectors` share vectors/drawn.{hpp,cpp} there,
/// and those of `source` share pictures.{hpp,cpp}. The rows are in display order. Each row takes one line.
// clang-format off
#define BURIN_KINDS(KIND) \
    KIND(root, Root, onCards) \
    KIND(union, Union, onCards) \
    KIND(stitching, Stitching, onCards) \
    KIND(scatter, Scatter, onCards) \
    KIND(math2d, Math2d, onCards) \
    KIND(shape, PlainShape, onCards) \
    KIND(path, DrawnPath, onCards) \
    KIND(text, DrawnText, onCards) \
    KIND(code, DrawnCode, onCards) \
    KIND(noise, Noise, onCards) \
    KIND(voronoi, Voronoi, onCards) \
    KIND(rough, Rough, onCards) \
    KIND(example, ExampleTexture, onCards) \
    KIND(tiff, Tiff, onCards) \
    KIND(image, Image, onCards) \
    KIND(scan, MeasuredScan, onCards) \
    KIND(profile, Profile, onCards) \
    KIND(median, Median, onCards) \
    KIND(morphology, Morphology, onCards) \
    KIND(convolution, Convolution, onCards) \
    KIND(curve, ToneCurve, onCards) \
    KIND(transform, Transform, onCards) \
    KIND(warp, Warp, onCards) \
    KIND(flow, Flow, onCards) \
    KIND(compensate, Compensate, onCards) \
    /* end of the list */
// clang-format on

namespace burin {

/// The backends that compute a kind. A design that holds a kind without kernels for cards is computed on the
/// CPU.
enum class Computed { onCpu, onCards };

}  // namespace burin
