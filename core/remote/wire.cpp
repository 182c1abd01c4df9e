// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/wire.hpp"

#include "core/base/printable.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace burin {
namespace {

constexpr std::array<std::pair<TransferStatus::State, wire::State>, 9> states = {{
    {TransferStatus::State::idle, wire::IDLE},
    {TransferStatus::State::filling, wire::FILLING},
    {TransferStatus::State::ready, wire::READY},
    {TransferStatus::State::engraving, wire::ENGRAVING},
    {TransferStatus::State::starved, wire::STARVED},
    {TransferStatus::State::paused, wire::PAUSED},
    {TransferStatus::State::faulted, wire::FAULTED},
    {TransferStatus::State::stopped, wire::STOPPED},
    {TransferStatus::State::done, wire::DONE},
}};

/// Numbers that do not fit become a number that is refused later.
std::int64_t whole(std::uint64_t number) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return number > static_cast<std::uint64_t>(most) ? -1 : static_cast<std::int64_t>(number);
}

/// A number that is only displayed.
std::int64_t shown(std::uint64_t number) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::min(number, most));
}

/// Each depth is listed once, because a message has room for a million depths, which are shown in one line.
std::vector<int> depthsIn(const wire::Machine& message) {
    constexpr std::uint32_t most = 64;
    std::vector<int> found;
    for (const std::uint32_t depth : message.depths()) {
        if (depth < 1 || depth > most) continue;
        const int bits = static_cast<int>(depth);
        if (std::find(found.begin(), found.end(), bits) == found.end()) found.push_back(bits);
    }
    return found;
}

std::string unknownValue(const char* field, int value) {
    return std::string(field) + " has the value " + std::to_string(value) +
           ", which this controller does not know; the sender may be newer";
}

}  // namespace

wire::Job jobMessage(const TransferJob& job) {
    const SurfaceInfo& s = job.surface;
    wire::Job message;
    message.set_id(job.answeredId());
    message.set_design_hash(s.designHash);
    message.set_software(s.version);
    message.set_backend(s.backend);
    message.set_width(static_cast<std::uint64_t>(s.region.width));
    message.set_height(static_cast<std::uint64_t>(s.region.height));
    message.set_region_x(static_cast<std::uint64_t>(s.region.x));
    message.set_region_y(static_cast<std::uint64_t>(s.region.y));
    message.set_surface_width(static_cast<std::uint64_t>(s.surface.width));
    message.set_surface_height(static_cast<std::uint64_t>(s.surface.height));
    message.set_pitch_x_um(s.pitchUm);
    message.set_pitch_y_um(s.pitchAlongY());
    message.set_depth(static_cast<std::uint32_t>(s.depth));
    message.set_swath_width(static_cast<std::uint64_t>(job.scan.swathWidth));
    message.set_serpentine(job.scan.serpentine);
    message.set_overscan_um(job.overscanUm);
    message.set_bidirectional_offset_um(job.bidirectionalOffsetUm);
    message.set_polarity(job.lightDeep ? wire::LOW_IS_DEEP : wire::HIGH_IS_DEEP);
    message.set_full_depth_um(job.fullDepthUm);
    message.set_slice_compression(job.compression == SliceCompression::lz4 ? wire::LZ4 : wire::NONE);
    message.set_prefill_bytes(job.prefillBytes);
    return message;
}

