// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/roller_note.hpp"

#include "core/design/edits/roller_edit.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

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
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(8);
    grid->setColumnStretch(1, 1);
    int line = 0;
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
        grid->addWidget(label, line, 0);
        grid->addWidget(value, line, 1);
        grid->addWidget(aside, line++, 2, Qt::AlignRight);
    }
    auto* const close = new QPushButton(tr("Close on the roller..."), this);
    close->setObjectName("roller.close");
    close->setAutoDefault(false);
    close->setToolTip(tr("Makes lattices and textures repeat exactly around the roller"));
    grid->addWidget(close, line, 0, 1, 3);
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
