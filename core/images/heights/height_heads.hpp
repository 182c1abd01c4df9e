// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The heads of files of heights, which describe the heights.

#include "core/geometry/rect.hpp"

#include <string>
#include <string_view>

namespace burin {

struct HeightHead {
    Size size;
    double pitchXUm = 1;
    double pitchYUm = 1;
    std::string title = {};
    std::string date = {};  ///< empty: 1970-01-01T00:00:00Z
};

/// The head of a Gwyddion Simple Field whose heights are in metres, with its padding.
[[nodiscard]] std::string gsfHead(const HeightHead& head);

inline constexpr std::string_view x3pDataName = "bindata/data.bin";

/// `main.xml` of an X3P file whose heights are binary32 in metres.
/// \param dataMd5  of the heights, as 32 hexadecimal digits
[[nodiscard]] std::string x3pMain(const HeightHead& head, const std::string& dataMd5,
                                  const std::string& version);

/// `md5checksum.hex` for a `main.xml`.
[[nodiscard]] std::string x3pChecksum(const std::string& mainXml);

}  // namespace burin
