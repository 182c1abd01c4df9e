// SPDX-License-Identifier: GPL-3.0-or-later

// How fast are warp and flow, and warp beside OpenCV's remap with two maps of binary32, in one run?
//
//     bench_warp [side of the image, 4096] [word that a row's name must contain] [runs, 7]
//
// Burin works on bands of 64 rows, with separate bands for each thread; OpenCV works on the whole image with
// as many threads as it likes. Both are run by turns. Beside the best time stands the least time of all
// processors together, which says more on a busy computer.

#include "core/kinds/filter/flow.hpp"
#include "core/kinds/filter/warp.hpp"

#include <sys/resource.h>

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

constexpr std::int64_t bandRows = 64;

class BandScratch final : public Scratch {
  public:
    explicit BandScratch(std::size_t bytes) : block_(bytes + 64) {
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

/// The children of a node as whole images with margins.
class Images final : public ChildSource {
  public:
    Images(const std::vector<cv::Mat>& images, int margin) : images_(images), margin_(margin) {}
    ConstSamplesView fetch(const Fetch& fetch) override {
        const cv::Mat& image = images_[fetch.link];
        return {image.ptr<float>(static_cast<int>(fetch.area.y) + margin_) + fetch.area.x + margin_,
                static_cast<std::ptrdiff_t>(image.step1()), fetch.area.width, fetch.area.height};
    }

  private:
    const std::vector<cv::Mat>& images_;
    int margin_;
};

struct Spent {
    double wall = 1e30;
    double processors = 1e30;
};

double processorSeconds() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

void measure(const std::function<void()>& work, Spent& best) {
    const auto start = std::chrono::steady_clock::now();
    const double before = processorSeconds();
    work();
    best.processors = std::min(best.processors, processorSeconds() - before);
    best.wall =
        std::min(best.wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void runBands(const Operation& operation, const std::vector<cv::Mat>& images, int margin, cv::Mat& out,
              int threads) {
    std::vector<LinkShape> links(images.size());
    std::atomic<std::int64_t> next = 0;
    const auto work = [&] {
        BandScratch scratch(operation.scratchBytes(links, 0, {0, 0, out.cols, bandRows}));
        Images children(images, margin);
        for (std::int64_t y = next.fetch_add(bandRows); y < out.rows; y = next.fetch_add(bandRows)) {
            const Rect area{0, y, out.cols, std::min<std::int64_t>(bandRows, out.rows - y)};
            scratch.reset();
            operation.reduce({area,
                              links[0],
                              links,
                              0,
                              {out.ptr<float>(static_cast<int>(y)), static_cast<std::ptrdiff_t>(out.step1()),
                               area.width, area.height},
                              children,
                              scratch});
        }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i)
        others.emplace_back(work);
    work();
    for (std::thread& t : others)
        t.join();
}

cv::Mat withMargin(const cv::Mat& image, int margin) {
    cv::Mat padded;
    cv::copyMakeBorder(image, padded, margin, margin, margin, margin, cv::BORDER_REPLICATE);
    return padded;
}

cv::Mat waves(int side, double across, double down) {
    cv::Mat image(side, side, CV_32F);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x)
            image.at<float>(y, x) =
                static_cast<float>(0.5 + 0.25 * std::sin(x / across) + 0.25 * std::cos(y / down));
    }
    return image;
}

struct Row {
    std::string name;
    std::shared_ptr<const Operation> operation;
    std::size_t children;
    int openCv = -1;  ///< the interpolation of OpenCV; -1 if OpenCV has no counterpart
};

constexpr double amplitude = 15;

Row warpRow(const std::string& name, Warp::Between between, int openCv) {
    Warp::Parameters all;
    all.amplitudePx = amplitude;
    all.between = between;
    return {name, std::make_shared<OperationOf<Warp>>(Warp(all)), 3, openCv};
}

Row flowRow(const std::string& name, Flow::Along along, std::int64_t length) {
    Flow::Parameters all;
    all.along = along;
    all.degrees = 30;
    all.lengthPx = length;
    return {name, std::make_shared<OperationOf<Flow>>(Flow(all)), along == Flow::Along::angle ? 1U : 2U, -1};
}

}  // namespace

int main(int count, char** arguments) {
    const int side = count > 1 ? std::atoi(arguments[1]) : 4096;
    const std::string wanted = count > 2 ? arguments[2] : "";
    const int runs = count > 3 ? std::atoi(arguments[3]) : 7;
    const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    constexpr int margin = 64;
    const std::vector<cv::Mat> plain = {waves(side, 3, 2.5), waves(side, 37, 29), waves(side, 31, 41)};
    std::vector<cv::Mat> padded;
    for (const cv::Mat& image : plain)
        padded.push_back(withMargin(image, margin));
    cv::Mat mapX(side, side, CV_32F);
    cv::Mat mapY(side, side, CV_32F);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            mapX.at<float>(y, x) = static_cast<float>(x + amplitude * (2 * plain[1].at<float>(y, x) - 1));
            mapY.at<float>(y, x) = static_cast<float>(y + amplitude * (2 * plain[2].at<float>(y, x) - 1));
        }
    }
    std::printf("%d x %d samples, %d threads, %s; Msamples/s, and in brackets a processor's\n", side, side,
                cores, instructionSetName(instructionSet()));
    cv::setNumThreads(cores);
    const double samples = 1e-6 * side * side;
    for (const Row& row :
         {warpRow("warp nearest", Warp::Between::nearest, cv::INTER_NEAREST),
          warpRow("warp linear", Warp::Between::linear, cv::INTER_LINEAR),
          warpRow("warp cubic", Warp::Between::cubic, cv::INTER_CUBIC),
          flowRow("flow angle 15", Flow::Along::angle, 15), flowRow("flow map 15", Flow::Along::map, 15),
          flowRow("flow contour 15", Flow::Along::contour, 15),
          flowRow("flow contour 101", Flow::Along::contour, 101)}) {
        if (row.name.find(wanted) == std::string::npos) continue;
        const std::vector<cv::Mat> children(padded.begin(),
                                            padded.begin() + static_cast<std::ptrdiff_t>(row.children));
        row.operation->prepare({});
        cv::Mat out(side, side, CV_32F);
        cv::Mat peer(side, side, CV_32F);
        Spent ours;
        Spent theirs;
        for (int run = 0; run < runs; ++run) {
            measure([&] { runBands(*row.operation, children, margin, out, cores); }, ours);
            if (row.openCv >= 0)
                measure([&] { cv::remap(plain[0], peer, mapX, mapY, row.openCv, cv::BORDER_REPLICATE); },
                        theirs);
        }
        std::printf("%-18s ours %7.1f (%6.1f)", row.name.c_str(), samples / ours.wall,
                    samples / ours.processors);
        if (row.openCv >= 0) {
            std::printf("   OpenCV %s %7.1f (%6.1f)   times %5.2f (%5.2f)   largest difference %.1e",
                        CV_VERSION, samples / theirs.wall, samples / theirs.processors,
                        theirs.wall / ours.wall, theirs.processors / ours.processors,
                        cv::norm(out, peer, cv::NORM_INF));
        }
        std::printf("\n");
        std::fflush(stdout);
    }
}
