// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/heights/height_file.hpp"

#include "core/base/text.hpp"
#include "core/images/heights/read_zip.hpp"
#include "core/images/image_error.hpp"
#include "core/images/input_file.hpp"

#include <QCryptographicHash>

#include <pugixml.hpp>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace burin {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr double umInMetre = 1e6;
// From 1 pm to 1 m: no instrument has another pitch, and the sides of the field stay within the range of
// binary64.
constexpr double leastPitchUm = 1e-6;
constexpr double mostPitchUm = 1e6;
/// The description of an .x3p has at most this many bytes.
constexpr std::uint64_t mostXmlBytes = std::uint64_t{1} << 20;
constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// Reads one file; every refusal names it.
class HeightReader {
  public:
    enum class What { all, head };

    HeightReader(const InputFile& file, std::int64_t mostSamples, What what)
        : file_(file), path_(file.path()), mostSamples_(mostSamples), what_(what) {}

    HeightFile read() {
        std::string suffix = path_.extension().string();
        std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (suffix != ".gsf" && suffix != ".x3p")
            fail({.reason = "is neither a .gsf nor a .x3p",
                  .advice = "convert it to one of them, for example with Gwyddion"});
        return suffix == ".x3p" ? readX3p() : readGsf();
    }

  private:
    [[noreturn]] void fail(Problem problem) const {
        problem.subject = quotedForMessage(path_.filename().string());
        throw ImageError(std::move(problem));
    }
    [[noreturn]] void failAsDamaged(std::string reason, std::vector<std::string> details = {}) const {
        fail({.reason = std::move(reason), .details = std::move(details), .advice = "copy it again"});
    }

