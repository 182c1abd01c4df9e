// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/plane_fourier.hpp"

#include "core/engraving/measuring/large_pages.hpp"
#include "core/engraving/measuring/shared_out.hpp"
#include "core/kernels/fourier_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <memory>

namespace burin {

void NumberTable::add(const NumberTable& other) {
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += other.values[i];
}

namespace {

constexpr std::int64_t signals = FourierKernels::batch;
constexpr std::int64_t entrySize = FourierKernels::entry;

/// Uninitialised doubles, aligned to 64 bytes.
class Lines {
  public:
    explicit Lines(std::int64_t doubles)
        : lines_(doubles > 0 ? new Line[static_cast<std::size_t>((doubles + 7) / 8)] : nullptr) {
        adviseLargePages(lines_.get(), static_cast<std::size_t>(doubles) * sizeof(double));
    }
    [[nodiscard]] double* data() { return lines_ ? lines_[0].at : nullptr; }
    [[nodiscard]] const double* data() const { return lines_ ? lines_[0].at : nullptr; }

  private:
    struct alignas(64) Line {
        double at[8];
    };
    std::unique_ptr<Line[]> lines_;
};

std::int64_t powerOfTwo(std::int64_t least) {
    std::int64_t power = 8;
    while (power < least)
        power *= 2;
    return power;
}

/// Transforms of one length, and the order of the frequencies in their results.
class FourierAxis {
  public:
    explicit FourierAxis(std::int64_t length) : length_(length), twiddles_(2 * length) {
        constexpr double pi = 3.14159265358979323846;
        for (std::int64_t k = 0; k < length; ++k) {
            const double angle = -2 * pi * static_cast<double>(k) / static_cast<double>(length);
            twiddles_.data()[2 * k] = std::cos(angle);
            twiddles_.data()[2 * k + 1] = std::sin(angle);
        }
        // The transform of a 1 at place 1 is e^(-2 pi i k / length): its angle names the frequency k.
        Lines one(length * entrySize);
        std::fill_n(one.data(), length * entrySize, 0.0);
        one.data()[entrySize] = 1;
        forward(one.data());
        frequencies_.resize(static_cast<std::size_t>(length));
        entries_.resize(static_cast<std::size_t>(length));
        for (std::int64_t i = 0; i < length; ++i) {
            const double* const at = one.data() + i * entrySize;
            const double turns = -std::atan2(at[signals], at[0]) / (2 * pi);
            const std::int64_t k = std::lround(turns * static_cast<double>(length));
            frequencies_[static_cast<std::size_t>(i)] = (k + length) % length;
            entries_[static_cast<std::size_t>((k + length) % length)] = i;
        }
    }
    [[nodiscard]] std::int64_t length() const { return length_; }
    [[nodiscard]] std::int64_t frequency(std::int64_t entry) const {
        return frequencies_[static_cast<std::size_t>(entry)];
    }
    /// The place of a frequency in the result of forward().
    [[nodiscard]] std::int64_t entryOf(std::int64_t frequency) const {
        return entries_[static_cast<std::size_t>(frequency)];
    }
    void forward(double* data) const { fourierKernels().forward(data, length_, twiddles_.data()); }
    void inverse(double* data) const { fourierKernels().inverse(data, length_, twiddles_.data()); }

  private:
    std::int64_t length_;
    Lines twiddles_;
    std::vector<std::int64_t> frequencies_;
    std::vector<std::int64_t> entries_;
};

/// Eight signals of the longer axis for each thread.
class Signals {
  public:
    Signals(const FourierAxis& alongX, const FourierAxis& alongY, int threads) {
        for (int i = 0; i < threads; ++i)
            lines_.emplace_back(std::max(alongX.length(), alongY.length()) * entrySize);
    }
    [[nodiscard]] int threads() const { return static_cast<int>(lines_.size()); }
    [[nodiscard]] double* of(int thread) { return lines_[static_cast<std::size_t>(thread)].data(); }

