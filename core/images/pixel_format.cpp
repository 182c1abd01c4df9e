// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/pixel_format.hpp"

#include "core/kernels/byte_kernels.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace burin {

namespace {

template <class T>
T load(const std::byte* from, std::int64_t index) {
    T value;
    std::memcpy(&value, from + index * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    return value;
}

float luma(double red, double green, double blue, double maximum) {
    return static_cast<float>(((0.299 * red + 0.587 * green) + 0.114 * blue) / maximum);
}

/// The quotient must be rounded only once, but binary64 would first round a few 32-bit integers to a tie. The
/// 11 extra bits of x87 suffice: v / (2^32 - 1) repeats the bits of v, and within them no v is a tie.
float ratio(std::uint32_t value, double maximum) {
    return static_cast<float>(static_cast<long double>(value) / static_cast<long double>(maximum));
}

std::vector<float> tableOf(const PixelFormat& format) {
    const int bits = bitsOf(format.type);
    if (bits > 16 || format.model == PixelFormat::Model::colour) return {};
    std::vector<float> table(std::size_t{1} << bits);
    for (std::size_t v = 0; v < table.size(); ++v) {
        if (format.model == PixelFormat::Model::palette) {
            table[v] = luma(format.palette[0][v], format.palette[1][v], format.palette[2][v], 65535);
        } else {
            const double value = static_cast<double>(v);
            table[v] =
                static_cast<float>((format.inverted ? format.maximum - value : value) / format.maximum);
        }
    }
    return table;
}

/// The fewest bits that represent all values of a table exactly.
int bitsOf(const std::vector<float>& table) {
    for (const int bits : {8, 16}) {
        const auto most = static_cast<float>((1 << bits) - 1);
        const auto whole = [most](float v) {
            return v >= 0 && v <= 1 && v == static_cast<float>(static_cast<int>(v * most + 0.5F)) / most;
        };
        if (!table.empty() && std::all_of(table.begin(), table.end(), whole)) return bits;
    }
    return 32;
}

std::vector<std::uint8_t> levelsOf(const std::vector<float>& table, int bits) {
    if (bits != 8) return {};
    std::vector<std::uint8_t> levels;
    for (const float v : table)
        levels.push_back(static_cast<std::uint8_t>(v * 255 + 0.5F));
    return levels;
}

bool isIdentity(const std::vector<std::uint8_t>& levels) {
    for (std::size_t v = 0; v < levels.size(); ++v) {
        if (levels[v] != v) return false;
    }
    return true;
}

template <int bits, class Sample>
void lookUpBits(const std::byte* row, std::int64_t first, std::int64_t count, int stride, const Sample* table,
                Sample* samples) {
    constexpr int perByte = 8 / bits;
    constexpr unsigned mask = (1U << bits) - 1;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t index = (first + i) * stride;
        const int shift = 8 - bits - static_cast<int>(index % perByte) * bits;
        samples[i] = table[(std::to_integer<unsigned>(row[index / perByte]) >> shift) & mask];
    }
}

template <class T, class Sample>
void lookUp(const std::byte* row, std::int64_t first, std::int64_t count, int stride, const Sample* table,
            Sample* samples) {
    for (std::int64_t i = 0; i < count; ++i)
        samples[i] = table[load<T>(row, (first + i) * stride)];
}

template <class T>
void mix(const RowStart& row, std::int64_t first, std::int64_t count, int stride, double maximum,
         float* samples) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t at = (first + i) * stride;
        samples[i] = luma(load<T>(row[0], at), load<T>(row[1], at), load<T>(row[2], at), maximum);
    }
}

}  // namespace

PixelConverter::PixelConverter(PixelFormat format)
    : format_(std::move(format)),
      table_(tableOf(format_)),
      bits_(bitsOf(table_)),
      levels_(levelsOf(table_, bits_)),
      levelsAreBytes_(format_.type == ComponentType::u8 && format_.stride == 1 && bits_ == 8 &&
                      isIdentity(levels_)) {}

void PixelConverter::convert(const RowStart& row, std::int64_t first, std::int64_t count,
                             std::uint8_t* levels) const {
    const int stride = format_.stride;
    const std::uint8_t* const table = levels_.data();
    switch (format_.type) {
        case ComponentType::u1:
            return lookUpBits<1>(row[0], first, count, stride, table, levels);
        case ComponentType::u2:
            return lookUpBits<2>(row[0], first, count, stride, table, levels);
        case ComponentType::u4:
            return lookUpBits<4>(row[0], first, count, stride, table, levels);
        case ComponentType::u8:
            if (!levelsAreBytes_) return lookUp<std::uint8_t>(row[0], first, count, stride, table, levels);
            std::memcpy(levels, row[0] + first, static_cast<std::size_t>(count));
            return;
        case ComponentType::u16:
            return lookUp<std::uint16_t>(row[0], first, count, stride, table, levels);
        default:
            throw std::logic_error("wide samples are asked for as bytes");
    }
}

void PixelConverter::convert(const RowStart& row, std::int64_t first, std::int64_t count,
                             float* samples) const {
    const int stride = format_.stride;
    const bool colour = format_.model == PixelFormat::Model::colour;
    const double maximum = format_.maximum;
    switch (format_.type) {
        case ComponentType::u1:
            return lookUpBits<1>(row[0], first, count, stride, table_.data(), samples);
        case ComponentType::u2:
            return lookUpBits<2>(row[0], first, count, stride, table_.data(), samples);
        case ComponentType::u4:
            return lookUpBits<4>(row[0], first, count, stride, table_.data(), samples);
        case ComponentType::u8:
            if (colour) return mix<std::uint8_t>(row, first, count, stride, maximum, samples);
            if (levelsAreBytes_) {
                const auto* levels = reinterpret_cast<const std::uint8_t*>(row[0] + first);
                return byteKernels().toSamples(levels, samples, count);
            }
            return lookUp<std::uint8_t>(row[0], first, count, stride, table_.data(), samples);
        case ComponentType::u16:
            if (colour) return mix<std::uint16_t>(row, first, count, stride, maximum, samples);
            return lookUp<std::uint16_t>(row[0], first, count, stride, table_.data(), samples);
        case ComponentType::u32:
            if (colour) return mix<std::uint32_t>(row, first, count, stride, maximum, samples);
            for (std::int64_t i = 0; i < count; ++i) {
                const auto value = load<std::uint32_t>(row[0], (first + i) * stride);
                samples[i] = ratio(format_.inverted ? ~value : value, maximum);
            }
            return;
        case ComponentType::f32:
            for (std::int64_t i = 0; i < count; ++i)
                samples[i] = load<float>(row[0], (first + i) * stride);
            return;
    }
}

}  // namespace burin
