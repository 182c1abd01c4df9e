// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that no controller may take, each with the field that its refusal names.

#include "core/remote/wire.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <functional>
#include <string>

namespace burin::test {

struct MalformedHeader {
    std::string named;
    std::function<void(wire::Begin& begin, wire::Job& job)> change;

    [[nodiscard]] wire::SenderMessage message(const TransferJob& job) const {
        wire::SenderMessage message;
        wire::Begin& begin = *message.mutable_begin();
        *begin.mutable_job() = jobMessage(job);
        change(begin, *begin.mutable_job());
        return message;
    }
};

/// The rows of a test with the column `header`.
inline void malformedHeaderRows() {
    using wire::Begin;
    using wire::Job;
    QTest::addColumn<MalformedHeader>("header");
    const auto row = [](const char* title, std::string named, std::function<void(Begin&, Job&)> change) {
        QTest::newRow(title) << MalformedHeader{std::move(named), std::move(change)};
    };
    row("no job", "job is missing", [](Begin& b, Job&) { b.clear_job(); });
    row("no width", "width", [](Begin&, Job& j) { j.set_width(0); });
    row("a huge width", "width", [](Begin&, Job& j) { j.set_width(~0ULL); });
    row("no height", "height", [](Begin&, Job& j) { j.set_height(0); });
    row("no surface", "surface_width", [](Begin&, Job& j) { j.set_surface_width(0); });
    row("a depth of 7", "depth", [](Begin&, Job& j) { j.set_depth(7); });
    row("a depth of 2^31", "depth", [](Begin&, Job& j) { j.set_depth(0x80000000U); });
    row("a region outside", "region_x", [](Begin&, Job& j) { j.set_region_x(1000); });
    row("a region far outside", "region_x", [](Begin&, Job& j) { j.set_region_x((1ULL << 63U) - 1); });
    row("no pitch", "pitch_x_um", [](Begin&, Job& j) { j.set_pitch_x_um(0); });
    row("an infinite pitch", "pitch_x_um", [](Begin&, Job& j) { j.set_pitch_x_um(HUGE_VAL); });
    row("a pitch that is not a number", "pitch_x_um", [](Begin&, Job& j) { j.set_pitch_x_um(NAN); });
    row("no pitch along y", "pitch_y_um", [](Begin&, Job& j) { j.set_pitch_y_um(0); });
    row("a negative pitch along y", "pitch_y_um", [](Begin&, Job& j) { j.set_pitch_y_um(-3); });
    row("a pitch along y that is not a number", "pitch_y_um", [](Begin&, Job& j) { j.set_pitch_y_um(NAN); });
    row("no design hash", "design_hash", [](Begin&, Job& j) { j.clear_design_hash(); });
    row("a long design hash", "design_hash",
        [](Begin&, Job& j) { j.set_design_hash(std::string(5'000, 'a')); });
    row("a newline in a text", "software", [](Begin&, Job& j) { j.set_software("a\nb"); });
    row("an escape in a text", "backend", [](Begin&, Job& j) { j.set_backend("a\x1b[2Jb"); });
    row("no id", "id is empty", [](Begin&, Job& j) { j.clear_id(); });
    row("a long id", "id is not plain text", [](Begin&, Job& j) { j.set_id(std::string(129, 'a')); });
    row("an id with a zero", "id is not plain text",
        [](Begin&, Job& j) { j.set_id(std::string("a\0b", 3)); });
    row("an id with an escape", "id is not plain text", [](Begin&, Job& j) { j.set_id("a\x1b[2Jb"); });
    row("an id that runs backwards", "id is not plain text", [](Begin&, Job& j) {
        j.set_id(
            "a\xE2\x80\xAE"
            "b");
    });
    row("an overscan that is not a number", "overscan_um", [](Begin&, Job& j) { j.set_overscan_um(NAN); });
    row("a negative overscan", "overscan_um", [](Begin&, Job& j) { j.set_overscan_um(-1); });
    row("an infinite overscan", "overscan_um", [](Begin&, Job& j) { j.set_overscan_um(HUGE_VAL); });
    row("an infinite offset", "bidirectional_offset_um",
        [](Begin&, Job& j) { j.set_bidirectional_offset_um(-HUGE_VAL); });
    row("a negative depth", "full_depth_um", [](Begin&, Job& j) { j.set_full_depth_um(-4); });
    row("a depth that is not a number", "full_depth_um", [](Begin&, Job& j) { j.set_full_depth_um(NAN); });
    row("an infinite depth", "full_depth_um", [](Begin&, Job& j) { j.set_full_depth_um(HUGE_VAL); });
    row("a swath of 2^63", "swath_width", [](Begin&, Job& j) { j.set_swath_width(1ULL << 63U); });
    row("the polarity of a newer sender", "polarity has the value 7, which this controller does not know",
        [](Begin&, Job& j) { j.set_polarity(static_cast<wire::Polarity>(7)); });
    row("the compression of a newer sender",
        "slice_compression has the value 9, which this controller does not know",
        [](Begin&, Job& j) { j.set_slice_compression(static_cast<wire::Compression>(9)); });
    row("the mode of a newer sender", "mode has the value -7, which this controller does not know",
        [](Begin& b, Job&) { b.set_mode(static_cast<wire::Mode>(-7)); });
}

}  // namespace burin::test
