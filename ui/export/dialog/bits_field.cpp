// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/bits_field.hpp"

#include "ui/model/document/document.hpp"
#include "ui/words/number_text.hpp"

#include <QComboBox>
#include <QLabel>

#include <array>
#include <optional>
#include <string>

namespace burin::ui {

namespace {

constexpr const char* depthKey = "depth";

/// The name of the design's surface; empty if it has none.
std::string surfaceName(const Design& design) {
    return design.root ? design.nodes[*design.root].name : std::string();
}

}  // namespace

BitsField::BitsField(Document& document, QWidget* parent) : FieldGroup(parent), document_(document) {
    bits_ = new QComboBox(this);
    bits_->setObjectName("export.depth");
    bits_->setToolTip(tr(
        "How finely depths are written. This is the surface's Bits per sample, so it changes the design."));
    bits_->addItem(tr("8 bits, %1 steps").arg(groupedText(256)), "8");
    bits_->addItem(tr("16 bits, %1 steps").arg(groupedText(65536)), "16");
    bits_->addItem(tr("1 bit, engraved or not"), "1");
    addRow(rowName(tr("Bits")), {bits_}, true);
    connect(bits_, &QComboBox::activated, this, &BitsField::choose);
}

void BitsField::showFor(const ExportFormat& format) {
    setVisible(!format.layers && (format.file == nullptr || !format.file->heights));
    const Design& design = *document_.design();
    const std::string surface = surfaceName(design);
    const auto written =
        DesignEdit(design.document).writtenOrDefault(surface, std::array<std::string, 1>{depthKey});
    const QString bits = written ? QString::fromStdString(written->scalar) : QString();
    bits_->setCurrentIndex(bits_->findData(bits));
    bits_->setEnabled(!surface.empty());
}

void BitsField::choose() {
    const std::string surface = surfaceName(*document_.design());
    const QString bits = bits_->currentData().toString();
    const QString what = bits == "1" ? tr("Write 1 bit a sample") : tr("Write %1 bits a sample").arg(bits);
    document_.edit(what, [&](DesignEdit& edit) {
        edit.setScope({});
        edit.setValue(surface, depthKey, yamlScalar(bits.toStdString()));
        // Only single bits are dithered.
        if (bits != "1") edit.setValue(surface, "dither", std::nullopt);
    });
}

}  // namespace burin::ui
