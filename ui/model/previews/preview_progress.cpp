// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/preview_progress.hpp"

#include "ui/model/previews/preview_jobs.hpp"
#include "ui/words/quantities.hpp"

#include <QCoreApplication>

namespace burin::ui {

namespace {

struct ProgressWords {
    Q_DECLARE_TR_FUNCTIONS(ProgressWords)
};

}  // namespace

QString stateText(PreviewProgress::State state) {
    using State = PreviewProgress::State;
    switch (state) {
        case State::nothing:
            return {};
        case State::computing:
            return ProgressWords::tr("computing");
        case State::refining:
            return ProgressWords::tr("refining");
        case State::exact:
            return ProgressWords::tr("exact");
        case State::refined:
            break;
    }
    return ProgressWords::tr("approximate · exact takes over %1").arg(durationText(exactAtAll.count()));
}

}  // namespace burin::ui
