// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/roller_note.hpp"

#include "core/design/edits/roller_edit.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/folding_row.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <numbers>
#include <tuple>

namespace burin::ui {

RollerNote::RollerNote(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      round_(new QLabel(this)),
      pitch_(new QLabel(this)),
      once_(new QLabel(this)),
      along_(new QLabel(this)) {
    setObjectName("rollerNote");
    round_->setObjectName("roller.round");
    pitch_->setObjectName("roller.pitch");
    once_->setObjectName("roller.once");
    along_->setObjectName("roller.along");
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 4);
    for (const auto& [title, value, aside] :
         {std::tuple(tr("Round"), round_, pitch_), std::tuple(tr("Once round"), once_, along_)}) {
        auto* label = new QLabel(title, this);
        label->setProperty("secondary", true);
        label->setFixedWidth(96);
        value->setFont(theme.numbers());
        aside->setFont(theme.numbers());
        aside->setProperty("quiet", true);
        aside->setMinimumWidth(108);  // the text is set only after the layout
        aside->setAlignment(Qt::AlignRight);
        auto* const row = new QHBoxLayout;
        row->setSpacing(8);
        auto* const words = new FoldingRow;  // a long round has no room beside the pitch
        words->setSpacings(8, 2);
        words->addWidget(value);
        words->addStretch(1);
        words->addWidget(aside);
        row->addWidget(label, 0, Qt::AlignTop);
        row->addLayout(words, 1);
        rows->addLayout(row);
    }
    auto* const close = new QPushButton(tr("Close on the roller..."), this);
    close->setObjectName("roller.close");
    close->setAutoDefault(false);
    close->setToolTip(tr("Makes lattices and textures repeat exactly around the roller"));
    rows->addWidget(close);
    connect(close, &QPushButton::clicked, this, &RollerNote::closingWanted);
}

void RollerNote::follow(const Document& document) {
    const Design& design = *document.design();
    const auto written = writtenRoller(design.document);
    setVisible(written.has_value());
    if (!written) return;
    const Roller& roller = written->roller;
    constexpr int digits = 7;
    round_->setText(tr("%1 samples").arg(groupedText(roller.samplesRound(written->pixelUm))));
    pitch_->setText(tr("of %1 µm").arg(QString::number(roller.pitchRoundUm(written->pixelUm), 'g', digits)));
    once_->setText(millimetresText(std::numbers::pi * roller.diameterUm, 1));
    const auto& size = design.root ? design.nodes[*design.root].size : std::nullopt;
    const std::int64_t along = !size ? 0 : roller.roundX() ? size->height : size->width;
    along_->setText(along > 0 ? tr("%1 long").arg(lengthText(static_cast<double>(along) * written->pixelUm))
                              : QString());
}

}  // namespace burin::ui
