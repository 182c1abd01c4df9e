// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/color_map.hpp"

#include <QHash>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

namespace burin::ui {

namespace {

// Viridis and Magma: S. van der Walt and N. Smith, A Better Default Colormap for Matplotlib, 2015. Cividis:
// J. Nunez, C. Anderton, R. Renslow, Optimizing colormaps with consideration for color vision deficiency,
// 2018. The tables are those of matplotlib and in the public domain (CC0), two hexadecimal digits a channel.
constexpr std::string_view magma =
    "00000401000501010601010802010902020b02020d03030f03031204041405041606051806051a07061c08071e090720"
    "0a08220b09240c09260d0a290e0b2b100b2d110c2f120d31130d34140e36150e38160f3b180f3d19103f1a10421c1044"
    "1d11471e114920114b21114e22115024125325125527125829115a2a115c2c115f2d11612f1163311165331067341069"
    "36106b38106c390f6e3b0f703d0f713f0f72400f74420f75440f764510774710784910784a10794c117a4e117b4f127b"
    "51127c52137c54137d56147d57157e59157e5a167e5c167f5d177f5f187f601880621980641a80651a80671b80681c81"
    "6a1c816b1d816d1d816e1e81701f81721f817320817521817621817822817922827b23827c23827e2482802582812581"
    "8326818426818627818827818928818b29818c29818e2a81902a81912b81932b80942c80962c80982d80992d809b2e7f"
    "9c2e7f9e2f7fa02f7fa1307ea3307ea5317ea6317da8327daa337dab337cad347cae347bb0357bb2357bb3367ab5367a"
    "b73779b83779ba3878bc3978bd3977bf3a77c03a76c23b75c43c75c53c74c73d73c83e73ca3e72cc3f71cd4071cf4070"
    "d0416fd2426fd3436ed5446dd6456cd8456cd9466bdb476adc4869de4968df4a68e04c67e24d66e34e65e44f64e55064"
    "e75263e85362e95462ea5661eb5760ec5860ed5a5fee5b5eef5d5ef05f5ef1605df2625df2645cf3655cf4675cf4695c"
    "f56b5cf66c5cf66e5cf7705cf7725cf8745cf8765cf9785df9795df97b5dfa7d5efa7f5efa815ffb835ffb8560fb8761"
    "fc8961fc8a62fc8c63fc8e64fc9065fd9266fd9467fd9668fd9869fd9a6afd9b6bfe9d6cfe9f6dfea16efea36ffea571"
    "fea772fea973feaa74feac76feae77feb078feb27afeb47bfeb67cfeb77efeb97ffebb81febd82febf84fec185fec287"
    "fec488fec68afec88cfeca8dfecc8ffecd90fecf92fed194fed395fed597fed799fed89afdda9cfddc9efddea0fde0a1"
    "fde2a3fde3a5fde5a7fde7a9fde9aafdebacfcecaefceeb0fcf0b2fcf2b4fcf4b6fcf6b8fcf7b9fcf9bbfcfbbdfcfdbf";
constexpr std::string_view viridis =
    "44015444025645045745055946075a46085c460a5d460b5e470d60470e61471063471164471365481467481668481769"
    "48186a481a6c481b6d481c6e481d6f481f70482071482173482374482475482576482677482878482979472a7a472c7a"
    "472d7b472e7c472f7d46307e46327e46337f463480453581453781453882443983443a83443b84433d84433e85423f85"
    "4240864241864142874144874045884046883f47883f48893e49893e4a893e4c8a3d4d8a3d4e8a3c4f8a3c508b3b518b"
    "3b528b3a538b3a548c39558c39568c38588c38598c375a8c375b8d365c8d365d8d355e8d355f8d34608d34618d33628d"
    "33638d32648e32658e31668e31678e31688e30698e306a8e2f6b8e2f6c8e2e6d8e2e6e8e2e6f8e2d708e2d718e2c718e"
    "2c728e2c738e2b748e2b758e2a768e2a778e2a788e29798e297a8e297b8e287c8e287d8e277e8e277f8e27808e26818e"
    "26828e26828e25838e25848e25858e24868e24878e23888e23898e238a8d228b8d228c8d228d8d218e8d218f8d21908d"
    "21918c20928c20928c20938c1f948c1f958b1f968b1f978b1f988b1f998a1f9a8a1e9b8a1e9c891e9d891f9e891f9f88"
    "1fa0881fa1881fa1871fa28720a38620a48621a58521a68522a78522a88423a98324aa8325ab8225ac8226ad8127ad81"
    "28ae8029af7f2ab07f2cb17e2db27d2eb37c2fb47c31b57b32b67a34b67935b77937b87838b9773aba763bbb753dbc74"
    "3fbc7340bd7242be7144bf7046c06f48c16e4ac16d4cc26c4ec36b50c46a52c56954c56856c66758c7655ac8645cc863"
    "5ec96260ca6063cb5f65cb5e67cc5c69cd5b6ccd5a6ece5870cf5773d05675d05477d1537ad1517cd2507fd34e81d34d"
    "84d44b86d54989d5488bd6468ed64590d74393d74195d84098d83e9bd93c9dd93ba0da39a2da37a5db36a8db34aadc32"
    "addc30b0dd2fb2dd2db5de2bb8de29bade28bddf26c0df25c2df23c5e021c8e020cae11fcde11dd0e11cd2e21bd5e21a"
    "d8e219dae319dde318dfe318e2e418e5e419e7e419eae51aece51befe51cf1e51df4e61ef6e620f8e621fbe723fde725";
constexpr std::string_view cividis =
    "00224e00234f00245100255300255400265600275800285900285b00295d002a5f002a61002b62002c64002c66002d68"
    "002e6a002e6c002f6d00306f0030700031700031710132710533710833700c34700f357012357014367016377018376f"
    "1a386f1c396f1e3a6f203a6f213b6e233c6e243c6e263d6e273e6e293f6e2a3f6d2b406d2d416d2e416d2f426d31436d"
    "32436d33446d34456c35456c36466c38476c39486c3a486c3b496c3c4a6c3d4a6c3e4b6c3f4c6c404c6c414d6c424e6c"
    "434e6c444f6c45506c46516c47516c48526c49536c4a536c4b546c4c556c4d556c4e566c4f576c50576c51586d52596d"
    "535a6d545a6d555b6d555c6d565c6d575d6d585e6d595e6e5a5f6e5b606e5c616e5d616e5e626e5e636f5f636f60646f"
    "61656f62656f636670646770656870656870666970676a71686a71696b716a6c716b6d726c6d726c6e726d6f726e6f73"
    "6f70737071737172747272747273747374757474757575757676767777767777777878777979777a7a787b7a787c7b78"
    "7d7c787e7c787e7d787f7e78807f78817f788280798381798482798582798683798784788885788985788a86788b8778"
    "8c88788d88788e89788f8a78908b78918b78928c78928d78938e78948e77958f779690779791779892779992779a9376"
    "9b94769c95769d95769e96769f9775a09875a19975a29975a39a74a49b74a59c74a69c74a79d73a89e73a99f73aaa073"
    "aba072aca172ada272aea371afa471b0a571b1a570b3a670b4a76fb5a86fb6a96fb7a96eb8aa6eb9ab6dbaac6dbbad6d"
    "bcae6cbdae6cbeaf6bbfb06bc0b16ac1b26ac2b369c3b369c4b468c5b568c6b667c7b767c8b866c9b965cbb965ccba64"
    "cdbb63cebc63cfbd62d0be62d1bf61d2c060d3c05fd4c15fd5c25ed6c35dd7c45cd9c55cdac65bdbc75adcc859ddc858"
    "dec958dfca57e0cb56e1cc55e2cd54e4ce53e5cf52e6d051e7d150e8d24fe9d34eead34cebd44bedd54aeed649efd748"
    "f0d846f1d945f2da44f3db42f5dc41f6dd3ff7de3ef8df3cf9e03afbe138fce236fde334fee434fee535fee636fee838";

int digit(char c) {
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

QRgb fromTable(std::string_view table, int step) {
    int channel[3];
    for (int c = 0; c < 3; ++c) {
        const auto place = static_cast<std::size_t>(6 * step + 2 * c);
        channel[c] = 16 * digit(table[place]) + digit(table[place + 1]);
    }
    return qRgb(channel[0], channel[1], channel[2]);
}

int encoded(double linear) {
    const double x = std::clamp(linear, 0.0, 1.0);
    const double srgb = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(255 * srgb));
}

/// B. Ottosson, A perceptual color space for image processing, 2020.
QRgb fromOklab(double lightness, double chroma, double hueDegrees) {
    const double hue = hueDegrees * std::numbers::pi / 180;
    const double a = chroma * std::cos(hue);
    const double b = chroma * std::sin(hue);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return qRgb(encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

/// Larger values are deeper, and deeper is darker.
QRgb copper(double value) {
    const double t = 1 - value;
    return fromOklab(0.24 + 0.70 * t, 0.02 + 0.05 * std::sin(std::numbers::pi * t), 35 + 40 * t);
}

QRgb colorOf(const QString& name, int step) {
    if (name == "Copper") return copper(step / 255.0);
    if (name == "Cividis") return fromTable(cividis, step);
    if (name == "Viridis") return fromTable(viridis, step);
    if (name == "Magma") return fromTable(magma, step);
    return qRgb(step, step, step);
}

}  // namespace

QStringList ColorMap::names() {
    return {"Gray", "Copper", "Cividis", "Viridis", "Magma"};
}

ColorMap ColorMap::named(const QString& name, bool reversed) {
    static const QHash<QString, ColorMap> maps = [] {
        QHash<QString, ColorMap> made;
        for (const QString& one : names()) {
            for (int k = 0; k < 256; ++k)
                made[one].colors_[static_cast<std::size_t>(k)] = colorOf(one, k);
        }
        return made;
    }();
    ColorMap map = maps.value(name, maps["Gray"]);
    if (reversed) std::reverse(map.colors_.begin(), map.colors_.end());
    return map;
}

ColorMap ColorMap::difference() {
    constexpr std::array<QRgb, 9> eighths = {0xFF02468B, 0xFF4270A9, 0xFF7899C5, 0xFFB0C4DE, 0xFFEEEEEE,
                                             0xFFDABAAA, 0xFFBD8A6D, 0xFF9D5A32, 0xFF7B2A00};
    ColorMap map;
    for (int k = 0; k < 256; ++k) {
        const double at = k / 255.0 * 8;
        const auto low = static_cast<std::size_t>(std::min(at, 7.0));
        const double share = at - static_cast<double>(low);
        const auto mixed = [&](int (*channel)(QRgb)) {
            return static_cast<int>(
                std::lround(channel(eighths[low]) * (1 - share) + channel(eighths[low + 1]) * share));
        };
        map.colors_[static_cast<std::size_t>(k)] = qRgb(mixed(qRed), mixed(qGreen), mixed(qBlue));
    }
    return map;
}

ColorMap ColorMap::of(const AppearanceValues& appearance) {
    if (appearance.mode == AppearanceMode::difference) return difference();
    const bool colored = appearance.mode == AppearanceMode::map || appearance.mode == AppearanceMode::relief;
    return colored ? named(appearance.map, appearance.reversed)
                   : named("Gray", appearance.mode == AppearanceMode::inverted);
}

QColor ColorMap::at(double value) const {
    return QColor::fromRgb((*this)[static_cast<int>(std::lround(255 * std::clamp(value, 0.0, 1.0)))]);
}

QImage ColorMap::row() const {
    QImage image(256, 1, QImage::Format_RGB32);
    for (int k = 0; k < 256; ++k)
        image.setPixel(k, 0, (*this)[k]);
    return image;
}

QRgb idColor(float value) {
    auto hash = static_cast<std::uint32_t>(std::clamp(value, 0.0F, 1.0F) * 0x1p24F + 0.5F);
    if (hash == 0) return qRgb(0, 0, 0);
    // C. Wellons, Prospecting for hash functions, 2018. The shader of the viewport does the same.
    hash = (hash ^ (hash >> 16U)) * 0x7feb352dU;
    hash = (hash ^ (hash >> 15U)) * 0x846ca68bU;
    hash ^= hash >> 16U;
    const auto channel = [hash](unsigned shift) {
        return 64 + static_cast<int>((hash >> shift) & 0xFFU) * 191 / 255;
    };
    return qRgb(channel(0), channel(8), channel(16));
}

namespace {

/// The colour of each of 256 values in the range of the look.
QList<QRgb> colorsOf(const AppearanceValues& appearance) {
    const ColorMap map = ColorMap::of(appearance);
    const double range = std::max(1e-6, appearance.high - appearance.low);
    QList<QRgb> colors;
    for (int k = 0; k < 256; ++k) {
        const double t = std::clamp((k / 255.0 - appearance.low) / range, 0.0, 1.0);
        colors << map[static_cast<int>(std::lround(255 * t))];
    }
    return colors;
}

}  // namespace

QImage inColorsOf(const AppearanceValues& appearance, const QImage& values) {
    if (values.isNull()) return {};
    QImage shown(values.size(), QImage::Format_RGB32);
    const QList<QRgb> colors = colorsOf(appearance);
    for (int y = 0; y < values.height(); ++y) {
        const uchar* from = values.constScanLine(y);
        std::transform(from, from + values.width(), reinterpret_cast<QRgb*>(shown.scanLine(y)),
                       [&](uchar k) { return colors[k]; });
    }
    return shown;
}

QImage inBrightnessOf(const AppearanceValues& appearance, const QImage& values) {
    const QList<QRgb> colors = colorsOf(appearance);
    std::array<uchar, 256> brightness{};
    std::transform(colors.begin(), colors.end(), brightness.begin(),
                   [](QRgb color) { return static_cast<uchar>(qGray(color)); });
    QImage shown(values.size(), QImage::Format_Grayscale8);
    for (int y = 0; y < values.height(); ++y) {
        const uchar* from = values.constScanLine(y);
        std::transform(from, from + values.width(), shown.scanLine(y),
                       [&](uchar k) { return brightness[k]; });
    }
    return shown;
}

}  // namespace burin::ui
