// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_design.hpp"
#include "support/tiff_writer.hpp"

#include <any>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

namespace burin::test {

namespace {

/// How the components of one pixel become a sample.
struct PictureFormat {
    int bits = 8;
    int samples = 1;
    int photometric = PHOTOMETRIC_MINISBLACK;
    bool real = false;
};

/// Components form blobs and gaps rather than noise, so that filters and masks find edges.
std::uint32_t component(const PictureFormat& format, std::uint64_t seed, std::int64_t x, std::int64_t y,
                        int c) {
    Random random(seed + static_cast<std::uint64_t>(x / 3 + 100 * (y / 2) + 10000 * c));
    const double v = random.chance(0.4) ? 0 : random.chance(0.3) ? 1 : random.real(0, 1);
    if (format.real) {
        const auto sample = static_cast<float>(v * 1.25 - 0.125);
        std::uint32_t pattern = 0;
        std::memcpy(&pattern, &sample, sizeof pattern);
        return pattern;
    }
    return static_cast<std::uint32_t>(v * static_cast<double>((std::uint64_t{1} << format.bits) - 1));
}

float sampleOf(const PictureFormat& format, const std::uint32_t (&components)[3]) {
    if (format.real) {
        float sample = 0;
        std::memcpy(&sample, components, sizeof sample);
        return sample;
    }
    const auto most = static_cast<double>((std::uint64_t{1} << format.bits) - 1);
    if (format.samples == 3) {
        const double gray = 0.299 * components[0] + 0.587 * components[1] + 0.114 * components[2];
        return static_cast<float>(gray / most);
    }
    const double v = components[0];
    return static_cast<float>((format.photometric == PHOTOMETRIC_MINISWHITE ? most - v : v) / most);
}

void writePgm(const std::filesystem::path& file, const PictureFormat& format, Size size,
              const Component& component) {
    std::ofstream out(file, std::ios::binary);
    out << "P5\n" << size.width << " " << size.height << "\n" << (1 << format.bits) - 1 << "\n";
    for (std::int64_t y = 0; y < size.height; ++y) {
        for (std::int64_t x = 0; x < size.width; ++x) {
            const std::uint32_t v = component(x, y, 0);
            if (format.bits == 16) out.put(static_cast<char>(v >> 8U));
            out.put(static_cast<char>(v));
        }
    }
}

ScanNode randomScan(Random& random, const std::filesystem::path& folder, const std::string& name) {
    ScanNode node;
    node.file = name + ".gsf";
    node.size = {random.between(1, 40), random.between(1, 40)};
    node.nearest = random.chance(0.7);
    if (random.chance(0.5)) node.top = random.real(-5, 5);
    if (random.chance(0.5)) node.bottom = random.real(-30, -21);
    std::string head = "Gwyddion Simple Field 1.0\nXRes = " + std::to_string(node.size.width) +
                       "\nYRes = " + std::to_string(node.size.height) +
                       "\nXReal = " + std::to_string(node.size.width) +
                       "e-6\nYReal = " + std::to_string(node.size.height) + "e-6\n";
    head.append(4 - head.size() % 4, '\0');
    std::ofstream out(folder / node.file, std::ios::binary);
    out << head;
    const double gaps = random.pick({0.0, 0.1, 0.95});
    const std::int64_t count = node.size.width * node.size.height;
    for (std::int64_t i = 0; i < count; ++i) {
        float metres = static_cast<float>(random.real(-20e-6, -5e-6));
        // One height at least was measured.
        if (i > 0 && random.chance(gaps)) metres = std::numeric_limits<float>::quiet_NaN();
        node.heights.push_back(static_cast<float>(static_cast<double>(metres) * 1e6));
        char bytes[sizeof metres];
        std::memcpy(bytes, &metres, sizeof metres);
        out.write(bytes, sizeof bytes);
    }
    return node;
}

}  // namespace

PictureNode randomPicture(Random& random, const std::filesystem::path& folder, const std::string& name) {
    PictureNode node;
    node.tiff = random.chance(0.6);
    node.size = {random.between(1, 40), random.between(1, 40)};
    PictureFormat format;
    if (!node.tiff) {
        format.bits = random.pick({8, 16});
    } else {
        const auto all = {PictureFormat{1},
                          PictureFormat{8},
                          PictureFormat{16},
                          PictureFormat{32},
                          PictureFormat{32, 1, PHOTOMETRIC_MINISBLACK, true},
                          PictureFormat{8, 3, PHOTOMETRIC_RGB},
                          PictureFormat{16, 3, PHOTOMETRIC_RGB},
                          PictureFormat{8, 1, PHOTOMETRIC_MINISWHITE}};
        format = random.pick<PictureFormat>(all);
        node.page = random.chance(0.2) ? 1 : 0;
    }
    const std::uint64_t seed = random.next() >> 8U;
    const Component bits = [=](std::int64_t x, std::int64_t y, int c) {
        return component(format, seed, x, y, c);
    };
    node.file = name + (node.tiff ? ".tif" : ".pgm");
    if (node.tiff) {
        TiffSpec spec;
        spec.width = node.size.width;
        spec.height = node.size.height;
        spec.bits = format.bits;
        spec.samples = format.samples;
        spec.photometric = format.photometric;
        spec.format = format.real ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT;
        spec.pages = node.page + 1;
        if (random.chance(0.5)) spec.tileWidth = spec.tileHeight = 16;
        if (random.chance(0.5)) spec.compression = COMPRESSION_LZW;
        const TiffWriter written(folder / node.file, spec, bits);
    } else {
        writePgm(folder / node.file, format, node.size, bits);
    }
    for (std::int64_t y = 0; y < node.size.height; ++y) {
        for (std::int64_t x = 0; x < node.size.width; ++x) {
            std::uint32_t components[3] = {};
            for (int c = 0; c < format.samples; ++c)
                components[c] = bits(x + node.page, y, c);
            node.samples.push_back(sampleOf(format, components));
        }
    }
    return node;
}

PictureNode randomGrayPicture(Random& random, Size size, const std::filesystem::path& folder,
                              const std::string& name) {
    PictureNode node;
    node.size = size;
    node.file = name + ".pgm";
    PictureFormat format;
    format.bits = random.pick({8, 16});
    const std::uint64_t seed = random.next() >> 8U;
    const Component bits = [=](std::int64_t x, std::int64_t y, int) {
        Random level(seed + static_cast<std::uint64_t>(x + 1000 * y));
        return static_cast<std::uint32_t>(level.between(0, (1 << format.bits) - 1));
    };
    writePgm(folder / node.file, format, size, bits);
    for (std::int64_t y = 0; y < size.height; ++y) {
        for (std::int64_t x = 0; x < size.width; ++x)
            node.samples.push_back(sampleOf(format, {bits(x, y, 0), 0, 0}));
    }
    return node;
}

std::any randomFile(Random& random, const std::filesystem::path& folder, const std::string& name) {
    if (random.chance(0.2)) return randomScan(random, folder, name);
    return randomPicture(random, folder, name);
}

}  // namespace burin::test
