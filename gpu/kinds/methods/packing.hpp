// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::gpu {

/// A curve in device memory, as Curve::apply reads it; nothing if `count` is 0.
struct DeviceCurve {
    const float* in = nullptr;
    const float* out = nullptr;
    const float* slope = nullptr;
    int count = 0;
};

/// The thresholds of a DitherMatrix in device memory; nothing if `side` is 0.
struct DeviceDither {
    const float* rows = nullptr;
    int side = 0;
};

/// How samples are written, see Root.
struct Packing {
    int depth = 8;
    bool invert = false;
    DeviceCurve material;
    DeviceCurve machine;
    DeviceDither dither;
};

}  // namespace burin::gpu