  private:
    std::vector<Lines> lines_;
};

/// The frequencies 0 to N / 2 along x of some rows; eight columns lie side by side.
///
/// The first `kept` rows lie in memory of their own, so that the memory of the others can be released.
class HalfSpectrum {
  public:
    HalfSpectrum(std::int64_t columns, std::int64_t rows, std::int64_t kept)
        : rows_(rows),
          kept_(kept),
          batches_((columns + signals - 1) / signals),
          first_(batches_ * kept * entrySize),
          others_(batches_ * (rows - kept) * entrySize) {}
    [[nodiscard]] std::int64_t batches() const { return batches_; }
    [[nodiscard]] double* at(std::int64_t column, std::int64_t row) {
        Lines& part = row < kept_ ? first_ : others_;
        const std::int64_t rowsOfPart = row < kept_ ? kept_ : rows_ - kept_;
        const std::int64_t rowOfPart = row < kept_ ? row : row - kept_;
        return part.data() + (column / signals * rowsOfPart + rowOfPart) * entrySize + column % signals;
    }
    /// Copies all rows of a batch of columns.
    void copyBatch(std::int64_t number, double* to) const {
        const std::int64_t others = (rows_ - kept_) * entrySize;
        to = std::copy_n(first_.data() + number * kept_ * entrySize, kept_ * entrySize, to);
        std::copy_n(others_.data() + number * others, others, to);
    }
    /// Replaces the kept rows of a batch.
    void replaceKept(std::int64_t number, const double* from) {
        std::copy_n(from, kept_ * entrySize, first_.data() + number * kept_ * entrySize);
    }
    /// Releases the memory of the rows that are not kept.
    void releaseOthers() { others_ = Lines(0); }

  private:
    std::int64_t rows_;
    std::int64_t kept_;
    std::int64_t batches_;
    Lines first_;
    Lines others_;
};

/// The bytes of a NumberTable.
std::size_t bytesOfNumbers(std::int64_t width, std::int64_t height) {
    return sizeof(double) * static_cast<std::size_t>(width * height);
}

/// The bytes of the Signals of axes with `columns` and `rows` numbers.
std::size_t signalBytes(std::int64_t columns, std::int64_t rows, int threads) {
    return static_cast<std::size_t>(threads) * bytesOfNumbers(entrySize, std::max(columns, rows));
}

/// The bytes of some rows of a HalfSpectrum whose padded rows have `columns` numbers.
std::size_t spectrumBytes(std::int64_t columns, std::int64_t rows) {
    const std::int64_t batches = (columns / 2 + 1 + signals - 1) / signals;
    return bytesOfNumbers(batches * entrySize, rows);
}

/// The number of transforms that all rows need. Each one transforms `signals` signals of two rows.
std::int64_t groupsOfRows(std::int64_t rows) {
    return (rows + 2 * signals - 1) / (2 * signals);
}

/// Eight entries.
struct alignas(64) Entries {
    double at[signals * entrySize] = {};

