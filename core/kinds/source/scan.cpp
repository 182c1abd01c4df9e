// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/source/scan.hpp"

#include "core/base/text.hpp"
#include "core/images/decoded_image.hpp"
#include "core/images/heights/height_file.hpp"
#include "core/images/heights/missing_heights.hpp"
#include "core/images/image_error.hpp"
#include "core/images/tiff_reader.hpp"
#include "core/kinds/form/canonical.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

namespace burin {

namespace {

constexpr float notMeasured = std::numeric_limits<float>::quiet_NaN();

bool isTiff(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return suffix == ".tif" || suffix == ".tiff";
}

/// The file of a node: a TIFF, or a file of heights.
struct ScanSource {
    std::shared_ptr<const TiffReader> tiff;
    std::shared_ptr<const InputFile> file;

    [[nodiscard]] HeightFile read(const MeasuredScan::Parameters& how) const {
        if (!tiff) return readHeightFile(*file, MeasuredScan::mostSamples);
        HeightFile out = head(how);
        const auto [width, height] = out.size;
        out.heightsUm.resize(static_cast<std::size_t>(width * height));
        tiff->read({0, 0, width, height}, {out.heightsUm.data(), width, width, height});
        for (float& z : out.heightsUm) {
            const auto um = static_cast<float>(static_cast<double>(z) * how.zUnitUm);
            z = std::isfinite(um) ? um : notMeasured;
        }
        return out;
    }
    /// The size and the pitches.
    [[nodiscard]] HeightFile head(const MeasuredScan::Parameters& how) const {
        if (tiff) return {tiff->size(), how.pitchUm, how.pitchUm, {}};
        return readHeightHead(*file, MeasuredScan::mostSamples);
    }
    [[nodiscard]] std::size_t keptBytes() const { return tiff ? tiff->residentBytes() : 0; }
    /// The memory for reading: up to eight bytes of content for each sample, the heights, and one byte for
    /// each height while missing ones are filled in.
    [[nodiscard]] std::size_t readingBytes(const Size& size) const {
        const auto samples = static_cast<std::size_t>(size.width * size.height);
        if (tiff) return samples * (sizeof(float) + 1) + keptBytes();
        return samples * (8 + sizeof(float) + 1);
    }
};

/// \throws ImageError if the heights and the limits contradict each other
MeasuredScan::Depths depthsOf(HeightFile heights, const MeasuredScan::Parameters& how,
                              const std::string& name, const std::stop_token& stop) {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    MeasuredScan::Depths out;
    for (const float z : heights.heightsUm) {
        if (std::isnan(z)) {
            ++out.missing;
            continue;
        }
        lowest = std::min(lowest, static_cast<double>(z));
        highest = std::max(highest, static_cast<double>(z));
    }
    if (highest < lowest)
        throw ImageError(
            {.subject = name, .reason = "all its heights are missing", .advice = "measure it again"});
    lowest += heights.baseUm;
    highest += heights.baseUm;
    out.highestUm = highest;
    const double top = how.topUm.value_or(highest);
    const double bottom = how.bottomUm.value_or(lowest);
    const bool flat = lowest == highest && !how.topUm && !how.bottomUm;
    if (!flat && !(top > bottom)) {
        throw ImageError({.subject = name,
                          .reason = "its heights reach from %1 um to %2 um, so top does not lie above bottom",
                          .details = {numberText(lowest), numberText(highest)},
                          .advice = how.topUm ? "write a higher `top`" : "write a lower `bottom`"});
    }
    if (how.fillsGaps && out.missing > 0) fillMissing(heights, MeasuredScan::reach, stop);
    for (float& z : heights.heightsUm) {
        const double v = flat ? 0 : (top - (heights.baseUm + static_cast<double>(z))) / (top - bottom);
        const auto depth = static_cast<float>(std::clamp(v, 0.0, 1.0));
        z = depth >= dustLimit ? depth : 0.0F;  // a sample without a height also becomes 0
    }
    out.samples = std::move(heights.heightsUm);
    return out;
}

/// The parameters. Reports those that contradict each other.
std::optional<MeasuredScan::Parameters> scanParameters(const BindContext& context, bool tiff) {
    const Values& values = context.values;
    MeasuredScan::Parameters out;
    if (const double* um = values.find<double>("top")) out.topUm = *um;
    if (const double* um = values.find<double>("bottom")) out.bottomUm = *um;
    out.fillsGaps = values.as<std::string>("missing") == "nearest";
    const std::size_t before = context.problems.size();
    if (out.topUm && out.bottomUm && !(*out.topUm > *out.bottomUm))
        context.problem("bottom", "bottom does not lie below top", "write a lower `bottom`");
    const auto take = [&](const char* key, double& into) {
        const double* um = values.find<double>(key);
        if (um == nullptr) return false;
        into = *um;
        if (!tiff)
            context.problem(
                key, {.reason = "the file already states its %1", .details = {key}, .advice = "remove `%1`"});
        return true;
    };
    const bool hasUnit = take("z_unit", out.zUnitUm);
    const bool hasPitch = take("pitch", out.pitchUm);
    if (tiff && !(hasUnit && hasPitch))
        context.problem("file", "a TIFF says neither the unit of its heights nor their pitch",
                        "write both, such as `z_unit: 1 um` and `pitch: 1 um`");
    if (context.problems.size() > before) return {};
    return out;
}

ScanSource openScan(const std::filesystem::path& path, MeasuredScan& node) {
    if (!isTiff(path)) {
        auto file = std::make_shared<const InputFile>(path);
        node.file = std::make_shared<const FileContent>(file);
        return {nullptr, std::move(file)};
    }
    const PictureUse use{.alpha = AlphaUse::ignore, .turned = true, .holeSample = notMeasured};
    auto tiff = std::make_shared<const TiffReader>(path, std::nullopt, use);
    if (!tiff->holdsFloats())
        throw ImageError({.reason = "%1 holds no floats in gray",
                          .details = {path.string()},
                          .advice = "save its heights as 32-bit floats, or use `kind: tiff`"});
    node.file = std::shared_ptr<const FileContent>(tiff, &tiff->content());
    return {std::move(tiff), nullptr};
}

std::shared_ptr<const Operation> bindScan(const BindContext& context) {
    const std::filesystem::path path = context.folder / context.values.as<std::string>("file");
    const std::optional<MeasuredScan::Parameters> parameters = scanParameters(context, isTiff(path));
    if (!parameters) return nullptr;
    try {
        MeasuredScan node;
        node.parameters = *parameters;
        node.pixelUm = context.pixelUm;
        const ScanSource source = openScan(path, node);
        const HeightFile head = source.head(node.parameters);
        if (head.size.width > MeasuredScan::mostSamples / head.size.height)
            throw ImageError(
                {.reason = "%1 has %2 x %3 samples",
                 .details = {path.string(), std::to_string(head.size.width), std::to_string(head.size.height),
                             std::to_string(MeasuredScan::mostSamples)},
                 .advice = "cut out a part of at most %4 samples"});
        node.size = head.size;
        node.pitchUm = {head.pitchXUm, head.pitchYUm};
        node.readingBytes = source.readingBytes(node.size);
        node.keptBytes = source.keptBytes();
        node.depths = Deferred<MeasuredScan::Depths>(
            [source, how = node.parameters, name = path.string()](const std::stop_token& stop) {
                return depthsOf(source.read(how), how, name, stop);
            });
        // A small file is read at once, so that its faults are found before anything is computed.
        const auto bytes = static_cast<std::int64_t>(node.readingBytes);
        if (bytes <= (context.decodable == nullptr ? DecodedImage::decodedAtOnceBytes : *context.decodable)) {
            node.prepare(context.stop);
            if (context.decodable != nullptr)
                *context.decodable -= static_cast<std::int64_t>(node.residentBytes());
        }
        return std::make_shared<OperationOf<MeasuredScan>>(std::move(node));
    } catch (const ImageError& error) {
        context.problem("file", error.problem());
        return nullptr;
    }
}

}  // namespace

void MeasuredScan::begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
    const float* const samples = depths.value().samples.data();
    for (std::int64_t y = 0; y < area.height; ++y)
        std::memcpy(value.row(y), samples + (area.y + y) * size.width + area.x,
                    static_cast<std::size_t>(area.width) * sizeof(float));
}

