// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/pixel_format.hpp"

#include "core/kernels/byte_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace burin {

float narrowed(double value) {
    constexpr double roundsToInfinity = 0x1.ffffffp127;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (value >= roundsToInfinity) return infinity;
    if (value <= -roundsToInfinity) return -infinity;
    return static_cast<float>(value);
}

namespace {

template <class T>
T load(const std::byte* from, std::int64_t index) {
    T value;
    std::memcpy(&value, from + index * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    return value;
}

double luma(double red, double green, double blue) {
    return (0.299 * red + 0.587 * green) + 0.114 * blue;
}

/// The quotient must be rounded only once, but in binary64 a few 32-bit integers would first be rounded to a
/// tie. The 11 extra bits of x87 suffice: v / (2^32 - 1) repeats the bits of v, so no quotient is a tie
/// within these bits.
float ratio(std::uint32_t value, double maximum) {
    return static_cast<float>(static_cast<long double>(value) / static_cast<long double>(maximum));
}

double paletteValue(const PixelFormat& format, std::size_t index) {
    return luma(format.palette[0][index], format.palette[1][index], format.palette[2][index]) /
           format.paletteMaximum;
}

double grayValue(const PixelFormat& format, double v) {
    return (format.inverted ? format.maximum - v : v) / format.maximum;
}

std::vector<float> tableOf(const PixelFormat& format) {
    const int bits = bitsOf(format.type);
    if (bits > 16 || isFloat(format.type) || format.model == PixelFormat::Model::colour || format.blends())
        return {};
    std::vector<float> table(std::size_t{1} << bits);
    for (std::size_t v = 0; v < table.size(); ++v) {
        const auto value = static_cast<double>(v);
        if (value == format.hole) continue;
        table[v] = static_cast<float>(format.model == PixelFormat::Model::palette ? paletteValue(format, v)
                                                                                  : grayValue(format, value));
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

/// Components of whole bytes.
template <class T>
struct WholeBytes {
    static T at(const std::byte* row, std::int64_t index) { return load<T>(row, index); }
};

/// binary16 of IEEE 754.
struct HalfFloats {
    static float at(const std::byte* row, std::int64_t index) {
        const std::uint32_t half = load<std::uint16_t>(row, index);
        const std::uint32_t sign = (half & 0x8000U) << 16U;
        const std::uint32_t rest = half & 0x7FFFU;
        constexpr std::uint32_t leastNormal = 0x400;
        constexpr std::uint32_t infinity = 0x7C00;
        if (rest < leastNormal) {
            const float least = sign == 0 ? 0x1p-24F : -0x1p-24F;
            return static_cast<float>(rest) * least;
        }
        // the exponents of binary32 are larger by 112, and that of infinity and NaN by 224
        const std::uint32_t more = rest < infinity ? 112 : 224;
        return std::bit_cast<float>(sign | ((rest << 13U) + (more << 23U)));
    }
};

/// binary64, rounded to binary32; what is too large becomes an infinity.
struct DoubleFloats {
    static float at(const std::byte* row, std::int64_t index) { return narrowed(load<double>(row, index)); }
};

/// Packed components. Reads only the bytes that contain the component.
template <int bits>
struct PackedBits {
    static std::uint32_t at(const std::byte* row, std::int64_t index) {
        const std::int64_t first = index * bits;
        const int used = static_cast<int>(first % 8) + bits;
        std::uint32_t held = 0;
        for (int i = 0; i * 8 < used; ++i)
            held = held << 8U | std::to_integer<std::uint32_t>(row[first / 8 + i]);
        constexpr std::uint32_t mask = (1U << bits) - 1;
        return held >> ((8 - used % 8) % 8) & mask;
    }
};

/// Calls visit(components) with the type that reads them.
template <class Visit>
void withComponents(ComponentType type, const Visit& visit) {
    switch (type) {
        case ComponentType::u1:
            return visit(PackedBits<1>());
        case ComponentType::u2:
            return visit(PackedBits<2>());
        case ComponentType::u4:
            return visit(PackedBits<4>());
        case ComponentType::u8:
            return visit(WholeBytes<std::uint8_t>());
        case ComponentType::u10:
            return visit(PackedBits<10>());
        case ComponentType::u12:
            return visit(PackedBits<12>());
        case ComponentType::u14:
            return visit(PackedBits<14>());
        case ComponentType::u16:
            return visit(WholeBytes<std::uint16_t>());
        case ComponentType::u32:
            return visit(WholeBytes<std::uint32_t>());
        case ComponentType::f16:
            return visit(HalfFloats());
        case ComponentType::f32:
            return visit(WholeBytes<float>());
        case ComponentType::f64:
            return visit(DoubleFloats());
    }
}

template <class Components, class Sample>
void lookUp(const PixelFormat& format, const RowStart& row, std::int64_t first, std::int64_t count,
            const Sample* table, Sample* samples) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t at = (first + i) * format.stride + format.place[0];
        samples[i] = table[static_cast<std::size_t>(Components::at(row[0], at))];
    }
}

/// One pixel's components but alpha.
template <class Components>
class StoredPixel {
  public:
    StoredPixel(const PixelFormat& format, const RowStart& row, std::int64_t at) : format_(format) {
        const std::size_t count = format.model == PixelFormat::Model::colour ? 3 : 1;
        for (std::size_t c = 0; c < count; ++c) {
            value_[c] = static_cast<double>(Components::at(row[c], at + format.place[c]));
            hole_ = hole_ && value_[c] == format.hole;
        }
    }

    [[nodiscard]] bool isHole() const { return hole_; }
    /// \param white  what an inverted gray is subtracted from
    [[nodiscard]] double value(double white) const {
        switch (format_.model) {
            case PixelFormat::Model::gray:
                return format_.inverted ? std::max(0.0, white - value_[0]) / format_.maximum
                                        : grayValue(format_, value_[0]);
            case PixelFormat::Model::palette:
                return paletteValue(format_, static_cast<std::size_t>(value_[0]));
            case PixelFormat::Model::colour:
                break;
        }
        return luma(value_[0], value_[1], value_[2]) / format_.maximum;
    }

  private:
    const PixelFormat& format_;
    std::array<double, 3> value_ = {};
    bool hole_ = true;
};

/// Colours without alpha.
template <class Components>
void mix(const PixelFormat& format, const RowStart& row, std::int64_t first, std::int64_t count,
         float* samples) {
    const auto [red, green, blue, alpha] = format.place;
    const double maximum = format.maximum;
    const double hole = format.hole;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t at = (first + i) * format.stride;
        const auto r = static_cast<double>(Components::at(row[0], at + red));
        const auto g = static_cast<double>(Components::at(row[1], at + green));
        const auto b = static_cast<double>(Components::at(row[2], at + blue));
        const bool isHole = r == hole && g == hole && b == hole;
        samples[i] = isHole ? 0.0F : static_cast<float>(luma(r, g, b) / maximum);
    }
}

template <class Components>
void blend(const PixelFormat& format, const RowStart& row, std::int64_t first, std::int64_t count,
           float* samples) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t at = (first + i) * format.stride;
        double opaque = format.maximum;
        if (format.alpha != PixelFormat::Alpha::none)
            opaque = static_cast<double>(Components::at(row[3], at + format.place[3]));
        const double alpha = opaque / format.maximum;
        double sample = alpha;
        if (format.alphaUse != AlphaUse::only) {
            const StoredPixel<Components> pixel(format, row, at);
            sample = pixel.value(format.alpha == PixelFormat::Alpha::associated ? opaque : format.maximum);
            if (format.alpha == PixelFormat::Alpha::unassociated) sample *= alpha;
            if (format.alphaUse == AlphaUse::white) sample += 1 - alpha;
            if (pixel.isHole()) sample = 0;
        }
        samples[i] = static_cast<float>(sample);
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
    if (levels_.empty()) throw std::logic_error("the caller requests wide samples as bytes");
    if (levelsAreBytes_) {
        std::memcpy(levels, row[0] + format_.place[0] + first, static_cast<std::size_t>(count));
        return;
    }
    withComponents(format_.type, [&](auto components) {
        lookUp<decltype(components)>(format_, row, first, count, levels_.data(), levels);
    });
}