    [[nodiscard]] double* entry(std::int64_t i) { return at + i * entrySize; }
};

/// Copies a group of rows to the signals of a transform, and appends zeros. Rows 2 s and 2 s + 1 of the group
/// are the real and the imaginary part of signal s.
void loadRows(const NumberTable& heights, std::int64_t first, const FourierAxis& axis, double* data) {
    const std::int64_t rows = std::min(2 * signals, heights.height - first);
    Entries rowsOfSignals;
    Entries turned;
    for (std::int64_t x = 0; x < axis.length(); x += signals) {
        const std::int64_t columns = std::min(signals, heights.width - x);
        if (columns <= 0) {
            std::fill_n(data + x * entrySize, (axis.length() - x) * entrySize, 0.0);
            return;
        }
        if (columns < signals) rowsOfSignals = {};
        for (std::int64_t row = 0; row < rows; ++row)
            std::copy_n(heights.values.data() + (first + row) * heights.width + x, columns,
                        rowsOfSignals.at + row * signals);
        fourierKernels().transpose(rowsOfSignals.at, turned.at);
        std::copy_n(turned.at, signals * entrySize, data + x * entrySize);
    }
}

/// Transforms rows in pairs, as the real and the imaginary part of one signal, and separates the two.
void transformRows(const NumberTable& heights, const FourierAxis& axis, Signals& own, HalfSpectrum& out) {
    const std::int64_t n = axis.length();
    shareOut(groupsOfRows(heights.height), own.threads(), [&](std::int64_t group, int thread) {
        const std::int64_t first = group * 2 * signals;
        const std::int64_t rows = std::min(2 * signals, heights.height - first);
        double* const data = own.of(thread);
        loadRows(heights, first, axis, data);
        axis.forward(data);
        for (std::int64_t from = 0; from <= n / 2; from += signals) {
            Entries even;
            Entries odd;
            for (std::int64_t i = 0; i < signals && from + i <= n / 2; ++i) {
                const std::int64_t k = from + i;
                fourierKernels().separate(data + axis.entryOf(k) * entrySize,
                                          data + axis.entryOf((n - k) % n) * entrySize, even.entry(i),
                                          odd.entry(i));
            }
            Entries turned[2];
            fourierKernels().transpose(even.at, turned[0].at);
            fourierKernels().transpose(odd.at, turned[1].at);
            for (std::int64_t row = 0; row < rows; ++row)
                std::copy_n(turned[row % 2].entry(row / 2), entrySize, out.at(from, first + row));
        }
    });
}

/// The reverse of transformRows() for some kept rows: their signals, before the inverse transform.
void joinRows(HalfSpectrum& spectrum, std::int64_t first, std::int64_t rows, const FourierAxis& axis,
              double* data) {
    const std::int64_t n = axis.length();
    for (std::int64_t from = 0; from <= n / 2; from += signals) {
        Entries rowsOfSignals[2];
        for (std::int64_t row = 0; row < rows; ++row)
            std::copy_n(spectrum.at(from, first + row), entrySize, rowsOfSignals[row % 2].entry(row / 2));
        Entries even;
        Entries odd;
        fourierKernels().transpose(rowsOfSignals[0].at, even.at);
        fourierKernels().transpose(rowsOfSignals[1].at, odd.at);
        for (std::int64_t i = 0; i < signals && from + i <= n / 2; ++i) {
            const std::int64_t k = from + i;
            alignas(64) double ignored[entrySize];
            const bool alone = k == 0 || k == n / 2;  // the opposite is the frequency itself
            fourierKernels().join(even.entry(i), odd.entry(i), data + axis.entryOf(k) * entrySize,
                                  alone ? ignored : data + axis.entryOf(n - k) * entrySize);
        }
    }
}

/// Copies entries of transformed signals to rows of a table, times `scale`.
void storeRows(const double* data, std::int64_t count, double scale, std::int64_t rows, double* out,
               std::int64_t width) {
    Entries turned;
    for (std::int64_t x = 0; x < count; x += signals) {
        const std::int64_t columns = std::min(signals, count - x);
        Entries some;
        std::copy_n(data + x * entrySize, columns * entrySize, some.at);
        fourierKernels().transpose(some.at, turned.at);
        for (std::int64_t row = 0; row < rows; ++row) {
            const double* const from = turned.at + row * signals;
            double* const to = out + row * width + x;
            for (std::int64_t i = 0; i < columns; ++i)
                to[i] = from[i] * scale;
        }
    }
}

}  // namespace

NumberTable PlaneFourier::correlation(const NumberTable& heights, std::int64_t mostX, std::int64_t mostY,
                                      int threads) {
    const FourierAxis alongX(powerOfTwo(heights.width + mostX));
    const FourierAxis alongY(powerOfTwo(heights.height + mostY));
    Signals own(alongX, alongY, threads);
    HalfSpectrum spectrum(alongX.length() / 2 + 1, heights.height, mostY + 1);
    transformRows(heights, alongX, own, spectrum);
    shareOut(spectrum.batches(), threads, [&](std::int64_t number, int thread) {
        double* const data = own.of(thread);
        spectrum.copyBatch(number, data);
        std::fill_n(data + heights.height * entrySize, (alongY.length() - heights.height) * entrySize, 0.0);
        alongY.forward(data);
        for (std::int64_t i = 0; i < alongY.length(); ++i) {
            double* const at = data + i * entrySize;
            for (std::int64_t k = 0; k < signals; ++k) {
                at[k] = at[k] * at[k] + at[k + signals] * at[k + signals];
                at[k + signals] = 0;
            }
        }
        alongY.inverse(data);
        spectrum.replaceKept(number, data);
    });
    spectrum.releaseOthers();
    NumberTable out(2 * mostX + 1, mostY + 1);
    const std::int64_t n = alongX.length();
    const double scale = 1 / (static_cast<double>(n) * static_cast<double>(alongY.length()));
    shareOut(groupsOfRows(mostY + 1), threads, [&](std::int64_t group, int thread) {
        const std::int64_t first = group * 2 * signals;
        const std::int64_t rows = std::min(2 * signals, mostY + 1 - first);
        double* const data = own.of(thread);
        joinRows(spectrum, first, rows, alongX, data);
        alongX.inverse(data);
        storeRows(data + (n - mostX) * entrySize, mostX, scale, rows, &out.at(0, first), out.width);
        storeRows(data, mostX + 1, scale, rows, &out.at(mostX, first), out.width);
    });
    return out;
}

std::size_t PlaneFourier::correlationBytes(std::int64_t width, std::int64_t height, std::int64_t mostX,
                                           std::int64_t mostY, int threads) {
    const std::int64_t columns = powerOfTwo(width + mostX);
    const std::int64_t rows = powerOfTwo(height + mostY);
    const std::size_t result = bytesOfNumbers(2 * mostX + 1, mostY + 1);
    return signalBytes(columns, rows, threads) +
           std::max(spectrumBytes(columns, height), spectrumBytes(columns, mostY + 1) + result);
}

Size PlaneFourier::powerSize(std::int64_t width, std::int64_t height) {
    return {powerOfTwo(width) / 2 + 1, powerOfTwo(height)};
}

std::size_t PlaneFourier::powerBytes(std::int64_t width, std::int64_t height, int threads) {
    const std::int64_t columns = powerOfTwo(width);
    const Size result = powerSize(width, height);
    return signalBytes(columns, result.height, threads) + spectrumBytes(columns, height) +
           bytesOfNumbers(result.width, result.height);
}

NumberTable PlaneFourier::power(const NumberTable& heights, int threads) {
    const FourierAxis alongX(powerOfTwo(heights.width));
    const FourierAxis alongY(powerOfTwo(heights.height));
    Signals own(alongX, alongY, threads);
    HalfSpectrum spectrum(alongX.length() / 2 + 1, heights.height, heights.height);
    transformRows(heights, alongX, own, spectrum);
    NumberTable out(alongX.length() / 2 + 1, alongY.length());
    shareOut(spectrum.batches(), threads, [&](std::int64_t number, int thread) {
        double* const data = own.of(thread);
        spectrum.copyBatch(number, data);
        std::fill_n(data + heights.height * entrySize, (alongY.length() - heights.height) * entrySize, 0.0);
        alongY.forward(data);
        for (std::int64_t i = 0; i < alongY.length(); ++i) {
            const double* const at = data + i * entrySize;
            for (std::int64_t k = 0; k < signals && number * signals + k < out.width; ++k)
                out.at(number * signals + k, alongY.frequency(i)) =
                    at[k] * at[k] + at[k + signals] * at[k + signals];
        }
    });
    return out;
}

}  // namespace burin
