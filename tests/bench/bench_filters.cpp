// SPDX-License-Identifier: GPL-3.0-or-later

// How fast are median, convolution and morphology compared to OpenCV, for the same result on one image in one
// run?
//
//     bench_filters [side of the image, 4096] [word that a row's name must contain]
//
// Burin works on bands of 1024 rows whose neighbourhoods lie in one padded image, with separate bands for
// each thread; OpenCV works on the whole image with as many threads as it likes.

#include "core/kinds/filter/convolution.hpp"
#include "core/kinds/filter/median.hpp"
#include "core/kinds/methods/extremes.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <string>
#include <thread>

namespace {

using namespace burin;

constexpr std::int64_t bandRows = 1024;

class BenchScratch final : public Scratch {
  public:
    explicit BenchScratch(std::size_t bytes) : block_(bytes + 64) {
        void* start = block_.data();
        std::size_t space = block_.size();
        next_ = static_cast<std::byte*>(std::align(64, bytes, start, space));
    }
    std::byte* allocate(std::size_t bytes) override {
        std::byte* const given = next_ + used_;
        used_ += padded(bytes);
        return given;
    }
    void reset() { used_ = 0; }

  private:
    std::vector<std::byte> block_;
    std::byte* next_ = nullptr;
    std::size_t used_ = 0;
};

/// The best of several runs, in millions of samples per second.
double speed(std::int64_t samples, const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    double best = 1e30;
    double total = 0;
    for (int run = 0; run < 3 || (run < 20 && total < 1.0); ++run) {
        const auto start = Clock::now();
        work();
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        best = std::min(best, seconds);
        total += seconds;
    }
    return static_cast<double>(samples) / best * 1e-6;
}

/// Ramps with noise, so that all values differ, like a scanned surface.
cv::Mat testImage(int side) {
    cv::Mat image(side, side, CV_32F);
    std::uint32_t state = 1;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            state = state * 1664525U + 1013904223U;
            const float noise = static_cast<float>(state >> 8) * 0x1p-24F;
            image.at<float>(y, x) = 0.35F * static_cast<float>((x + y) % 512) / 512 + 0.65F * noise;
        }
    }
    return image;
}

/// A filter for the rows below: what it reads for an area, the scratch it needs, and how it runs.
struct Filter {
    std::function<Rect(const Rect& area)> reads;
    std::function<std::size_t(const Rect& area)> scratchBytes;
    std::function<void(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
                       Scratch& scratch)>
        apply;
};

Rect wholeOf(const cv::Mat& image) {
    return {0, 0, image.cols, image.rows};
}

/// Computes `out` in bands on `threads` threads; `padded` covers everything that the filter reads.
void runBands(const Filter& filter, const cv::Mat& padded, cv::Mat& out, int threads) {
    const Rect whole = wholeOf(out);
    const Point corner = filter.reads(whole).origin();
    std::atomic<std::int64_t> next = 0;
    const auto work = [&] {
        BenchScratch scratch(filter.scratchBytes({0, 0, whole.width, bandRows}));
        for (std::int64_t y = next.fetch_add(bandRows); y < whole.height; y = next.fetch_add(bandRows)) {
            const Rect area = intersection({0, y, whole.width, bandRows}, whole);
            const Rect read = filter.reads(area).translated(-corner);
            scratch.reset();
            filter.apply({padded.ptr<float>(static_cast<int>(read.y)) + read.x,
                          static_cast<std::ptrdiff_t>(padded.step1()), read.width, read.height},
                         area,
                         {out.ptr<float>(static_cast<int>(area.y)) + area.x,
                          static_cast<std::ptrdiff_t>(out.step1()), area.width, area.height},
                         scratch);
        }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i)
        others.emplace_back(work);
    work();
    for (std::thread& t : others)
        t.join();
}

struct Row {
    std::string name;
    Filter ours;
    std::function<void(const cv::Mat& image, cv::Mat& out)> openCv;  ///< empty if OpenCV has no counterpart
};

Row medianRow(int radius) {
    const auto method = std::shared_ptr<const MedianMethod>(chooseMedian(radius));
    const std::string side = std::to_string(2 * radius + 1);
    Row row{"median " + side + "x" + side,
            {[=](const Rect& area) { return area.grown(radius); },
             [=](const Rect& area) {
                 return method->scratchBytes({area.width, area.height});
             },
             [=](const ConstSamplesView& source, const Rect&, const SamplesView& out, Scratch& scratch) {
                 method->apply(source, out, scratch);
             }},
            {}};
    if (radius <= 2) {
        row.openCv = [=](const cv::Mat& image, cv::Mat& out) { cv::medianBlur(image, out, 2 * radius + 1); };
    }
    return row;
}