TransferJob jobOf(const wire::Job& message) {
    TransferJob job;
    SurfaceInfo& s = job.surface;
    s.designHash = message.design_hash();
    s.version = message.software();
    s.backend = message.backend();
    s.region = {whole(message.region_x()), whole(message.region_y()), whole(message.width()),
                whole(message.height())};
    s.surface = {whole(message.surface_width()), whole(message.surface_height())};
    // The pitches differ on a roller.
    s.pitchUm = message.pitch_x_um();
    if (message.pitch_y_um() != message.pitch_x_um())
        // 0 would mean "equal to the pitch along x"
        s.pitchYUm = message.pitch_y_um() > 0 ? message.pitch_y_um() : -1;
    s.depth = static_cast<int>(std::min(message.depth(), 255U));
    job.scan = {whole(message.swath_width()), message.serpentine()};
    job.overscanUm = message.overscan_um();
    job.bidirectionalOffsetUm = message.bidirectional_offset_um();
    job.lightDeep = message.polarity() == wire::LOW_IS_DEEP;
    job.fullDepthUm = message.full_depth_um();
    job.compression =
        message.slice_compression() == wire::LZ4 ? SliceCompression::lz4 : SliceCompression::none;
    job.prefillBytes = message.prefill_bytes();
    job.idOfSender = message.id();
    return job;
}

std::string mistakeIn(const wire::Begin& message) {
    if (!message.has_job()) return "job is missing";
    const wire::Job& job = message.job();
    if (!wire::Mode_IsValid(message.mode())) return unknownValue("mode", message.mode());
    if (!wire::Polarity_IsValid(job.polarity())) return unknownValue("polarity", job.polarity());
    if (!wire::Compression_IsValid(job.slice_compression()))
        return unknownValue("slice_compression", job.slice_compression());
    if (job.id().empty()) return "id is empty";
    // The id is sent back as printable text, and must arrive unchanged.
    if (job.id().size() > longestJobId || printable(job.id()) != job.id())
        return "id is not plain text of at most " + std::to_string(longestJobId) + " bytes";
    return {};
}

JobRequest requestOf(const wire::Begin& message) {
    JobRequest request;
    request.job = jobOf(message.job());
    if (message.mode() == wire::RESUME) request.mode = JobRequest::Mode::resume;
    if (message.mode() == wire::REPLACE) request.mode = JobRequest::Mode::replace;
    request.sender = message.sender();
    request.allowMixed = message.allow_mixed();
    request.admitted = message.admitted();
    return request;
}

void setSlice(wire::Slice& message, const Slice& slice) {
    message.set_sequence(slice.head.sequence);
    message.set_line(static_cast<std::uint64_t>(slice.head.line));
    message.set_sample(static_cast<std::uint64_t>(slice.head.sample));
    message.set_samples(static_cast<std::uint64_t>(slice.head.samples));
    message.set_bytes(slice.head.bytes);
    message.set_crc32c(slice.head.crc);
    message.set_data(slice.data);
}

SliceHead headOf(const wire::Slice& message) {
    return {message.sequence(),       whole(message.line()), whole(message.sample()),
            whole(message.samples()), message.bytes(),       message.crc32c()};
}

wire::Report reportMessage(const TransferStatus& status, std::uint64_t credit) {
    wire::Report message;
    for (const auto& [state, code] : states) {
        if (state == status.state) message.set_state(code);
    }
    message.set_received(status.receivedBytes);
    message.set_executed_lines(static_cast<std::uint64_t>(status.executedLines));
    message.set_credit(credit);
    message.set_starvations(static_cast<std::uint64_t>(status.starvations));
    message.set_damaged_slices(static_cast<std::uint64_t>(status.damagedSlices));
    if (status.doubtfulLine) message.set_doubtful_line(static_cast<std::uint64_t>(*status.doubtfulLine));
    message.set_message(printable(status.message));
    message.set_lines(static_cast<std::uint64_t>(status.lines));
    message.set_prefill_bytes(status.prefillBytes);
    return message;
}

Positions positionsOf(const wire::Report& message) {
    Positions said{message.received(), message.executed_lines(), message.credit(), message.lines()};
    if (message.has_doubtful_line()) said.doubtfulLine = message.doubtful_line();
    return said;
}