void MeasuredScan::beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count,
                           float* value) const {
    const float* const samples = depths.value().samples.data();
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = samples[places[i].y * size.width + places[i].x];
}

std::string MeasuredScan::fingerprint() const {
    const auto limit = [](const std::optional<double>& um) { return um ? canonicalNumber(*um) : "measured"; };
    return "scan from " + limit(parameters.topUm) + " to " + limit(parameters.bottomUm) +
           (parameters.fillsGaps ? " filled" : " with gaps") + " in " + canonicalNumber(parameters.zUnitUm);
}

std::vector<Problem> MeasuredScan::remarks(std::span<const LinkShape>) const {
    std::vector<Problem> out;
    const auto differs = [this](double um) { return std::abs(um / pixelUm - 1) > 1e-3; };
    if (differs(pitchUm.x) || differs(pitchUm.y)) {
        const auto side = [this](std::int64_t samples, double um) {
            return std::to_string(std::max(1LL, std::llround(static_cast<double>(samples) * um / pixelUm)));
        };
        out.push_back(
            {.reason = "its samples are %1 um x %2 um large, but the pixels of the design are %3 um large; a "
                       "transform with `size: [%4, %5]` gives it the right size",
             .details = {roundedText(pitchUm.x, 6), roundedText(pitchUm.y, 6), roundedText(pixelUm, 6),
                         side(size.width, pitchUm.x), side(size.height, pitchUm.y)}});
    }
    if (depths.made() && depths.value().missing > 0)
        out.push_back(
            {.reason = "%1 of its %2 heights are missing",
             .details = {std::to_string(depths.value().missing), std::to_string(size.width * size.height)}});
    return out;
}

