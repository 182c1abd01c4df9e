// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/stdout.hpp"

#include "core/base/errors.hpp"
#include "core/sinks/raw_rows.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>
#include <vector>

namespace burin {
namespace {

/// Whether a reader decides when bytes are taken: for a pipe, a socket or a terminal.
bool hasReader(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return true;
    return !S_ISREG(status.st_mode) && !(S_ISCHR(status.st_mode) && ::isatty(descriptor) == 0);
}

class StdoutSink final : public Sink {
  public:
    StdoutSink(const SurfaceInfo& surface, const Scan& scan, std::int64_t bandRows, int descriptor,
               std::stop_token stop)
        : grid_({.region = {surface.region.width, surface.region.height},
                 .swathWidth = scan.swathWidth,
                 .chunk = {surface.region.width, bandRows},
                 .walk = Walk::rowMajor,
                 .depth = surface.depth,
                 .padded = false}),
          rows_(grid_, scan),
          serpentine_(scan.serpentine),
          descriptor_(descriptor),
          mayBlock_(hasReader(descriptor)),
          stop_(std::move(stop)) {}

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] std::vector<Remedy> smallerChunks() const override { return {{Remedy::Way::scanSwaths}}; }
    [[nodiscard]] bool ordered() const override { return true; }

    Outcome write(std::int64_t index, std::span<const std::byte> chunk) override {
        if (serpentine_) {
            arranged_.assign(chunk.begin(), chunk.end());
            rows_.arrange(grid_.chunk(index), arranged_);
            chunk = arranged_;
        }
        while (!chunk.empty() && !stop_.stop_requested())
            chunk = chunk.subspan(writeSome(chunk));
        return Outcome::done;
    }

  private:
    /// Never blocks for long: writes only as much as a ready pipe is certain to take.
    std::size_t writeSome(std::span<const std::byte> data) const {
        if (mayBlock_ && !ready()) return 0;
        const std::size_t count = mayBlock_ ? std::min<std::size_t>(data.size(), PIPE_BUF) : data.size();
        const ssize_t written = ::write(descriptor_, data.data(), count);
        if (written >= 0) return static_cast<std::size_t>(written);
        if (errno == EINTR || errno == EAGAIN) return 0;
        if (errno == EPIPE) throw ClosedPipe();
        throw SinkError({.subject = "standard output",
                         .reason = "cannot be written: %1",
                         .details = {std::strerror(errno)}});
    }

    [[nodiscard]] bool ready() const {
        pollfd waiting{descriptor_, POLLOUT, 0};
        constexpr int milliseconds = 100;
        return ::poll(&waiting, 1, milliseconds) > 0;
    }

    const ChunkGrid grid_;
    const RawRows rows_;
    const bool serpentine_;
    const int descriptor_;
    const bool mayBlock_;
    const std::stop_token stop_;
    std::vector<std::byte> arranged_;
};

}  // namespace

std::unique_ptr<Sink> makeStdoutSink(const SurfaceInfo& surface, const Scan& scan, std::int64_t bandRows,
                                     int descriptor, std::stop_token stop) {
    return std::make_unique<StdoutSink>(surface, scan, bandRows, descriptor, std::move(stop));
}

}  // namespace burin