    [[nodiscard]] double number(std::string_view text, const std::string& name) const {
        while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
            text.remove_prefix(1);
        while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
            text.remove_suffix(1);
        if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
            failAsDamaged("%1 is not a number", {name});
        return value;
    }
    /// The start of the file, which is long enough for any head of a .gsf.
    [[nodiscard]] std::vector<std::byte> beginning() const {
        constexpr std::int64_t most = std::int64_t{1} << 20;
        std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(file_.size(), most)));
        file_.read(0, bytes);
        return bytes;
    }
    /// A number of samples along a side.
    [[nodiscard]] std::int64_t side(double value, const std::string& name) const {
        if (value < 1 || value > 0x1p31 || value != std::floor(value))
            failAsDamaged("%1 is not a size", {name});
        return static_cast<std::int64_t>(value);
    }
    /// \return the number of samples
    std::uint64_t checkedSamples(const HeightFile& out) const {
        const auto [width, height] = out.size;
        if (width > mostSamples_ / height)
            fail({.reason = "has %1 x %2 samples",
                  .details = {std::to_string(width), std::to_string(height), std::to_string(mostSamples_)},
                  .advice = "cut out a part of at most %3 samples"});
        for (const double pitch : {out.pitchXUm, out.pitchYUm}) {
            if (!(pitch > 0)) failAsDamaged("its pitch is not positive");
            if (pitch < leastPitchUm || pitch > mostPitchUm)
                fail({.reason = "its pitch is %1 um",
                      .details = {numberText(pitch)},
                      .advice = "save it with its size in metres"});
        }
        return static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    }

    [[nodiscard]] HeightFile readGsf() const {
        constexpr std::string_view magic = "Gwyddion Simple Field 1.0\n";
        const std::vector<std::byte> head = beginning();
        const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
        const std::size_t end = text.find('\0');
        if (!text.starts_with(magic) || end == std::string_view::npos)
            failAsDamaged("is not a Gwyddion Simple Field");
        std::map<std::string, std::string, std::less<>> keys;
        for (std::size_t at = magic.size(); at < end;) {
            const std::size_t stop = std::min(text.find('\n', at), end);
            const std::string_view line = text.substr(at, stop - at);
            at = stop + 1;
            const std::size_t equals = line.find('=');
            if (equals == std::string_view::npos) continue;
            keys[trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
        }
        for (const char* unit : {"XYUnits", "ZUnits"}) {
            if (keys.contains(unit) && keys[unit] != "m")
                fail({.reason = "%1 is %2",
                      .details = {unit, quotedForMessage(keys[unit])},
                      .advice = "save it in metres"});
        }
        for (const char* needed : {"XRes", "YRes"}) {
            if (!keys.contains(needed)) failAsDamaged("%1, its number of samples, is missing", {needed});
        }
        // In the format, a missing side means 1 m, but no instrument measures such a field.
        for (const char* needed : {"XReal", "YReal"}) {
            if (!keys.contains(needed))
                fail({.reason = "%1 is missing, so the distance between its samples is not known",
                      .details = {needed},
                      .advice = "give it its width and height in metres, for example with Gwyddion, and save "
                                "it again"});
        }
        HeightFile out;
        out.size = {side(number(keys["XRes"], "XRes"), "XRes"), side(number(keys["YRes"], "YRes"), "YRes")};
        out.pitchXUm = number(keys["XReal"], "XReal") * umInMetre / static_cast<double>(out.size.width);
        out.pitchYUm = number(keys["YReal"], "YReal") * umInMetre / static_cast<double>(out.size.height);
        const std::uint64_t samples = checkedSamples(out);
        const std::uint64_t data = (end / 4 + 1) * 4;
        if (static_cast<std::uint64_t>(file_.size()) != data + samples * sizeof(float))
            failAsDamaged("does not have the length that its size requires");
        if (what_ == What::head) return out;
        out.heightsUm.resize(samples);
        file_.read(static_cast<std::int64_t>(data), std::as_writable_bytes(std::span(out.heightsUm)));
        convert<float>(std::as_bytes(std::span(out.heightsUm)), umInMetre, 0, out);
        return out;
    }

    /// `from` may be the bytes of the heights of `to`.
    template <class Sample>
    static void convert(std::span<const std::byte> from, double factor, double offset, HeightFile& to) {
        const auto umAt = [&](std::size_t i) {
            Sample sample;
            std::memcpy(&sample, from.data() + i * sizeof sample, sizeof sample);
            return static_cast<double>(sample) * factor + offset;
        };
        const std::size_t count = to.heightsUm.size();
        double lowest = std::numeric_limits<double>::infinity();
        double highest = -lowest;
        for (std::size_t i = 0; i < count; ++i) {
            const double um = umAt(i);
            if (!std::isfinite(um)) continue;
            lowest = std::min(lowest, um);
            highest = std::max(highest, um);
        }
        // At least 14 of the 24 bits remain for the differences.
        constexpr double mostRanges = 1024;
        const double farthest = std::max(std::abs(lowest), std::abs(highest));
        const bool far = lowest <= highest && farthest > mostRanges * (highest - lowest);
        to.baseUm = far ? lowest : 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto um = static_cast<float>(umAt(i) - to.baseUm);
            to.heightsUm[i] = std::isfinite(um) ? um : missing;
        }
    }

    [[nodiscard]] static std::string trimmed(std::string_view text) {
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) return {};
        return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
    }

    /// The child of this name with any prefix.
    static pugi::xml_node childOf(const pugi::xml_node& parent, std::string_view name) {
        for (const pugi::xml_node child : parent.children()) {
            std::string_view own = child.name();
            const std::size_t colon = own.find(':');
            if (colon != std::string_view::npos) own.remove_prefix(colon + 1);
            if (own == name) return child;
        }
        return {};
    }
    static std::string textOf(const pugi::xml_node& node) { return trimmed(node.child_value()); }
    [[nodiscard]] double numberOf(const pugi::xml_node& parent, const char* name, double fallback) const {
        const pugi::xml_node node = childOf(parent, name);
        return node && !textOf(node).empty() ? number(textOf(node), name) : fallback;
    }
    [[nodiscard]] double pitchOf(const pugi::xml_node& axis, const std::string& name) const {
        if (!axis) failAsDamaged("has no axis %1", {name});
        if (textOf(childOf(axis, "AxisType")) == "A")
            fail({.reason = "the samples along %1 are not evenly spaced",
                  .details = {name},
                  .advice = "resample it"});
        return numberOf(axis, "Increment", 0) * umInMetre;
    }
    [[nodiscard]] std::int64_t sizeOf(const pugi::xml_node& matrix, const char* name) const {
        return side(numberOf(matrix, name, 0), name);
    }

    [[nodiscard]] std::vector<std::byte> part(const ReadZip& zip, const std::string& name,
                                              std::uint64_t mostBytes) const {
        auto content = zip.read(name, mostBytes);
        if (!content) failAsDamaged("%1 is missing in it or damaged", {quotedForMessage(name)});
        return *std::move(content);
    }

    [[nodiscard]] HeightFile readX3p() const {
        const auto zip = ReadZip::open(file_);
        if (!zip) failAsDamaged("is not a zip archive");
        const std::vector<std::byte> xml = part(*zip, "main.xml", mostXmlBytes);
        checkSumOfHead(*zip, xml);
        pugi::xml_document document;
        if (!document.load_buffer(xml.data(), xml.size())) failAsDamaged("main.xml is not XML");
        const pugi::xml_node top = document.document_element();
        const pugi::xml_node axes = childOf(childOf(top, "Record1"), "Axes");
        const pugi::xml_node data = childOf(top, "Record3");
        const pugi::xml_node matrix = childOf(data, "MatrixDimension");
        const pugi::xml_node link = childOf(data, "DataLink");
        if (!matrix || !link)
            fail({.reason = "its heights are not a matrix in a file of their own",
                  .advice = "save it as a matrix"});
        HeightFile out;
        out.size = {sizeOf(matrix, "SizeX"), sizeOf(matrix, "SizeY")};
        if (numberOf(matrix, "SizeZ", 1) != 1)
            fail({.reason = "has more than one layer", .advice = "save one layer"});
        out.pitchXUm = pitchOf(childOf(axes, "CX"), "CX");
        out.pitchYUm = pitchOf(childOf(axes, "CY"), "CY");
        const std::uint64_t samples = checkedSamples(out);
        const pugi::xml_node heights = childOf(axes, "CZ");
        const std::uint64_t bytes = samples * bytesOfHeight(textOf(childOf(heights, "DataType")));
        const std::string name = textOf(childOf(link, "PointDataLink"));
        const auto found = zip->bytesOf(name);
        if (found && *found != bytes)
            failAsDamaged("does not have the number of heights that its size requires");
        if (found && what_ == What::head) return out;
        const std::vector<std::byte> points = part(*zip, name, bytes);
        checkSum(points, textOf(childOf(link, "MD5ChecksumPointData")));
        out.heightsUm.resize(samples);
        fill(out, points, heights);
        const std::string valid = textOf(childOf(link, "ValidPointsLink"));
        if (!valid.empty()) clearInvalid(out.heightsUm, part(*zip, valid, samples + 8));
        return out;
    }

    /// The checksum file also contains the name main.xml, after the sum. Some writers leave out this file.
    void checkSumOfHead(const ReadZip& zip, const std::vector<std::byte>& xml) const {
        constexpr std::string_view name = "md5checksum.hex";
        constexpr std::uint64_t mostBytes = 4096;
        constexpr std::size_t digits = 32;
        if (!zip.bytesOf(name)) return;
        const std::vector<std::byte> bytes = part(zip, std::string(name), mostBytes);
        const std::string text =
            trimmed(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        checkSum(xml, text.substr(0, digits));
    }

    void checkSum(const std::vector<std::byte>& content, std::string expected) const {
        if (expected.empty()) return;
        std::transform(expected.begin(), expected.end(), expected.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const QByteArray bytes = QByteArray::fromRawData(reinterpret_cast<const char*>(content.data()),
                                                         static_cast<qsizetype>(content.size()));
        const std::string found =
            QCryptographicHash::hash(bytes, QCryptographicHash::Md5).toHex().toStdString();
        if (found != expected) failAsDamaged("checksum differs");
    }
    [[nodiscard]] std::uint64_t bytesOfHeight(const std::string& type) const {
        if (type == "I") return 2;
        if (type == "L" || type == "F") return 4;
        if (type == "D") return 8;
        failAsDamaged("its heights have the unknown type %1", {quotedForMessage(type)});
    }
    void fill(HeightFile& heights, const std::vector<std::byte>& points, const pugi::xml_node& axis) const {
        const std::string type = textOf(childOf(axis, "DataType"));
        const bool whole = type == "I" || type == "L";
        const double increment = numberOf(axis, "Increment", 1);
        // Floats need no increment, so their writers leave it out or write 0.
        const double factor = umInMetre * (whole || increment != 0 ? increment : 1);
        const double offset = umInMetre * numberOf(axis, "Offset", 0);
        if (type == "I") convert<std::int16_t>(points, factor, offset, heights);
        if (type == "L") convert<std::int32_t>(points, factor, offset, heights);
        if (type == "F") convert<float>(points, factor, offset, heights);
        if (type == "D") convert<double>(points, factor, offset, heights);
    }
    /// One bit for each height, the first in the lowest bit; 0: not measured.
    void clearInvalid(std::vector<float>& heights, const std::vector<std::byte>& bits) const {
        if (bits.size() < (heights.size() + 7) / 8) failAsDamaged("its list of valid points is too short");
        for (std::size_t i = 0; i < heights.size(); ++i) {
            if ((std::to_integer<unsigned>(bits[i / 8]) >> (i % 8) & 1U) == 0) heights[i] = missing;
        }
    }

    const InputFile& file_;
    const std::filesystem::path& path_;
    std::int64_t mostSamples_;
    What what_;
};

}  // namespace

HeightFile readHeightFile(const InputFile& file, std::int64_t mostSamples) {
    HeightFile heights = HeightReader(file, mostSamples, HeightReader::What::all).read();
    file.requireUnchanged();
    return heights;
}

HeightFile readHeightFile(const std::filesystem::path& path, std::int64_t mostSamples) {
    return readHeightFile(InputFile(path), mostSamples);
}

HeightFile readHeightHead(const InputFile& file, std::int64_t mostSamples) {
    return HeightReader(file, mostSamples, HeightReader::What::head).read();
}

std::size_t heightFileBytes(const InputFile& file, std::int64_t mostSamples) {
    const Size size = readHeightHead(file, mostSamples).size;
    // Memory for the heights, and for the content of an archive while it is read.
    constexpr std::size_t longestHeight = 8;
    return static_cast<std::size_t>(size.width * size.height) * (sizeof(float) + longestHeight);
}

}  // namespace burin
