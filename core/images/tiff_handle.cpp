// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/tiff_handle.hpp"

#include "core/images/image_error.hpp"
#include "core/images/image_header.hpp"

#include <tiffio.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <new>
#include <span>
#include <string_view>

namespace burin {

namespace {

std::string formatted(const char* format, va_list arguments) {
    std::array<char, 512> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    return text.data();
}

/// Warnings that leave the samples intact. Any other warning means that rows were made up.
bool isHarmless(std::string_view warning) {
    for (const std::string_view known :
         {"Old-style LZW", "extraneous bytes", "Improper JPEG sampling", "Decompressor will try",
          "exceeds expected dimensions", "old-style JPEG", "Auto-corrected former TIFF subsampling",
          "unknown JFIF revision number", "Unknown Adobe color transform code",
          "Invalid SOS parameters for sequential JPEG"}) {
        if (warning.find(known) != std::string_view::npos) return true;
    }
    return false;
}

}  // namespace

/// The part of a handle that libtiff's callbacks use.
struct TiffHandle::Client {
    std::shared_ptr<const InputFile> file;
    toff_t position = 0;
    std::string error;
    std::string warning;

    static Client& of(thandle_t handle) { return *static_cast<Client*>(handle); }

    static tmsize_t read(thandle_t handle, void* to, tmsize_t count) {
        Client& client = of(handle);
        if (count <= 0 || client.position > static_cast<toff_t>(std::numeric_limits<std::int64_t>::max() / 2))
            return 0;
        try {
            const std::size_t got =
                client.file->readSome(static_cast<std::int64_t>(client.position),
                                      {static_cast<std::byte*>(to), static_cast<std::size_t>(count)});
            client.position += got;
            return static_cast<tmsize_t>(got);
        } catch (const std::bad_alloc&) {  // libtiff is written in C, so no exception may pass through it
            return -1;
        }
    }
    static tmsize_t write(thandle_t, void*, tmsize_t) { return -1; }
    static toff_t seek(thandle_t handle, toff_t offset, int whence) {
        Client& client = of(handle);
        const toff_t base = whence == SEEK_CUR   ? client.position
                            : whence == SEEK_END ? static_cast<toff_t>(client.file->size())
                                                 : 0;
        return client.position = base + offset;
    }
    static int close(thandle_t) { return 0; }
    static toff_t size(thandle_t handle) { return static_cast<toff_t>(of(handle).file->size()); }

    static int map(thandle_t, void**, toff_t*) { return 0; }
    static void unmap(thandle_t, void*, toff_t) {}

    static int onError(TIFF*, void* user, const char*, const char* format, va_list arguments) {
        Client& client = of(user);
        if (client.error.empty()) client.error = formatted(format, arguments);
        return 1;
    }
    static int onWarning(TIFF*, void* user, const char*, const char* format, va_list arguments) {
        Client& client = of(user);
        const std::string text = formatted(format, arguments);
        if (client.warning.empty() && !isHarmless(text)) client.warning = text;
        return 1;
    }
};

TiffHandle::TiffHandle(std::shared_ptr<const InputFile> file, std::int64_t page,
                       std::int64_t largestAllocation)
    : client_(std::make_unique<Client>()) {
    client_->file = std::move(file);
    const std::string name = client_->file->path().string();
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), largestAllocation);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), Client::onError, client_.get());
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), Client::onWarning, client_.get());
    // r: read; h: read no directory yet, because page 0 may be damaged; c: no strip chopping; m: no memory
    // mapping, because a mapped file that is cut short would kill the process
    tiff_ = TIFFClientOpenExt(name.c_str(), "rhcm", client_.get(), Client::read, Client::write, Client::seek,
                              Client::close, Client::size, Client::map, Client::unmap, options.get());
    if (tiff_ == nullptr) {
        std::array<std::byte, 16> start{};
        const std::size_t got = client_->file->readSome(0, start);
        if (const auto type = imageTypeOf(std::span(start).first(got))) {
            throw ImageError({.reason = "%1 is a %2 image, not a TIFF",
                              .details = {name, imageTypeName(*type)},
                              .advice = "use an Image node (`kind: image`)"});
        }
        throw ImageError(
            {.reason = "%1 is not a TIFF: %2",
             .details = {name, complaint()},
             .advice = "use a TIFF or BigTIFF file; for PNG, JPEG, BMP, PGM and WebP, use `kind: image`"});
    }
    forgetComplaints();
    const bool inRange = page >= 0 && page < std::numeric_limits<tdir_t>::max();
    if (!inRange || TIFFSetDirectory(tiff_, static_cast<tdir_t>(page)) == 0) {
        const std::string why = complaint();
        TIFFClose(tiff_);
        throw ImageError({.reason = why.empty() ? "cannot open page %1 of %2: there is no such page"
                                                : "cannot open page %1 of %2: %3",
                          .details = {std::to_string(page), name, why},
                          .advice = "choose a page of the file, counted from 0"});
    }
}

TiffHandle::~TiffHandle() {
    TIFFClose(tiff_);
}

void TiffHandle::forgetComplaints() {
    client_->error.clear();
    client_->warning.clear();
}

const std::string& TiffHandle::complaint() const {
    return client_->error.empty() ? client_->warning : client_->error;
}

}  // namespace burin