Row convolutionRow(std::string name, const KernelMatrix& kernel,
                   std::function<void(const cv::Mat& image, cv::Mat& out)> openCv) {
    const auto method = std::shared_ptr<const ConvolutionMethod>(chooseConvolution(kernel));
    return {std::move(name),
            {[=](const Rect& area) { return method->reads(area); },
             [=](const Rect& area) { return method->scratchBytes(area); },
             [=](const ConstSamplesView& source, const Rect& area, const SamplesView& out, Scratch& scratch) {
                 method->apply(source, area, out, scratch);
             }},
            std::move(openCv)};
}

KernelMatrix named(const char* key, Value value) {
    return kernelMatrix({key, std::move(value)}).normalized();
}

cv::Mat asMat(const KernelMatrix& kernel) {
    cv::Mat mat(kernel.rows, kernel.columns, CV_64F);
    std::copy(kernel.weights.begin(), kernel.weights.end(), mat.begin<double>());
    return mat;
}

/// A matrix of full rank, not symmetric.
KernelMatrix irregular(int side) {
    KernelMatrix kernel{side, side, {}};
    std::uint32_t state = 7;
    for (int i = 0; i < side * side; ++i) {
        state = state * 1664525U + 1013904223U;
        kernel.weights.push_back(static_cast<double>(state >> 8) * 0x1p-24);
    }
    return kernel.normalized();
}

/// A disc, like a tool's tip: symmetric and of lower rank.
KernelMatrix disc(int side) {
    KernelMatrix kernel{side, side, {}};
    const int r = side / 2;
    for (int y = -r; y <= r; ++y) {
        for (int x = -r; x <= r; ++x)
            kernel.weights.push_back(x * x + y * y <= r * r ? 1 : 0);
    }
    return kernel.normalized();
}

Row filter2DRow(std::string name, const KernelMatrix& kernel) {
    const cv::Mat mat = asMat(kernel);
    return convolutionRow(std::move(name), kernel, [mat](const cv::Mat& image, cv::Mat& out) {
        cv::filter2D(image, out, CV_32F, mat, {-1, -1}, 0, cv::BORDER_REPLICATE);
    });
}

Row extremesRow(std::string name, int radius, std::shared_ptr<const Extremes> method,
                std::function<void(const cv::Mat& image, cv::Mat& out)> openCv) {
    method->prepare({});
    return {std::move(name),
            {[=](const Rect& area) { return area.grown(radius); },
             [=](const Rect& area) {
                 return method->scratchBytes({area.width, area.height});
             },
             [=](const ConstSamplesView& source, const Rect&, const SamplesView& out, Scratch& scratch) {
                 method->apply(Extreme::greatest, source, out, scratch);
             }},
            std::move(openCv)};
}

Row dilateRow(std::string name, int radius, std::shared_ptr<const Extremes> method,
              const std::function<bool(int dx, int dy)>& inside) {
    cv::Mat shape(2 * radius + 1, 2 * radius + 1, CV_8U);
    for (int y = 0; y < shape.rows; ++y) {
        for (int x = 0; x < shape.cols; ++x)
            shape.at<std::uint8_t>(y, x) = inside(x - radius, y - radius) ? 1 : 0;
    }
    return extremesRow(std::move(name), radius, std::move(method),
                       [shape](const cv::Mat& image, cv::Mat& out) {
                           cv::dilate(image, out, shape, {-1, -1}, 1, cv::BORDER_REPLICATE);
                       });
}

void addMorphology(std::vector<Row>& rows) {
    for (const int r : {1, 2, 3, 5, 15, 63, 255}) {
        rows.push_back(dilateRow("dilate square " + std::to_string(r), r, std::make_shared<SquareExtremes>(r),
                                 [](int, int) { return true; }));
    }
    for (const int r : {1, 2, 3, 5, 15, 63}) {
        rows.push_back(dilateRow("dilate disc " + std::to_string(r), r, std::make_shared<DiscExtremes>(r),
                                 [r](int dx, int dy) { return dx * dx + dy * dy <= r * r; }));
    }
    rows.push_back(extremesRow("dilate disc 255", 255, std::make_shared<DiscExtremes>(255), {}));
    for (const int r : {3, 15})
        rows.push_back(
            extremesRow("dilate ball " + std::to_string(r), r, std::make_shared<BallExtremes>(r, 40.0), {}));
}

