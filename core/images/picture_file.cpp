// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/picture_file.hpp"

#include "core/images/image_error.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace burin {

namespace {

template <class Sample>
cv::Mat quantised(const std::vector<float>& values, Size size, int type, float steps) {
    cv::Mat image(static_cast<int>(size.height), static_cast<int>(size.width), type);
    const float* from = values.data();
    for (int y = 0; y < image.rows; ++y) {
        auto* to = image.ptr<Sample>(y);
        for (int x = 0; x < image.cols; ++x)
            to[x] = static_cast<Sample>(std::floor(*from++ * steps + 0.5F));
    }
    return image;
}

}  // namespace

void writePicture(const std::string& file, const std::vector<float>& values, Size size, int bits) {
    const cv::Mat image = bits == 16 ? quantised<std::uint16_t>(values, size, CV_16UC1, 65535.0F)
                                     : quantised<std::uint8_t>(values, size, CV_8UC1, 255.0F);
    std::vector<std::uint8_t> encoded;
    try {
        cv::imencode(std::filesystem::path(file).extension().string(), image, encoded);
    } catch (const cv::Exception& e) {
        throw ImageError(file + ": the picture cannot be encoded: " + e.err, "a .png or .tif");
    }
    const std::filesystem::path part = file + ".part";
    std::ofstream out(part, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(encoded.data()), static_cast<std::streamsize>(encoded.size()));
    out.close();
    std::error_code error;
    if (out) std::filesystem::rename(part, file, error);
    if (out && !error) return;
    const std::string why = error ? error.message() : "the disk may be full, or the folder missing";
    std::filesystem::remove(part, error);
    throw ImageError(file + ": the picture cannot be written: " + why, "a file that can be written");
}

}  // namespace burin
