// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/surface_words.hpp"

#include "ui/words/number_text.hpp"

namespace burin::ui {

QString surfaceText(const Design& design) {
    if (!design.root || !design.nodes[*design.root].size) return {};
    const Size& size = *design.nodes[*design.root].size;
    return lengthText(static_cast<double>(size.width) * design.pixelUm) + QString::fromUtf8(" × ") +
           lengthText(static_cast<double>(size.height) * design.pixelUm);
}

}  // namespace burin::ui
