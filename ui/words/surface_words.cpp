// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/surface_words.hpp"

#include "ui/words/number_text.hpp"

#include <QCoreApplication>

namespace burin::ui {

namespace {

struct Pictures {
    Q_DECLARE_TR_FUNCTIONS(Pictures)
};

}  // namespace

QString surfaceText(const Design& design) {
    if (!design.root || !design.nodes[*design.root].size) return {};
    const Size& size = *design.nodes[*design.root].size;
    return lengthText(static_cast<double>(size.width) * design.pixelUm) + QString::fromUtf8(" × ") +
           lengthText(static_cast<double>(size.height) * design.pixelUm);
}

QString shortSurfaceText(const Design& design) {
    if (!design.root || !design.nodes[*design.root].size) return {};
    const Size& size = *design.nodes[*design.root].size;
    return areaText(static_cast<double>(size.width) * design.pixelUm,
                    static_cast<double>(size.height) * design.pixelUm);
}

QString pictureText(const DesignNode& node, double pixelUm) {
    if (node.operation == nullptr || node.operation->content() == nullptr) return {};
    const Extent extent = node.operation->extent({});
    if (!extent.bounded()) return {};
    const QString times = QString::fromUtf8(" × ");
    const QString width = groupedText(extent.rect().width);
    const QString height = groupedText(extent.rect().height);
    const int bits = node.operation->bits({});
    const QString depth = bits == 1 ? Pictures::tr("1 bit") : Pictures::tr("%1 bits").arg(bits);
    return Pictures::tr("%1 px, %2, %3")
        .arg(width + times + height,
             areaText(static_cast<double>(extent.rect().width) * pixelUm,
                      static_cast<double>(extent.rect().height) * pixelUm),
             bits > 16 ? Pictures::tr("colour or floating point") : depth);
}

}  // namespace burin::ui
