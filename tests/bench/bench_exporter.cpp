// SPDX-License-Identifier: GPL-3.0-or-later

// How many samples per second get from finished blocks to a sink?
//
//     bench_exporter FOLDER [side of the square surface, 40000] [depth, 8]
//
// Blocks cost nothing, so this measures the exporter, the sink, the journal and, for files, the disk under
// FOLDER. `copy` is a plain write of the same bytes in the same run, synced at the end: the limit for a file.

#include "core/base/output_file.hpp"
#include "core/export/exporter.hpp"
#include "core/sinks/open_sink.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace burin;
using Clock = std::chrono::steady_clock;

/// Does not write the blocks, because any content will do.
class FreeBlocks final : public BlockSource {
  public:
    void start(const Rect&, TargetMemory out, std::size_t,
               std::function<void(std::exception_ptr)> done) override {
        out();
        done(nullptr);
    }
    [[nodiscard]] int concurrency() const override { return 4; }
};

long residentKilobytes() {
    long pages = 0;
    if (std::FILE* status = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(status, "%*d %ld", &pages) != 1) pages = 0;
        std::fclose(status);
    }
    return pages * ::sysconf(_SC_PAGESIZE) / 1024;
}

void print(const std::string& name, double samples, double bytes, Clock::time_point begun) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    std::printf("%-24s %8.2f G samples/s %8.2f GB/s %8.0f MB resident\n", name.c_str(),
                samples / seconds / 1e9, bytes / seconds / 1e9,
                static_cast<double>(residentKilobytes()) / 1024);
    std::fflush(stdout);
}

double bytesOf(const SurfaceInfo& surface) {
    return static_cast<double>(packedBytes(surface.region.width, surface.depth)) *
           static_cast<double>(surface.region.height);
}

void measure(const std::string& name, const std::string& spec, const SurfaceInfo& surface,
             SinkOptions options) {
    options.policy.force = true;
    FreeBlocks source;
    MemoryBudget budget(std::size_t{256} << 20);
    options.bandBytes = budget.limit() / 2;
    const auto begun = Clock::now();
    const auto sink = openSink(spec, surface, options);
    exportSurface(source, *sink, surface.region.origin(), budget);
    print(name, static_cast<double>(surface.region.area()), bytesOf(surface), begun);
    std::error_code error;
    std::filesystem::remove(spec, error);
}

void measureCopy(const std::string& path, const SurfaceInfo& surface) {
    const auto begun = Clock::now();
    {
        OutputFile file(path, OutputFile::Mode::create);
        const std::vector<std::byte> block(std::size_t{1} << 20);
        const auto bytes = static_cast<std::uint64_t>(bytesOf(surface));
        for (std::uint64_t at = 0; at + block.size() <= bytes; at += block.size())
            file.writeAt(block, at);
        file.sync();
    }
    print("copy", static_cast<double>(surface.region.area()), bytesOf(surface), begun);
    std::filesystem::remove(path);
}

SurfaceInfo squareOf(std::int64_t side, int depth) {
    SurfaceInfo surface;
    surface.surface = {side, side};
    surface.region = {0, 0, side, side};
    surface.depth = depth;
    return surface;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "bench_exporter FOLDER [side] [depth]\n");
        return 2;
    }
    const std::string folder = argv[1];
    const SurfaceInfo surface =
        squareOf(argc > 2 ? std::atoll(argv[2]) : 40000, argc > 3 ? std::atoi(argv[3]) : 8);
    SinkOptions swaths;
    swaths.scan.swathWidth = 4000;
    SinkOptions serpentine;
    serpentine.scan.serpentine = true;
    SinkOptions devNull;
    devNull.outputDescriptor = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    measure("null:, 2,000,000 wide", "null:", squareOf(2000000, surface.depth), {});
    measure("-", "-", surface, devNull);
    measureCopy(folder + "/copy", surface);
    measure(".tif", folder + "/bench.tif", surface, {});
    measure(".raw", folder + "/bench.raw", surface, {});
    measure(".raw in swaths", folder + "/bench.raw", surface, swaths);
    measure(".raw, serpentine", folder + "/bench.raw", surface, serpentine);
    return 0;
}