std::size_t MeasuredScan::residentBytes() const {
    if (!depths.made()) return readingBytes;
    return sizeof(float) * static_cast<std::size_t>(size.width * size.height) + keptBytes;
}

Kind scanKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "scan";
    d.title = "Scan";
    d.help = "Reads measured heights as depths.";
    d.words = {"measured",     "measurement", "instrument", "heights",  "topography", "gsf",
               "profilometer", "confocal",    "microscope", "gwyddion", "file"};
    d.category = Category::source;
    d.files = {FilesRead::What::heights, {"x3p", "gsf"}};
    d.size = SizeRule::none;
    d.since = 2;
    d.parameters = {
        {.key = "file",
         .title = "File",
         .type = ParameterType::file,
         .required = true,
         .help = "The path of a .x3p, a .gsf or a .tif of floats, absolute or relative to the design "
                 "file. A .gsf without XReal and YReal is refused, because its pitch is not known. "
                 "Convert a .sur first."},
        {.key = "top",
         .title = "Top",
         .type = ParameterType::length,
         .unit = "um",
         .help = "The height that becomes the depth 0. The default is the highest measured height."},
        {.key = "bottom",
         .title = "Bottom",
         .type = ParameterType::length,
         .unit = "um",
         .help = "The height that becomes the depth 1. The default is the lowest measured height."},
        {.key = "missing",
         .title = "Missing heights",
         .type = ParameterType::choice,
         .fallback = "nearest",
         .choices = {"nearest", "empty"},
         .help = "nearest: a missing height gets the nearest measured height up to 64 samples away, or the "
                 "depth 0 if there is none. empty: a missing height gets the depth 0."},
        {.key = "z_unit",
         .title = "Unit of heights",
         .type = ParameterType::length,
         .unit = "um",
         .minimum = 0,
         .help = "The height that a sample of 1 in a TIFF stands for.",
         .strictlyPositive = true},
        {.key = "pitch",
         .title = "Pitch",
         .type = ParameterType::length,
         .unit = "um",
         .minimum = 0,
         .help = "The distance between neighbouring samples of a TIFF.",
         .strictlyPositive = true}};
    kind.bind = &bindScan;
    return kind;
}

}  // namespace burin
