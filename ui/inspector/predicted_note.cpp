// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/predicted_note.hpp"

#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <tuple>

namespace burin::ui {

PredictedNote::PredictedNote(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      rms_(new QLabel(this)),
      share_(new QLabel(this)),
      worst_(new QLabel(this)),
      go_(new QPushButton(tr("Go there"), this)),
      words_(new QLabel(this)) {
    setObjectName("predictedNote");
    rms_->setObjectName("predicted.rms");
    share_->setObjectName("predicted.share");
    worst_->setObjectName("predicted.worst");
    go_->setObjectName("predicted.go");
    words_->setObjectName("predicted.words");
    const QString how = tr("Compared on the whole surface, or on 16 squares of 512 px of a larger one");
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(8);
    grid->setColumnStretch(1, 1);
    go_->setProperty("link", true);
    go_->setAutoDefault(false);
    share_->setFont(theme.numbers());
    share_->setMinimumWidth(108);  // the text is set only after the layout
    share_->setAlignment(Qt::AlignRight);
    int line = 0;
    for (const auto& [title, value, aside] :
         {std::tuple<QString, QLabel*, QWidget*>(tr("Difference"), rms_, share_),
          std::tuple<QString, QLabel*, QWidget*>(tr("Worst place"), worst_, go_)}) {
        auto* label = new QLabel(title, this);
        label->setProperty("secondary", true);
        label->setFixedWidth(96);
        value->setFont(theme.numbers());
        value->setToolTip(how);
        grid->addWidget(label, line, 0);
        grid->addWidget(value, line, 1);
        grid->addWidget(aside, line++, 2, Qt::AlignRight);
    }
    words_->setProperty("quiet", true);
    words_->setWordWrap(true);
    grid->addWidget(words_, line++, 0, 1, 3);
    auto* const compensate = new QPushButton(tr("Insert compensate before the surface"), this);
    compensate->setObjectName("predicted.compensate");
    compensate->setAutoDefault(false);
    compensate->setToolTip(tr("Changes the depths so that the spot engraves nearly what is designed"));
    grid->addWidget(compensate, line, 0, 1, 3);
    connect(go_, &QPushButton::clicked, this, [this] { emit placeWanted(place_); });
    connect(compensate, &QPushButton::clicked, this, &PredictedNote::compensationWanted);
}

void PredictedNote::showFact(const SpotFact& fact, bool running) {
    for (QLabel* label : {rms_, share_, worst_})
        label->setEnabled(!running);
    words_->setText(fact.words);
    words_->setVisible(!fact.words.isEmpty());
    go_->setEnabled(fact.difference.has_value());
    if (!fact.difference) {
        rms_->setText(running ? tr("measuring...") : QString());
        share_->clear();
        worst_->clear();
        return;
    }
    const PredictedDifference& found = *fact.difference;
    place_ = found.place;
    const QString percent = fixedText(100 * found.rms, 1);
    setStyleProperty(share_, "warning", found.rms > mostDifference);
    if (fact.fullDepthUm > 0) {
        rms_->setText(tr("%1 µm RMS").arg(fixedText(found.rms * fact.fullDepthUm, 2)));
        share_->setText(tr("%1 % of depth").arg(percent));
        worst_->setText(tr("%1 µm").arg(fixedText(found.worst * fact.fullDepthUm, 2)));
    } else {
        rms_->setText(tr("%1 % RMS").arg(percent));
        share_->setText(tr("of the depth"));
        worst_->setText(tr("%1 %").arg(fixedText(100 * found.worst, 1)));
    }
}

}  // namespace burin::ui
