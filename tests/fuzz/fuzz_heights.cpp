// SPDX-License-Identifier: GPL-3.0-or-later

// Reads any bytes as measured heights (.x3p, .gsf, a TIFF of floats). The result is a problem, or depths from
// 0 to 1.

#include "core/images/heights/height_file.hpp"
#include "core/images/image_error.hpp"
#include "core/kinds/source/scan.hpp"
#include "memory_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace burin;

namespace {

/// Larger files are not read, because they take long.
constexpr std::int64_t mostSamples = std::int64_t{1} << 16;

void require(bool condition, const char* law) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", law);
    std::abort();
}

const char* nameOf(std::string_view bytes) {
    if (bytes.starts_with("PK")) return "heights.x3p";
    if (bytes.starts_with("Gwy")) return "heights.gsf";
    return "heights.tif";
}

void readAlone(const std::string& path) {
    const InputFile file(path);
    const Size size = readHeightHead(file, mostSamples).size;
    const HeightFile read = readHeightFile(file, mostSamples);
    require(read.size == size, "the head has another size");
    require(read.heightsUm.size() == static_cast<std::size_t>(size.width * size.height),
            "another number of heights than its size requires");
}

/// Reads the file as a node of a design reads it.
void readAsDepths(const std::string& path, bool tiff) {
    Values values;
    values.set("file", path);
    values.set("missing", std::string("nearest"));
    if (tiff) {
        values.set("z_unit", 1.0);
        values.set("pitch", 1.0);
    }
    std::vector<ParameterProblem> problems;
    std::int64_t decodable = mostSamples * 16;
    const BindContext context{.values = values,
                              .size = std::nullopt,
                              .pixelUm = 1,
                              .links = {},
                              .folder = "/",
                              .problems = problems,
                              .decodable = &decodable};
    const auto operation = scanKind().bind(context);
    require(operation != nullptr || !problems.empty(), "refused without a problem");
    if (operation == nullptr) return;
    const Rect all = operation->extent({}).rect();
    if (all.width > mostSamples / all.height) return;
    operation->prepare({});
    std::vector<float> depths(static_cast<std::size_t>(all.area()));
    operation->begin({}, all, {depths.data(), all.width, all.width, all.height});
    require(std::all_of(depths.begin(), depths.end(), [](float v) { return v >= 0 && v <= 1; }),
            "a depth outside of 0 to 1");
    static_cast<void>(operation->remarks({}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string name = nameOf({reinterpret_cast<const char*>(data), size});
    const bool tiff = name.ends_with(".tif");
    const NamedMemoryFile file(data, size, name);
    try {
        readAsDepths(file.path(), tiff);
        if (!tiff) readAlone(file.path());
    } catch (const ImageError&) {
        return 0;
    }
    return 0;
}
