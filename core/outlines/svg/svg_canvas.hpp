// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/svg/svg_geometry.hpp"
#include "core/outlines/svg/svg_style.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace burin {

/// The place of an element, its clips, and whether it is selected.
struct SvgSpot {
    Affine toOutline;  ///< map from the element's user space
    SvgViewport viewport;
    std::vector<std::size_t> clips = {};      ///< indices in Outline::clips
    std::vector<std::size_t> viewports = {};  ///< rectangles that cut the element, see
                                              ///< SvgCanvas::addViewport()
    bool selected = true;
};

/// Collects an outline. Contours that are drawn several times are kept once.
class SvgCanvas {
  public:
    static constexpr std::size_t mostElements = 1'000'000;

    /// All arguments must outlive the canvas.
    SvgCanvas(const SvgSource& source, const SvgStyler& styler, DrawingPaint paint, OutlineMeter& meter);

    /// Counts an element that is drawn or examined. \throws DrawingError beyond 10^6
    void count(pugi::xml_node element);

    /// The contours of a shape, by their index in Outline::lists; nothing if it is not drawn.
    [[nodiscard]] std::optional<std::size_t> shape(pugi::xml_node element,
                                                   const SvgDeclarations& declarations,
                                                   const SvgViewport& viewport);
    /// The rectangle around a list of contours. \throws OutlineError, Cancelled
    [[nodiscard]] PlaneBox boundsOfList(std::size_t list);

    void draw(pugi::xml_node element, std::size_t list, const SvgStyle& style, const SvgSpot& spot);

    /// A rectangle that cuts the parts outside of it. \return its index
    [[nodiscard]] std::size_t addViewport(const Affine& toOutline, const PlaneBox& rectangle);
    [[nodiscard]] std::size_t addClip(OutlineClip clip);
    [[nodiscard]] std::size_t addLayer(OutlineLayer layer);

    /// Remarks about patterns, and about gradients that do not paint a stroke.
    [[nodiscard]] std::vector<Problem> remarks() const;
    [[nodiscard]] Outline& outline() { return outline_; }

  private:
    /// An element, and the size of the viewport if its contours depend on it.
    using ShapeKey = std::tuple<const void*, double, double>;
    /// Values of the file that a remark names.
    struct Noted {
        const char* first = nullptr;
        std::size_t count = 0;

        void add(const char* value) {
            if (++count == 1) first = value;
        }
    };
    struct CuttingViewport {
        Affine toOutline;
        PlaneBox rectangle;
        std::optional<std::size_t> clip = {};  ///< made when something extends beyond the rectangle
    };

    [[nodiscard]] std::int32_t valueOf(const SvgInk& ink) const;
    [[nodiscard]] bool paints(pugi::xml_node element, const SvgInk& ink, double opacity) const;
    [[nodiscard]] bool isFlat(std::size_t list);
    void fill(pugi::xml_node element, std::size_t list, const SvgStyle& style, const SvgSpot& spot);
    void stroke(pugi::xml_node element, std::size_t list, const SvgStyle& style, const SvgSpot& spot);
    void paint(const OutlineLayer& layer, const SvgInk& ink, double grow, const SvgSpot& spot);
    [[nodiscard]] bool leaves(const CuttingViewport& viewport, const PlaneBox& hull,
                              const Affine& toOutline) const;

    const SvgSource& source_;
    const SvgStyler& styler_;
    OutlineMeter& meter_;
    DrawingPaint paint_;
    Outline outline_;
    std::size_t elements_ = 0;
    std::map<ShapeKey, std::optional<std::size_t>> shapes_;  ///< indices in Outline::lists
    std::vector<PlaneBox> hulls_;                            ///< hulls of Outline::lists
    std::vector<CuttingViewport> viewports_;
    Noted flat_;      ///< references that do not paint a shape without width or height
    Noted patterns_;  ///< references to patterns
};

}  // namespace burin
