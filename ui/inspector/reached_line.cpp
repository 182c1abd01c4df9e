// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/reached_line.hpp"

#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

namespace burin::ui {

QString reachedText(const DesignNode& node, double pixelUm) {
    const auto reached = node.operation == nullptr ? std::nullopt : node.operation->reachedRoughness();
    if (!reached) return {};
    const auto* fullDepthPx = node.values.find<double>("full_depth");
    const auto height = [&](double samples) {
        return fullDepthPx == nullptr ? QString::number(samples, 'f', 4)
                                      : tr("%1 µm").arg(fixedText(samples * *fullDepthPx * pixelUm, 2));
    };
    return tr("Reaches Sq %1, Sa %2, Sal %3")
        .arg(height(reached->sq), height(reached->sa), measuredText(reached->salPx * pixelUm));
}

ReachedLine::ReachedLine(QWidget* parent) : QLabel(parent) {
    setObjectName("reached");
    setProperty("quiet", true);
    setWordWrap(true);
    setContentsMargins(0, 4, 0, 8);
    hide();
}

void ReachedLine::follow(const DesignNode* node, double pixelUm) {
    const QString text = node == nullptr ? QString() : reachedText(*node, pixelUm);
    setText(text);
    setVisible(!text.isEmpty());
}

}  // namespace burin::ui
