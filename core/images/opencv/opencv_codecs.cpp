// SPDX-License-Identifier: GPL-3.0-or-later

// The module behind core/images/codecs.hpp.

#include "core/images/codecs.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

namespace burin {

namespace {

CodecPixels decode(std::span<const std::byte> file, std::string& why) {
    const auto image = std::make_shared<cv::Mat>();
    try {
        const cv::Mat encoded(1, static_cast<int>(file.size()), CV_8UC1,
                              const_cast<std::byte*>(file.data()));  // NOLINT(*-const-cast): read only
        *image = cv::imdecode(encoded, cv::IMREAD_UNCHANGED);
    } catch (const cv::Exception& exception) {
        why = exception.err;
    }
    const bool known = (image->depth() == CV_8U || image->depth() == CV_16U) &&
                       (image->channels() == 1 || image->channels() >= 3);
    if (image->empty() || !known) return {};
    return {image,
            reinterpret_cast<const std::byte*>(image->data),
            static_cast<std::int64_t>(image->step[0]),
            {image->cols, image->rows},
            image->channels(),
            image->depth() == CV_16U};
}

bool encode(const std::string& suffix, const std::byte* pixels, Size size, bool wide,
            std::vector<unsigned char>& file, std::string& why) {
    try {
        const cv::Mat image(static_cast<int>(size.height), static_cast<int>(size.width),
                            wide ? CV_16UC1 : CV_8UC1,
                            const_cast<std::byte*>(pixels));  // NOLINT(*-const-cast): read only
        return cv::imencode(suffix, image, file);
    } catch (const cv::Exception& exception) {
        why = exception.err;
        return false;
    }
}

}  // namespace

extern "C" const Codecs burinCodecs;
const Codecs burinCodecs = {&decode, &encode};

}  // namespace burin
