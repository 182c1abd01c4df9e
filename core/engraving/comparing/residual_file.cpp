// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/comparing/residual_file.hpp"

#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/images/heights/height_heads.hpp"
#include "core/images/heights/stored_zip.hpp"
#include "core/images/picture_file.hpp"

#include <QCryptographicHash>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <span>
#include <vector>

namespace burin {

namespace {

std::string suffixOf(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return suffix;
}

std::vector<std::byte> inMetres(const HeightGrid& grid) {
    std::vector<std::byte> bytes(grid.heights.size() * sizeof(float));
    for (std::size_t i = 0; i < grid.heights.size(); ++i) {
        const auto metres = static_cast<float>(static_cast<double>(grid.heights[i]) * 1e-6);
        std::memcpy(bytes.data() + i * sizeof metres, &metres, sizeof metres);
    }
    return bytes;
}

std::vector<std::byte> gsfOf(const HeightHead& head, const std::vector<std::byte>& data) {
    const std::string text = gsfHead(head);
    std::vector<std::byte> file(text.size() + data.size());
    std::memcpy(file.data(), text.data(), text.size());
    std::copy(data.begin(), data.end(), file.begin() + static_cast<std::ptrdiff_t>(text.size()));
    return file;
}

std::vector<std::byte> x3pOf(const HeightHead& head, const std::vector<std::byte>& data) {
    const QByteArray view = QByteArray::fromRawData(reinterpret_cast<const char*>(data.data()),
                                                    static_cast<qsizetype>(data.size()));
    const std::string md5 = QCryptographicHash::hash(view, QCryptographicHash::Md5).toHex().toStdString();
    const std::string text = x3pMain(head, md5, BURIN_VERSION);
    std::vector<std::byte> file;
    StoredZip zip([&file](std::span<const std::byte> bytes, std::uint64_t at) {
        if (file.size() < at + bytes.size()) file.resize(at + bytes.size());
        std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
    });
    zip.begin(x3pDataName);
    zip.append(data);
    zip.end();
    zip.add("main.xml", text);
    zip.add("md5checksum.hex", x3pChecksum(text));
    zip.close();
    return file;
}

void writeAsPicture(const std::filesystem::path& path, const HeightGrid& grid) {
    float most = 0;
    for (const float z : grid.heights)
        if (std::isfinite(z)) most = std::max(most, std::abs(z));
    std::vector<float> values;
    values.reserve(grid.heights.size());
    for (const float z : grid.heights)
        values.push_back(!std::isfinite(z) ? 0 : most > 0 ? 0.5F + z / most / 2 : 0.5F);
    writePicture(path.string(), values, grid.size, 16);
}

}  // namespace

bool isResidualName(const std::filesystem::path& path) {
    const std::string suffix = suffixOf(path);
    return suffix == ".gsf" || suffix == ".x3p" || suffix == ".png";
}

void writeResidual(const std::filesystem::path& path, const HeightGrid& grid, const std::string& title) {
    const std::string suffix = suffixOf(path);
    if (suffix == ".png") return writeAsPicture(path, grid);
    const HeightHead head{grid.size, grid.pitchUm.x, grid.pitchUm.y, title, {}};
    const std::vector<std::byte> data = inMetres(grid);
    const std::vector<std::byte> file = suffix == ".gsf" ? gsfOf(head, data) : x3pOf(head, data);
    if (const auto problem = replaceFile(path, std::span(file))) throw SinkError(problem->about(path));
}

}  // namespace burin
