// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one list of kinds, as types: everything that is done for every kind at compile time uses it.

#include "core/kinds/convolution.hpp"
#include "core/kinds/curve.hpp"
#include "core/kinds/example.hpp"
#include "core/kinds/flow.hpp"
#include "core/kinds/image.hpp"
#include "core/kinds/math2d.hpp"
#include "core/kinds/median.hpp"
#include "core/kinds/morphology.hpp"
#include "core/kinds/noise.hpp"
#include "core/kinds/profile.hpp"
#include "core/kinds/root.hpp"
#include "core/kinds/rough.hpp"
#include "core/kinds/scan.hpp"
#include "core/kinds/scatter.hpp"
#include "core/kinds/stitching.hpp"
#include "core/kinds/tiff.hpp"
#include "core/kinds/transform.hpp"
#include "core/kinds/union.hpp"
#include "core/kinds/vectors/code.hpp"
#include "core/kinds/vectors/path.hpp"
#include "core/kinds/vectors/shape.hpp"
#include "core/kinds/vectors/text.hpp"
#include "core/kinds/voronoi.hpp"
#include "core/kinds/warp.hpp"

/// KIND(word, Type, computed): a kind, its structure, and the backends that compute it. Its files are
/// core/kinds/<word>.{hpp,cpp}, or vectors/<word>.{hpp,cpp} there if it draws an outline; they have its `Kind
/// <word>Kind()`. Kernels for cards are in gpu/kinds/<word>.{hpp,cu}, or in vectors/drawn.{hpp,cpp} there for
/// all kinds that draw outlines. The rows are in display order. Each takes a line.
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
    /* end of the list */
// clang-format on

namespace burin {

/// The backends that compute a kind. A design that holds a kind without kernels for cards is computed on the
/// CPU.
enum class Computed { onCpu, onCards };

}  // namespace burin