void PixelConverter::convert(const RowStart& row, std::int64_t first, std::int64_t count,
                             float* samples) const {
    if (levelsAreBytes_) {
        const auto* levels = reinterpret_cast<const std::uint8_t*>(row[0] + format_.place[0] + first);
        return byteKernels().toSamples(levels, samples, count);
    }
    if (format_.blends()) {
        return withComponents(format_.type, [&](auto components) {
            blend<decltype(components)>(format_, row, first, count, samples);
        });
    }
    if (!table_.empty()) {
        return withComponents(format_.type, [&](auto components) {
            lookUp<decltype(components)>(format_, row, first, count, table_.data(), samples);
        });
    }
    if (format_.model == PixelFormat::Model::colour) {
        return withComponents(format_.type, [&](auto components) {
            mix<decltype(components)>(format_, row, first, count, samples);
        });
    }
    convertWide(row[0], first, count, samples);
}

void PixelConverter::convertWide(const std::byte* row, std::int64_t first, std::int64_t count,
                                 float* samples) const {
    withComponents(format_.type, [&](auto components) {
        for (std::int64_t i = 0; i < count; ++i) {
            const auto value = components.at(row, (first + i) * format_.stride + format_.place[0]);
            if (static_cast<double>(value) == format_.hole) {
                samples[i] = format_.holeSample;
            } else if constexpr (std::is_same_v<decltype(value), const float>) {
                samples[i] = value;
            } else {
                const auto whole = static_cast<std::uint32_t>(value);
                samples[i] = ratio(format_.inverted ? ~whole : whole, format_.maximum);
            }
        }
    });
}

}  // namespace burin
