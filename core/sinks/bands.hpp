// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"
#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace burin {

/// The part of the memory that the bands of a row sink may take: one half.
inline constexpr std::size_t bandsInMemory = 2;

/// The height of a row sink's bands: a power of two, so that tiles fit into them, or the whole height.
/// \param name   of the sink, for the message
/// \param bytes  limit of two bands together
/// \throws UsageError if that is too little; it names the memory that is enough, and its remedies
[[nodiscard]] std::int64_t bandRows(const std::string& name, const SurfaceInfo& surface, const Scan& scan,
                                    std::size_t bytes);

/// Rows up to this width always lie in one piece.
inline constexpr std::int64_t narrowPiece = 4096;

/// Rows without compression are computed and written in pieces of this size. A piece of whole rows needs a
/// single write; other pieces need one for each row, which takes up to half as long again. Low pieces are
/// avoided, because a node that reads its surroundings would compute many rows twice. \param file  width and
/// height in samples
[[nodiscard]] Size pieceOfRows(const Size& file);

}  // namespace burin
