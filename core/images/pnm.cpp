// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/pnm.hpp"

#include "core/images/image_error.hpp"

#include <cstring>

namespace burin {

namespace {

[[noreturn]] void failDamaged(const std::string& name, std::string reason,
                              std::vector<std::string> details = {}) {
    throw ImageError({.subject = name,
                      .reason = std::move(reason),
                      .details = std::move(details),
                      .advice = "use a complete PBM, PGM or PPM file"});
}

/// Scans a header or a plain file: numbers between blanks and comments.
class Scanner {
  public:
    Scanner(std::span<const std::byte> file, std::size_t at, const std::string& name)
        : file_(file), at_(at), name_(name) {}

    [[nodiscard]] std::size_t place() const { return at_; }

    /// The next number. \throws ImageError if there is none or it exceeds `most`
    std::int64_t number(std::int64_t most) {
        skipBlanks();
        if (!isDigit()) failDamaged(name_, "a number is missing at byte %1", {std::to_string(at_)});
        std::int64_t value = 0;
        for (; isDigit(); ++at_) {
            value = value * 10 + (character() - '0');
            if (value > most)
                failDamaged(name_, "a number exceeds %1 at byte %2",
                            {std::to_string(most), std::to_string(at_)});
        }
        return value;
    }
    /// Skips the end of the header: a comment with the end of its line, or one blank.
    void skipHeaderEnd() {
        skipComment();
        ++at_;
    }
    /// The next digit of a plain bitmap, whose digits need no blanks in between.
    int bit() {
        skipBlanks();
        if (character() != '0' && character() != '1')
            failDamaged(name_, "a 0 or 1 is missing at byte %1", {std::to_string(at_)});
        return file_[at_++] == std::byte{'1'} ? 1 : 0;
    }

  private:
    /// The current character; '\0' at the end, which is neither a blank nor a digit.
    [[nodiscard]] char character() const { return at_ < file_.size() ? static_cast<char>(file_[at_]) : '\0'; }
    [[nodiscard]] bool isDigit() const { return character() >= '0' && character() <= '9'; }
    void skipComment() {
        if (character() != '#') return;
        while (at_ < file_.size() && character() != '\n')
            ++at_;
    }
    void skipBlanks() {
        while (true) {
            if (character() == '#') {
                skipComment();
            } else if (character() == ' ' || (character() >= '\t' && character() <= '\r')) {
                ++at_;
            } else {
                return;
            }
        }
    }

    std::span<const std::byte> file_;
    std::size_t at_;
    const std::string& name_;
};

/// The fewest bytes that the pixels can take: in a plain file one for a bit, or two for a number and its
/// blank.
std::int64_t pixelBytes(const PnmHeader& header) {
    const std::int64_t components = header.size.width * header.size.height * header.components;
    switch (header.format) {
        case 1:
            return components;
        case 2:
        case 3:
            return 2 * components - 1;
        case 4:
            return (header.size.width + 7) / 8 * header.size.height;
        default:
            return components * (header.maximum > 255 ? 2 : 1);
    }
}

/// Whether the header ends with CR and LF, as if written by a program that has opened the file as text. The
/// pixels begin after both only if the file is exactly long enough for that.
bool endsInTwoBlanks(std::span<const std::byte> file, std::int64_t fileBytes, const PnmHeader& header) {
    return header.format > 3 && header.data < file.size() && file[header.data - 1] == std::byte{'\r'} &&
           file[header.data] == std::byte{'\n'} &&
           fileBytes - static_cast<std::int64_t>(header.data) == pixelBytes(header) + 1;
}

}  // namespace

bool isPnm(std::span<const std::byte> file) {
    return file.size() > 2 && file[0] == std::byte{'P'} && file[1] >= std::byte{'1'} &&
           file[1] <= std::byte{'6'} &&
           (file[2] == std::byte{' '} || file[2] == std::byte{'#'} ||
            (file[2] >= std::byte{'\t'} && file[2] <= std::byte{'\r'}));
}

PnmHeader readPnmHeader(std::span<const std::byte> file, std::int64_t fileBytes, const std::string& name) {
    constexpr std::int64_t largestSide = std::int64_t{1} << 20;
    PnmHeader header;
    header.format = std::to_integer<int>(file[1]) - '0';
    Scanner scanner(file, 2, name);
    header.size.width = scanner.number(largestSide);
    header.size.height = scanner.number(largestSide);
    const bool bitmap = header.format == 1 || header.format == 4;
    header.maximum = bitmap ? 1 : static_cast<int>(scanner.number(65535));
    header.components = header.format == 3 || header.format == 6 ? 3 : 1;
    scanner.skipHeaderEnd();
    header.data = scanner.place();
    if (header.maximum < 1) failDamaged(name, "its largest value is 0");
    if (endsInTwoBlanks(file, fileBytes, header)) ++header.data;
    if (fileBytes - static_cast<std::int64_t>(header.data) < pixelBytes(header))
        failDamaged(name, "the file ends before its last pixel");
    if (header.format > 3) header.end = header.data + static_cast<std::size_t>(pixelBytes(header));
    return header;
}

std::vector<std::byte> readPnmPixels(std::span<const std::byte> file, const PnmHeader& header,
                                     const std::string& name) {
    const std::int64_t width = header.size.width * header.components;
    const std::int64_t count = width * header.size.height;
    const bool wide = header.maximum > 255;
    std::vector<std::byte> pixels(static_cast<std::size_t>(wide ? 2 * count : count));
    Scanner scanner(file, header.data, name);
    const auto next = [&](std::int64_t i) -> int {
        const std::byte* data = file.data() + header.data;
        switch (header.format) {
            case 1:
                return 1 - scanner.bit();
            case 2:
            case 3:
                return static_cast<int>(scanner.number(header.maximum));
            case 4: {
                const std::int64_t x = i % width;
                const auto eight = std::to_integer<int>(data[i / width * ((width + 7) / 8) + x / 8]);
                return 1 - (eight >> (7 - x % 8) & 1);
            }
            default:
                return wide ? std::to_integer<int>(data[2 * i]) << 8 | std::to_integer<int>(data[2 * i + 1])
                            : std::to_integer<int>(data[i]);
        }
    };
    for (std::int64_t i = 0; i < count; ++i) {
        const int value = next(i);
        if (value > header.maximum)
            failDamaged(name, "a value exceeds its maximum of %1", {std::to_string(header.maximum)});
        if (wide) {
            const auto both = static_cast<std::uint16_t>(value);
            std::memcpy(pixels.data() + 2 * i, &both, sizeof(both));
        } else {
            pixels[static_cast<std::size_t>(i)] = static_cast<std::byte>(value);
        }
    }
    return pixels;
}

}  // namespace burin