std::vector<Row> rows() {
    std::vector<Row> rows;
    for (const int radius : {1, 2, 3, 4, 5, 7, 10, 15, 31})
        rows.push_back(medianRow(radius));
    for (const std::int64_t d : {3, 25, 255}) {
        rows.push_back(convolutionRow("box " + std::to_string(d), named("box", d),
                                      [d](const cv::Mat& image, cv::Mat& out) {
                                          const int side = static_cast<int>(d);
                                          cv::blur(image, out, {side, side}, {-1, -1}, cv::BORDER_REPLICATE);
                                      }));
    }
    for (const double sigma : {1.0, 4.0, 42.0}) {
        rows.push_back(
            convolutionRow("gaussian " + std::to_string(static_cast<int>(sigma)), named("gaussian", sigma),
                           [sigma](const cv::Mat& image, cv::Mat& out) {
                               const int side = 2 * static_cast<int>(3 * sigma) + 1;
                               cv::GaussianBlur(image, out, {side, side}, sigma, sigma, cv::BORDER_REPLICATE);
                           }));
    }
    for (const std::int64_t d : {3, 5, 25}) {
        const KernelMatrix kernel = named("binomial", d);
        cv::Mat row(1, static_cast<int>(d), CV_64F);
        for (int i = 0; i < d; ++i)
            row.at<double>(i) = std::sqrt(kernel.at(i, i));
        rows.push_back(convolutionRow(
            "binomial " + std::to_string(d), kernel, [row](const cv::Mat& image, cv::Mat& out) {
                cv::sepFilter2D(image, out, CV_32F, row, row, {-1, -1}, 0, cv::BORDER_REPLICATE);
            }));
    }
    rows.push_back(
        convolutionRow("sobel x", named("sobel", std::string("x")), [](const cv::Mat& image, cv::Mat& out) {
            cv::Sobel(image, out, CV_32F, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
        }));
    rows.push_back(convolutionRow("laplacian 4", named("laplacian", std::string("4")),
                                  [](const cv::Mat& image, cv::Mat& out) {
                                      cv::Laplacian(image, out, CV_32F, 1, 1, 0, cv::BORDER_REPLICATE);
                                  }));
    rows.push_back(filter2DRow("laplacian 8", named("laplacian", std::string("8"))));
    rows.push_back(filter2DRow("sharpen", named("sharpen", 0.5)));
    for (const int side : {3, 5, 7, 9, 11, 15, 25, 63, 127, 255}) {
        rows.push_back(filter2DRow("matrix " + std::to_string(side), irregular(side)));
    }
    for (const int side : {25, 63})
        rows.push_back(filter2DRow("disc " + std::to_string(side), disc(side)));
    addMorphology(rows);
    return rows;
}

}  // namespace

int main(int count, char** arguments) {
    const int side = count > 1 ? std::atoi(arguments[1]) : 4096;
    const std::string wanted = count > 2 ? arguments[2] : "";
    const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::vector<int> threadCounts;
    for (int t = 1; t < cores; t *= 2)
        threadCounts.push_back(t);
    threadCounts.push_back(cores);
    const cv::Mat image = testImage(side);
    const std::int64_t samples = image.total();

    std::printf("%d x %d samples, %s; millions of samples a second\n", side, side,
                instructionSetName(instructionSet()));
    std::printf("%-18s", "");
    for (const int t : threadCounts)
        std::printf("  ours, %2d thr.", t);
    std::printf("  OpenCV %s, %d thr.   ratio\n", CV_VERSION, cores);
    cv::setNumThreads(cores);
    for (const Row& row : rows()) {
        if (row.name.find(wanted) == std::string::npos) continue;
        cv::Mat padded;
        cv::Mat out(side, side, CV_32F);
        const Rect read = row.ours.reads(wholeOf(image));
        cv::copyMakeBorder(image, padded, static_cast<int>(-read.y), static_cast<int>(read.bottom() - side),
                           static_cast<int>(-read.x), static_cast<int>(read.right() - side),
                           cv::BORDER_REPLICATE);
        std::printf("%-18s", row.name.c_str());
        double best = 0;
        for (const int t : threadCounts) {
            const double reached = speed(samples, [&] { runBands(row.ours, padded, out, t); });
            best = std::max(best, reached);
            std::printf("%14.1f", reached);
            std::fflush(stdout);
        }
        if (row.openCv) {
            cv::Mat peer(side, side, CV_32F);
            const double theirs = speed(samples, [&] { row.openCv(image, peer); });
            std::printf("%21.1f %8.2f   largest difference %.1e", theirs, best / theirs,
                        cv::norm(out, peer, cv::NORM_INF));
        }
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}
