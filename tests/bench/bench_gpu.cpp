// SPDX-License-Identifier: GPL-3.0-or-later

// How close do Burin's kernels come to the limit of the card's memory, and how much faster are they than
// published ones?
//
//     bench_gpu [--size WxH]... [--rows PATTERN] [--published] [--list]
//
// Measures on the first card at 10240 x 10240, or at each --size; several sizes end with a table of shares.
// PATTERN is a regular expression that is searched in the names of rows. Every result is compared with the
// processor's before it is timed: if it differs, the row says WRONG and the program exits with 1. `least` is
// the time that a plain stream takes in this run for the bytes that must pass the memory, `share` is its
// share of the row's time. If a pattern is larger than the caches, the row also gives the time of a plain
// stream that reads as much once and stores it repeatedly.

#include "bench/gpu/measure.hpp"
#include "bench/gpu/rows.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace burin;
using namespace burin::bench;

constexpr Size usualSize{10240, 10240};

struct Options {
    std::vector<Size> sizes;
    std::regex rows{""};
    bool published = false;
    bool list = false;
};

std::string inWords(Size size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height);
}

double samplesOf(Size size) {
    return static_cast<double>(size.width) * static_cast<double>(size.height);
}

Size sizeNamed(const std::string& text) {
    Size size;
    if (std::sscanf(text.c_str(), "%ldx%ld", &size.width, &size.height) != 2 || size.width < 1 ||
        size.height < 1 || size.width > 16384 || size.height > 16384)
        throw std::invalid_argument("--size takes WxH, each up to 16384, not " + text);
    return size;
}

Options optionsOf(const std::vector<std::string>& arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& option = arguments[i];
        const auto value = [&] {
            if (++i == arguments.size()) throw std::invalid_argument(option + " takes a value");
            return arguments[i];
        };
        if (option == "--size") {
            options.sizes.push_back(sizeNamed(value()));
        } else if (option == "--rows") {
            options.rows = std::regex(value());
        } else if (option == "--published") {
            options.published = true;
        } else if (option == "--list") {
            options.list = true;
        } else {
            throw std::invalid_argument(
                "bench_gpu [--size WxH]... [--rows PATTERN] [--published] [--list], not " + option);
        }
    }
    if (options.sizes.empty()) options.sizes = {usualSize};
    return options;
}

template <class AnyRow>
void keepNamed(std::vector<AnyRow>& rows, const std::regex& pattern) {
    std::erase_if(rows, [&](const AnyRow& row) { return !std::regex_search(row.name, pattern); });
}

void listRows(const std::regex& pattern) {
    std::vector<Row> rows = speedRows();
    std::vector<ComparisonRow> published = publishedRows();
    keepNamed(rows, pattern);
    keepNamed(published, pattern);
    for (const Row& row : rows)
        std::printf("%s\n", row.name.c_str());
    for (const ComparisonRow& row : published)
        std::printf("--published: %s\n", row.name.c_str());
}

class Bench {
  public:
    explicit Bench(Options options) : options_(std::move(options)) {
        keepNamed(rows_, options_.rows);
        keepNamed(published_, options_.rows);
    }

    /// \return whether every result was right
    bool run() {
        std::printf("%s\n", deviceInWords().c_str());
        if (options_.published) {
            for (const Size size : options_.sizes)
                runPublished(size);
        } else {
            for (const Size size : options_.sizes)
                runRows(size);
            if (right_ && options_.sizes.size() > 1) printShares();
        }
        return right_;
    }

  private:
    const Limits& limitsAt(Size size) {
        const auto [found, isNew] = limits_.try_emplace({size.width, size.height}, stopwatch_, size);
        const Limits& limits = found->second;
        if (isNew) {
            std::printf("\n%s: fill %.0f GB/s, copy %.0f GB/s\n", inWords(size).c_str(), limits.fillRate(),
                        limits.copyRate());
        }
        return limits;
    }

    /// Whether the work's result is the same as the processor's.
    bool isRight(const std::string& name, const Queue& run, const Result& result) {
        result.spoil(stopwatch_.cudaStream());
        run(stopwatch_.cudaStream());
        stopwatch_.cudaStream().synchronise();
        const std::string mistake = result.mistake();
        if (mistake.empty()) return true;
        std::printf("%-40s WRONG: %s\n", name.c_str(), mistake.c_str());
        std::fflush(stdout);
        right_ = false;
        return false;
    }

