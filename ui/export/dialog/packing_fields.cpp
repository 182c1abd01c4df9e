// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/packing_fields.hpp"

#include "core/export/scan.hpp"
#include "core/sinks/tiff/tiff_codec.hpp"
#include "ui/export/dialog/number_field.hpp"
#include "ui/theme/folding_row.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace burin::ui {

PackingFields::PackingFields(const Theme& theme, QWidget* parent) : FieldGroup(parent) {
    makeFields(theme);
    limitTo(nullptr);
    scanName_ = rowName(tr("Scan"));
    scanRow_ = addRow(scanName_, {makeScan()}, false);
    scanName_->setBuddy(scan_);
    layersRow_ = addRow(rowName(tr("Layers")), {layers_}, true);
    compressionRow_ = addRow(rowName(tr("Compression")), {compression_, layout_}, true);
    slicesRow_ = addRow(rowName({}), {slices_}, true);
    showFor(format_, compressed_, nullptr);

    for (QLineEdit* const field : {swath_, layers_})
        connect(field, &QLineEdit::textEdited, this, &PackingFields::changed);
    for (QComboBox* const box : {scan_, compression_, layout_})
        connect(box, &QComboBox::activated, this, &PackingFields::changed);
    for (QCheckBox* const box : {serpentine_, slices_})
        connect(box, &QCheckBox::toggled, this, &PackingFields::changed);
}

void PackingFields::makeFields(const Theme& theme) {
    scan_ = new QComboBox(this);
    scan_->setObjectName("export.scan");
    swath_ = numberField(theme, "export.swath", this);
    swath_->setText(QStringLiteral("10 mm"));
    serpentine_ = new QCheckBox(tr("serpentine: every second row runs back"), this);
    serpentine_->setObjectName("export.serpentine");
    compression_ = new QComboBox(this);
    compression_->setObjectName("export.compression");
    for (const Compression kind :
         {Compression::none, Compression::deflate, Compression::lzw, Compression::zstd}) {
        if (kind != Compression::none && !tiffCanCompress(kind)) continue;
        compression_->addItem(QString::fromStdString(compressionText(kind)), static_cast<int>(kind));
    }
    layout_ = new QComboBox(this);
    layout_->setObjectName("export.layout");
    layout_->setToolTip(tr("Every program reads strips. Tiles suit files of many gigabytes."));
    layout_->addItem(tr("Automatic layout"), static_cast<int>(TiffBlocks::automatic));
    layout_->addItem(tr("Strips"), static_cast<int>(TiffBlocks::strips));
    layout_->addItem(tr("Tiles"), static_cast<int>(TiffBlocks::tiles));
    layers_ = numberField(theme, "export.layers", this);
    layers_->setText(QStringLiteral("16"));
    slices_ = new QCheckBox(tr("compress data for the network"), this);
    slices_->setObjectName("export.slices");
}

/// In a narrow dialog, the check box stands below the other fields.
QWidget* PackingFields::makeScan() {
    auto* const parts = new QWidget(this);
    auto* const row = new FoldingRow(parts);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    auto* const line = new QHBoxLayout;
    line->setSpacing(gap);
    line->addWidget(scan_);
    line->addWidget(swath_);
    line->addStretch(1);
    row->addLayout(line);
    row->addWidget(serpentine_, 1);
    return parts;
}

void PackingFields::limitTo(const MachineDescription* machine) {
    const bool swaths = swathsChosen();
    scan_->clear();
    if (machine == nullptr || machine->rows) scan_->addItem(tr("Rows"), false);
    if (machine == nullptr || machine->swaths) scan_->addItem(tr("Swaths"), true);
    scan_->setCurrentIndex(std::max(0, scan_->findData(swaths)));
    if (machine != nullptr && !machine->serpentine) serpentine_->setChecked(false);
    if (machine != nullptr && !machine->lz4) slices_->setChecked(false);
}

void PackingFields::showFor(const ExportFormat& format, bool compressed, const MachineDescription* machine) {
    format_ = format;
    compressed_ = compressed;
    const bool swaths = format.numbered();
    const bool ordered = format.keepsScan();
    const bool sliced = format.machine && (machine == nullptr || machine->lz4);
    scanRow_->setVisible(ordered || swaths);
    scanName_->setText(ordered ? tr("Scan") : tr("Swath width"));
    scan_->setVisible(ordered);
    serpentine_->setVisible(ordered && (machine == nullptr || machine->serpentine));
    swath_->setVisible(swaths || swathsChosen());
    layersRow_->setVisible(format.layers);
    compressionRow_->setVisible(compressed);
    slicesRow_->setVisible(sliced);
    setVisible(ordered || swaths || format.layers || compressed || sliced);  // empty groups take no space
}

bool PackingFields::swathsChosen() const {
    return scan_->currentData().toBool();
}

bool PackingFields::compresses() const {
    return compressed_ && compression_->currentIndex() > 0;
}

QVariantMap PackingFields::choice() const {
    return {{"swaths", swathsChosen()},
            {"swath", swath_->text()},
            {"serpentine", serpentine_->isChecked()},
            {"compression", compression_->currentData()},
            {"layout", layout_->currentData()},
            {"layers", layers_->text()},
            {"slices", slices_->isChecked()}};
}

void PackingFields::choose(const QVariantMap& choice) {
    scan_->setCurrentIndex(std::max(0, scan_->findData(choice["swaths"].toBool())));
    compression_->setCurrentIndex(std::max(0, compression_->findData(choice["compression"].toInt())));
    layout_->setCurrentIndex(std::max(0, layout_->findData(choice["layout"].toInt())));
    swath_->setText(choice["swath"].toString());
    layers_->setText(choice["layers"].toString());
    serpentine_->setChecked(choice["serpentine"].toBool());
    slices_->setChecked(choice["slices"].toBool());
}

QString PackingFields::fill(ExportOrder& order) const {
    if (format_.numbered() || (format_.keepsScan() && swathsChosen())) {
        const auto width = typedPixels(*swath_, order.design->pixelUm);
        constexpr std::int64_t most = 0x7fffffff;
        if (!width || *width <= 0 || *width > most) return tr("Swaths need a width such as 10 mm.");
        order.sink.scan.swathWidth = *width;
    }
    if (format_.layers) {
        constexpr int most = 65535;
        const int layers = layers_->text().trimmed().toInt();  // 0 if the text is not a number
        if (layers < 1 || layers > most) return tr("The number of layers must be 1 to 65535.");
        order.layers = layers;
    }
    order.sink.scan.serpentine = format_.keepsScan() && serpentine_->isChecked();
    if (format_.machine && slices_->isChecked()) order.slices = SliceCompression::lz4;
    if (compressed_) {
        order.sink.compression = static_cast<Compression>(compression_->currentData().toInt());
        order.sink.blocks = static_cast<TiffBlocks>(layout_->currentData().toInt());
    }
    return {};
}

}  // namespace burin::ui
