// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/heights/x3p.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/images/heights/height_heads.hpp"
#include "core/images/heights/stored_zip.hpp"
#include "core/sinks/part_file.hpp"

#include <QCryptographicHash>

#include <algorithm>
#include <optional>
#include <string>

namespace burin {
namespace {

class X3pFormat final : public PartFileFormat {
  public:
    X3pFormat(const std::filesystem::path& path, const JournalHeader& header)
        : PartFileFormat(path, gridInOneSwath(header, Walk::rowMajor)), surface_(header.surface) {}

    [[nodiscard]] bool ordered() const override { return true; }

    void open(Opening how, const IntervalSet&) override {
        if (how == Opening::resume) return part_.open(true);  // complete: only the rename is missing
        part_.open(false);
        hash_.emplace(QCryptographicHash::Md5);
        zip_.emplace(
            [this](std::span<const std::byte> bytes, std::uint64_t at) { part_.file().writeAt(bytes, at); });
        zip_->begin(x3pDataName);
    }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        zip_->append(chunk);
        hash_->addData({reinterpret_cast<const char*>(chunk.data()), static_cast<qsizetype>(chunk.size())});
        if (grid_.chunk(index).bottom() == grid_.layout().region.height) end();
        return checksum(chunk);
    }

    /// The description and the archive's table follow the chunks, so the run stands for the whole file.
    [[nodiscard]] std::uint64_t storedRun(const ChunkRange&) override {
        return part_.wholeRun(stopOfReading());
    }

  private:
    void end() {
        zip_->end();
        const std::string text = x3pMain({{surface_.region.width, surface_.region.height},
                                          surface_.pitchUm,
                                          surface_.pitchAlongY(),
                                          surface_.designHash,
                                          surface_.date},
                                         hash_->result().toHex().toStdString(), surface_.version);
        zip_->add("main.xml", text);
        zip_->add("md5checksum.hex", x3pChecksum(text));
        zip_->close();
    }

    const SurfaceInfo surface_;
    std::optional<QCryptographicHash> hash_;
    std::optional<StoredZip> zip_;
};

}  // namespace

void layOutX3p(JournalHeader& header) {
    constexpr std::int64_t bandRows = 128;
    constexpr std::uint64_t bandBytes = std::uint64_t{32} << 20U;
    constexpr std::uint64_t largest = (std::uint64_t{1} << 32U) - (std::uint64_t{1} << 16U);
    const Rect& region = header.surface.region;
    const std::uint64_t rowBytes = packedBytes(region.width, header.surface.depth);
    if (rowBytes > largest / static_cast<std::uint64_t>(region.height))
        throw UsageError("a .x3p holds at most 4 GiB, and this surface needs more; write it to a .gsf");
    header.chunk = {region.width,
                    std::clamp(static_cast<std::int64_t>(bandBytes / rowBytes), std::int64_t{1}, bandRows)};
}

std::unique_ptr<FileFormat> makeX3pFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return std::make_unique<X3pFormat>(path, header);
}

}  // namespace burin
