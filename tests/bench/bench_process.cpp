// SPDX-License-Identifier: GPL-3.0-or-later

// Is a whole `burin export` as fast as OpenCV's filter alone?
//
//     bench_process path/to/burin [pairs of runs, 15] [word that a row's name must contain]
//
// Burin filters a 16384 x 8192 TIFF of bytes to `null:` with two threads; its time includes process start and
// reading the file. OpenCV filters the image in memory with two threads, and only the filter call counts:
// once into a picture that it allocates, as for a single picture, and once into one that was written before.
// The runs alternate on the cores of this process; `taskset -c 0,1` selects two. Prints the median wall time
// of each, the least CPU time, and how many times as fast Burin is.

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tiffio.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

namespace {

constexpr int width = 16384;
constexpr int height = 8192;

/// Smooth hills with noise, like a scanned surface.
cv::Mat picture() {
    cv::RNG random(1);
    cv::Mat small(height / 8, width / 8, CV_8U);
    random.fill(small, cv::RNG::UNIFORM, 0, 224);
    cv::Mat noise(height, width, CV_8U);
    random.fill(noise, cv::RNG::UNIFORM, 0, 32);
    cv::Mat hills;
    cv::resize(small, hills, noise.size(), 0, 0, cv::INTER_LINEAR);
    return hills + noise;
}

void fail(const std::string& what) {
    std::fprintf(stderr, "bench_process: %s\n", what.c_str());
    std::exit(1);
}

/// Uncompressed, in strips of about 64 KiB.
void writeTiff(const std::string& path, const cv::Mat& image) {
    TIFF* const tiff = TIFFOpen(path.c_str(), "w");
    if (tiff == nullptr) fail("cannot write " + path);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 4);
    for (int y = 0; y < height; ++y) {
        if (TIFFWriteScanline(tiff, const_cast<uchar*>(image.ptr(y)), static_cast<uint32_t>(y)) < 0)
            fail("cannot write " + path);
    }
    TIFFClose(tiff);
}

struct Times {
    std::vector<double> clock;
    std::vector<double> processor;

    [[nodiscard]] static double least(std::vector<double> of) {
        return *std::min_element(of.begin(), of.end());
    }
    [[nodiscard]] static double median(std::vector<double> of) {
        std::sort(of.begin(), of.end());
        return of[of.size() / 2];
    }
};

double secondsOf(int whose) {
    rusage used{};
    getrusage(whose, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

void add(Times& times, int whose, const std::function<void()>& work) {
    const double before = secondsOf(whose);
    const auto start = std::chrono::steady_clock::now();
    work();
    times.clock.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    times.processor.push_back(secondsOf(whose) - before);
}

void runProgram(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    int status = 0;
    if (posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0) {
        fail(command[0] + " failed");
    }
}

struct Row {
    std::string name;
    std::string node;
    std::function<void(const cv::Mat& image, cv::Mat& out)> peer;
};

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) fail("say which burin");
    const std::string burin = std::filesystem::absolute(arguments[1]);
    const int pairs = count > 2 ? std::atoi(arguments[2]) : 15;
    const std::string wanted = count > 3 ? arguments[3] : "";
    std::string folder = std::filesystem::temp_directory_path() / "bench-process-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) fail("cannot make a folder");
    cv::setNumThreads(2);
    const cv::Mat image = picture();
    writeTiff(folder + "/scan.tif", image);
    const std::vector<Row> rows = {
        {"median 3x3", "kind: median, radius: 1",
         [](const cv::Mat& from, cv::Mat& to) { cv::medianBlur(from, to, 3); }},
        {"box 25", "kind: convolution, kernel: {box: 25}",
         [](const cv::Mat& from, cv::Mat& to) {
             cv::blur(from, to, {25, 25});
         }},
    };
    std::printf("%-12s %17s   %25s   %25s\n", "", "burin", "OpenCV, new picture", "OpenCV, old picture");
    std::printf("%-12s %9s %7s   %9s %7s %7s   %9s %7s %7s\n", "", "median s", "cpu s", "median s", "cpu s",
                "times", "median s", "cpu s", "times");
    for (const Row& row : rows) {
        if (row.name.find(wanted) == std::string::npos) continue;
        std::ofstream(folder + "/design.burin") << "burin: 1\npixel: 1 um\nnodes:\n"
                                                << "  surface: {kind: root, width: " << width
                                                << ", height: " << height << ", inputs: [{data: filter}]}\n"
                                                << "  filter: {" << row.node << ", inputs: [{data: scan}]}\n"
                                                << "  scan: {kind: tiff, file: scan.tif}\n";
        const std::vector<std::string> command = {burin,        "export",    folder + "/design.burin",
                                                  "--to",       "null:",     "--backend",
                                                  "cpu",        "--threads", "2",
                                                  "--progress", "none"};
        Times ours;
        Times theirs;
        Times again;
        cv::Mat old(image.size(), CV_8U);
        for (int pair = -1; pair < pairs; ++pair) {  // the first pair warms the caches
            if (pair == 0) ours = theirs = again = {};
            add(ours, RUSAGE_CHILDREN, [&] { runProgram(command); });
            add(theirs, RUSAGE_SELF, [&] {
                cv::Mat made;
                row.peer(image, made);
            });
            add(again, RUSAGE_SELF, [&] { row.peer(image, old); });
        }
        const double seconds = Times::median(ours.clock);
        std::printf("%-12s %9.4f %7.3f   %9.4f %7.3f %7.2f   %9.4f %7.3f %7.2f\n", row.name.c_str(), seconds,
                    Times::least(ours.processor), Times::median(theirs.clock), Times::least(theirs.processor),
                    Times::median(theirs.clock) / seconds, Times::median(again.clock),
                    Times::least(again.processor), Times::median(again.clock) / seconds);
        std::fflush(stdout);
    }
    std::filesystem::remove_all(folder);
}