    void runRows(Size usual) {
        limitsAt(usual);
        std::printf("%-40s %9s %10s %8s %9s %6s %8s\n", "row", "ms", "Gsamples/s", "GB/s", "least ms",
                    "share", "target");
        for (const Row& row : rows_) {
            if (row.ownSize.width > 0) {
                runRow(row, row.ownSize, row.targetMs);
            } else {
                const double target = limitsAt(usual).targetHere(
                    row.targetMs * samplesOf(usual) / samplesOf(usualSize), row.traffic);
                shares_[row.name].push_back(runRow(row, usual, target));
            }
        }
    }

    /// \return the share of the limit; 0 if the result is wrong
    double runRow(const Row& row, Size size, double targetMs) {
        const Work work = row.prepare(stopwatch_.cudaStream(), size);
        if (!isRight(row.name, work.run, work.result)) return 0;
        const double ms = stopwatch_.medianMs(work.run) / row.times;
        const double least = limitsAt(size).leastMs(row.traffic);
        const double samples = samplesOf(size);
        const double bytes =
            samples * (row.traffic.read + row.traffic.written) + static_cast<double>(row.traffic.once);
        std::printf("%-40s %9.4f %10.1f %8.0f %9.4f %5.1f%%", row.name.c_str(), ms, samples / ms * 1e-6,
                    bytes / ms * 1e-6, least, 100 * least / ms);
        if (targetMs > 0) std::printf(" %8.4f %s", targetMs, ms <= targetMs ? "met" : "missed");
        constexpr std::int64_t cached = std::int64_t{1} << 23;
        if (row.traffic.once > cached)
            std::printf("  plainly repeated %.4f ms", limitsAt(size).repeatedMs(row.traffic));
        std::printf("%s%s\n", work.remark.empty() ? "" : "  ", work.remark.c_str());
        std::fflush(stdout);
        return least / ms;
    }

    void runPublished(Size usual) {
        for (const ComparisonRow& row : published_) {
            const Size size = row.ownSize.width > 0 ? row.ownSize : usual;
            const Comparison comparison = row.prepare(stopwatch_.cudaStream(), size);
            const std::string title = row.name + ", " + inWords(size);
            if (!isRight(title, comparison.ours.run, comparison.ours.result)) continue;
            const double ours = stopwatch_.medianMs(comparison.ours.run);
            std::printf("\n%-52s %10.4f ms\n", title.c_str(), ours);
            for (const Comparison::Other& other : comparison.others) {
                if (!isRight(other.name, other.run, comparison.ours.result)) continue;
                const double ms = stopwatch_.medianMs(other.run);
                std::printf("    %-48s %10.4f ms %8.1f times\n", other.name.c_str(), ms, ms / ours);
                std::fflush(stdout);
            }
        }
    }

    /// Prints how the share of the limit depends on the size and on the other parameters of a family.
    void printShares() const {
        std::map<std::string, double> best;
        for (const Row& row : rows_) {
            for (const double share : sharesOf(row))
                best[row.family] = std::max(best[row.family], share);
        }
        std::printf("\n%-40s", "share of the limit");
        for (const Size size : options_.sizes)
            std::printf(" %14s", inWords(size).c_str());
        std::printf("  least of the best\n");
        for (const Row& row : rows_) {
            const std::vector<double> shares = sharesOf(row);
            if (shares.empty()) continue;
            std::printf("%-40s", row.name.c_str());
            for (const double share : shares)
                std::printf(" %13.1f%%", 100 * share);
            const double least = *std::min_element(shares.begin(), shares.end());
            std::printf(" %17.1f%%\n", 100 * least / best[row.family]);
        }
    }

    [[nodiscard]] std::vector<double> sharesOf(const Row& row) const {
        const auto found = shares_.find(row.name);
        return found == shares_.end() ? std::vector<double>() : found->second;
    }

    Options options_;
    std::vector<Row> rows_ = speedRows();
    std::vector<ComparisonRow> published_ = publishedRows();
    Stopwatch stopwatch_;
    std::map<std::pair<std::int64_t, std::int64_t>, Limits> limits_;
    std::map<std::string, std::vector<double>> shares_;  ///< for each row, in the order of the sizes
    bool right_ = true;
};

}  // namespace

int main(int argc, char** argv) try {
    Options options = optionsOf({argv + 1, argv + argc});
    if (options.list) {
        listRows(options.rows);
        return 0;
    }
    return Bench(std::move(options)).run() ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "bench_gpu: %s\n", error.what());
    return 2;
}