TransferStatus statusOf(const wire::Report& message, const LineLayout& layout) {
    TransferStatus status;
    status.state = TransferStatus::State::unknown;
    status.unknownState = message.state();
    for (const auto& [state, code] : states) {
        if (code == message.state()) status.state = state;
    }
    status.lines = layout.lines();
    status.executedLines = std::clamp(whole(message.executed_lines()), std::int64_t{0}, layout.lines());
    status.executedBytes = layout.offsetOf(status.executedLines);
    status.executedSamples = layout.samplesBefore(status.executedLines);
    status.totalBytes = layout.bytes();
    status.receivedBytes = std::min(message.received(), status.totalBytes);
    status.prefillBytes = message.prefill_bytes();
    status.starvations = shown(message.starvations());
    status.damagedSlices = shown(message.damaged_slices());
    if (message.has_doubtful_line()) status.doubtfulLine = whole(message.doubtful_line());
    status.message = printable(message.message());
    return status;
}

Problem problemOfEnd(const wire::Ended& message, const std::string& sink) {
    const std::string reason = printable(message.reason());
    const auto problem = [&](const char* silent, const char* because, std::vector<std::string> details = {}) {
        if (!reason.empty()) details.push_back(reason);
        return Problem{
            .subject = sink, .reason = reason.empty() ? silent : because, .details = std::move(details)};
    };
    switch (message.end()) {
        case wire::REFUSED:
            return problem("the controller refused what was sent, and gives no reason",
                           "the controller refused what was sent: %1");
        case wire::STOPPED_BY_SOMEONE:
            return problem("the machine has stopped", "%1");
        case wire::FAULT:
            return problem("the machine has failed, and the controller gives no reason", "%1");
        default:
            return problem("the controller ended the job in an unknown way (%1)",
                           "the controller ended the job in an unknown way (%1): %2",
                           {std::to_string(message.end())});
    }
}

wire::Machine machineMessage(const MachineDescription& machine) {
    wire::Machine message;
    message.set_name(printable(machine.name));
    message.set_software(printable(machine.software));
    message.set_field_width_um(machine.fieldWidthUm);
    message.set_field_height_um(machine.fieldHeightUm);
    for (const int depth : machine.depths)
        message.add_depths(static_cast<std::uint32_t>(depth));
    message.set_rows(machine.rows);
    message.set_swaths(machine.swaths);
    message.set_most_swath_width(static_cast<std::uint64_t>(machine.mostSwathWidth));
    message.set_serpentine(machine.serpentine);
    if (machine.lz4) message.add_compressions(wire::LZ4);
    message.set_buffer_bytes(machine.bufferBytes);
    message.set_most_slice_bytes(static_cast<std::uint32_t>(machine.mostSliceBytes));
    message.set_bytes_per_second(machine.bytesPerSecond);
    message.set_job_id(printable(machine.jobId));
    if (!machine.jobId.empty()) *message.mutable_report() = reportMessage(machine.status, 0);
    return message;
}

MachineDescription machineOf(const wire::Machine& message) {
    MachineDescription machine;
    machine.name = printable(message.name());
    machine.software = printable(message.software());
    machine.fieldWidthUm = message.field_width_um();
    machine.fieldHeightUm = message.field_height_um();
    machine.depths = depthsIn(message);
    machine.rows = message.rows();
    machine.swaths = message.swaths();
    machine.mostSwathWidth = shown(message.most_swath_width());
    machine.serpentine = message.serpentine();
    machine.lz4 = std::count(message.compressions().begin(), message.compressions().end(), wire::LZ4) > 0;
    machine.bufferBytes = message.buffer_bytes();
    machine.mostSliceBytes = message.most_slice_bytes();
    machine.bytesPerSecond = message.bytes_per_second();
    machine.jobId = printable(message.job_id());
    machine.status = statusOf(message.report(), {});
    machine.status.lines = whole(message.report().lines());
    machine.status.executedLines = whole(message.report().executed_lines());
    machine.status.bufferBytes = machine.bufferBytes;
    return machine;
}

}  // namespace burin
