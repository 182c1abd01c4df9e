// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/transfer_sink.hpp"

#include "core/base/errors.hpp"
#include "core/sinks/bands.hpp"
#include "core/sinks/raw_rows.hpp"

namespace burin {
namespace {

/// Time for the first connection if no time was asked for. It is short, because the address of a controller that never answered is
/// most often wrong.
constexpr std::chrono::seconds patienceForTheFirst{5};

TransferClient::Options clientOptions(const MachineAddress& address, const TransferJob& job,
                                      const TransferOptions& options) {
    if (const std::string problem = problemOf(job); !problem.empty()) throw UsageError(problem);
    checkSender(address, options.credentials);
    TransferClient::Options client;
    client.address = address;
    client.credentials = options.credentials;
    client.job = job;
    client.mode = options.mode;
    client.allowMixed = options.allowMixed;
    client.retryFor = options.retryFor;
    client.leastPatience = options.leastPatience;
    client.occupiedPatience = options.occupiedPatience;
    client.firstRetry = options.firstRetry.value_or(
        options.mode == JobRequest::Mode::resume
            ? options.retryFor
            : std::min<std::chrono::milliseconds>(options.retryFor, patienceForTheFirst));
    client.stop = options.stop;
    client.waits = options.waits;
    client.remarks = options.remarks;
    return client;
}

ChunkGrid bandsOf(const std::string& name, const TransferJob& job, std::size_t bytes) {
    const SurfaceInfo& surface = job.surface;
    return ChunkGrid({.region = {surface.region.width, surface.region.height},
                      .swathWidth = job.scan.swathWidth,
                      .chunk = {surface.region.width, bandRows(name, surface, job.scan, bytes)},
                      .walk = Walk::rowMajor,
                      .depth = surface.depth,
                      .padded = false});
}

}  // namespace

TransferOptions transferOptionsOf(const SinkOptions& options) {
    TransferOptions transfer;
    if (options.policy.force) transfer.mode = JobRequest::Mode::replace;
    if (options.policy.resume) transfer.mode = JobRequest::Mode::resume;
    transfer.allowMixed = options.policy.allowMixed;
    transfer.bandBytes = options.bandBytes;
    transfer.stop = options.stop;
    return transfer;
}

TransferSink::TransferSink(const std::string& address, const TransferJob& job, const TransferOptions& options)
    : name_(address),
      layout_(job.layout()),
      scan_(job.scan),
      grid_(bandsOf(address, job, options.bandBytes)),
      encrypted_(options.credentials.encrypts(machineAddress(address))),
      loopback_(machineAddress(address).loopback()),
      client_(clientOptions(machineAddress(address), job, options)) {
    adoptPosition();
}

std::optional<Problem> TransferSink::alreadyFinished() const {
    if (!client_.alreadyFinished()) return {};
    return Problem{name_, "is already finished"};
}

std::vector<Problem> TransferSink::notes() const {
    std::vector<Problem> notes;
    if (!encrypted_ && !loopback_)
        notes.push_back(
            {name_,
             "the connection is not encrypted; anybody on the network path can read and change the job"});
    const TransferStatus status = client_.status();
    if (status.executedLines > 0)
        notes.push_back({name_,
                         "resumes at line %1 of %2",
                         {std::to_string(status.executedLines), std::to_string(status.lines)}});
    if (status.doubtfulLine)
        notes.push_back({name_,
                         "line %1 was being engraved when the controller died; it may be engraved twice",
                         {std::to_string(*status.doubtfulLine)}});
    return notes;
}

/// Marks all bands that end at or before the position as done.
void TransferSink::adoptPosition() {
    const std::uint64_t position = client_.position();
    const std::int64_t height = grid_.layout().region.height;
    const std::int64_t bandHeight = grid_.layout().chunk.height;
    const std::int64_t line = layout_.lineAt(position);
    const std::int64_t bands = (height - 1) / bandHeight + 1;
    done_.clear();
    done_.insert({0, line / height * bands + line % height / bandHeight});
}

Sink::Outcome TransferSink::write(std::int64_t index, std::span<const std::byte> chunk) {
    if (scan_.serpentine) {
        arranged_.assign(chunk.begin(), chunk.end());
        RawRows(grid_, scan_).arrange(grid_.chunk(index), arranged_);
        chunk = arranged_;
    }
    const Outcome outcome = send(index, chunk);
    if (outcome == Outcome::again) adoptPosition();
    return outcome;
}

/// The first band after a resumption may already be there in part.
Sink::Outcome TransferSink::send(std::int64_t index, std::span<const std::byte> chunk) {
    const Rect area = grid_.chunk(index);
    const std::int64_t line = grid_.swathOf(index) * grid_.layout().region.height + area.y;
    const std::uint64_t begin = layout_.offsetOf(line);
    const std::uint64_t position = client_.position();
    const std::uint64_t there = position > begin ? position - begin : 0;
    return there < chunk.size() ? client_.send(chunk.subspan(there)) : Outcome::done;
}

Sink::Outcome TransferSink::finish() {
    const Outcome outcome = client_.finish();
    if (outcome == Outcome::again) adoptPosition();
    return outcome;
}

}  // namespace burin
