// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/jpeg.hpp"

#include "core/images/image_error.hpp"

#include <array>
#include <csetjmp>
#include <cstdio>

// jpeglib.h uses types of stdio, which must be included first.
#include <jerror.h>
#include <jpeglib.h>

namespace burin {

namespace {

constexpr std::size_t kMostWarnings = 8;

/// Whether libjpeg's warning with that number does not affect any pixel: it concerns bytes between segments,
/// the version or the colours that a segment states, or fields that have no meaning in a picture of one pass.
bool isHarmless(int message) {
    return message == JWRN_EXTRANEOUS_DATA || message == JWRN_ADOBE_XFORM || message == JWRN_JFIF_MAJOR ||
           message == JWRN_NOT_SEQUENTIAL;
}

/// One decompression. libjpeg leaves its functions by longjmp, so no object created after setjmp may own
/// memory.
class JpegDecompression {
  public:
    explicit JpegDecompression(std::span<const std::byte> file) : file_(file) {
        state_.err = jpeg_std_error(&errors_);
        state_.client_data = this;
        errors_.error_exit = [](j_common_ptr state) {
            of(state).complain();
            std::longjmp(of(state).escape_, 1);
        };
        errors_.emit_message = [](j_common_ptr state, int level) {
            if (level < 0) of(state).complain();
        };
    }
    ~JpegDecompression() { jpeg_destroy_decompress(&state_); }
    JpegDecompression(const JpegDecompression&) = delete;
    JpegDecompression& operator=(const JpegDecompression&) = delete;

    /// The reason why pixels may be wrong; empty if every row was decoded from intact data.
    [[nodiscard]] const std::string& complaint() const { return complaint_; }
    [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

    void run(const ImageHeader& header, TurnedPicture& picture) {
        hasEnd_ = header.hasEnd;
        hasStrayBytes_ = header.hasStrayBytes;
        if (setjmp(escape_) != 0) return;
        jpeg_create_decompress(&state_);
        jpeg_mem_src(&state_, reinterpret_cast<const unsigned char*>(file_.data()), file_.size());
        jpeg_read_header(&state_, TRUE);
        const bool colour = header.pixels.model == PixelFormat::Model::colour;
        state_.out_color_space = colour ? JCS_RGB : JCS_GRAYSCALE;
        jpeg_start_decompress(&state_);
        if (state_.output_width != header.stored.width || state_.output_height != header.stored.height)
            complaint_ = "its frames differ in size";
        if (!hasEnd_ && !knowsItsEnd()) complaint_ = "it ends before its last scan";
        while (state_.output_scanline < state_.output_height && complaint_.empty()) {
            const std::int64_t y = state_.output_scanline;
            JSAMPROW row = reinterpret_cast<JSAMPROW>(picture.row(y));
            jpeg_read_scanlines(&state_, &row, 1);
            picture.finish(y);
        }
        // A file without an end marker has only an incomplete segment after its rows, so nothing is checked
        // there.
        if (complaint_.empty() && hasEnd_) jpeg_finish_decompress(&state_);
    }

  private:
    static JpegDecompression& of(j_common_ptr state) {
        return *static_cast<JpegDecompression*>(state->client_data);
    }
    void complain() {
        // The header's remark says so already, in plainer words.
        if (hasStrayBytes_ && errors_.msg_code == JWRN_EXTRANEOUS_DATA) return;
        std::array<char, JMSG_LENGTH_MAX> text{};
        errors_.format_message(reinterpret_cast<j_common_ptr>(&state_), text.data());
        if (isHarmless(errors_.msg_code)) {
            if (warnings_.size() < kMostWarnings) warnings_.emplace_back(text.data());
        } else if (complaint_.empty() && (hasEnd_ || errors_.msg_code != JWRN_JPEG_EOF)) {
            complaint_ = text.data();
        }
    }
    /// Whether the data of a file without end marker show that they are complete: libjpeg warns of Huffman
    /// codes that end early, but not of arithmetic codes. A progressive image must have been refined
    /// completely.
    [[nodiscard]] bool knowsItsEnd() const {
        if (state_.arith_code != 0) return false;
        if (state_.progressive_mode == 0) return true;
        for (int component = 0; component < state_.num_components; ++component) {
            for (int k = 0; k < DCTSIZE2; ++k)
                if (state_.coef_bits[component][k] != 0) return false;
        }
        return true;
    }

    std::span<const std::byte> file_;
    jpeg_decompress_struct state_ = {};
    jpeg_error_mgr errors_ = {};
    std::jmp_buf escape_ = {};
    bool hasEnd_ = true;
    bool hasStrayBytes_ = false;
    std::string complaint_;
    std::vector<std::string> warnings_;
};

}  // namespace

std::vector<std::string> readJpegPixels(std::span<const std::byte> file, const ImageHeader& header,
                                        const std::string& name, TurnedPicture& picture) {
    JpegDecompression jpeg(file);
    jpeg.run(header, picture);
    if (!jpeg.complaint().empty())
        throw ImageError({.reason = "cannot decode %1: %2",
                          .details = {name, jpeg.complaint()},
                          .advice = "use an undamaged JPEG"});
    return jpeg.warnings();
}

}  // namespace burin
