// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/@word@.hpp"

#include "core/base/checksum.hpp"
#include "core/sinks/part_file.hpp"

#include <vector>

namespace burin {
namespace {

class @Type@Format final : public PartFileFormat {
  public:
    @Type@Format(const std::filesystem::path& path, const JournalHeader& header)
        : PartFileFormat(path, gridInOneSwath(header, Walk::rowMajor)) {}

    /// The place of each band in the file is known in advance.
    [[nodiscard]] bool ordered() const override { return false; }

    void open(Opening how, const IntervalSet& done) override {
        part_.open(how != Opening::anew);
        const std::uint64_t size = part_.file().size();
        if (size != fileBytes() && !(size == 0 && done.empty()) && how != Opening::mend) part_.refuseSize();
        part_.file().resize(fileBytes());
    }
    [[nodiscard]] std::optional<Problem> openForReading() override {
        return part_.openForReading(fileBytes());
    }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        part_.file().writeAt(chunk, offset(grid_.chunk(index)));
        return checksum(chunk);
    }
    [[nodiscard]] std::uint64_t storedRun(const ChunkRange& chunks) override {
        return checksumOfRun(chunks, [this](std::int64_t index) {
            const Rect band = grid_.chunk(index);
            std::vector<std::byte> chunk(grid_.bytes(band));
            part_.readAll(chunk, offset(band));
            return checksum(chunk);
        });
    }

  private:
    [[nodiscard]] std::uint64_t offset(const Rect& band) const {
        return static_cast<std::uint64_t>(band.y) * grid_.stride(band);
    }
    [[nodiscard]] std::uint64_t fileBytes() const {
        const Size region = grid_.layout().region;
        return static_cast<std::uint64_t>(region.height) * packedBytes(region.width, grid_.layout().depth);
    }
};

}  // namespace

void layOut@Type@(JournalHeader& header) {
    constexpr std::int64_t bandRows = 128;
    header.chunk = {header.surface.region.width, bandRows};
}

std::unique_ptr<FileFormat> make@Type@Format(const std::filesystem::path& path,
                                             const JournalHeader& header) {
    return std::make_unique<@Type@Format>(path, header);
}

}  // namespace burin
