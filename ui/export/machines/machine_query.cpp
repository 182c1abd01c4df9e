// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/machines/machine_query.hpp"

#include "core/base/errors.hpp"
#include "core/remote/credentials.hpp"
#include "core/remote/query.hpp"
#include "ui/export/machines/machine_words.hpp"
#include "ui/words/problem_text.hpp"

namespace burin::ui {

namespace {

struct Answer {
    MachineDescription machine;
    QString problem;
};

Answer asked(const MachineEntry& machine, const std::stop_token& stop) {
    using namespace std::chrono_literals;
    try {
        static_cast<void>(identityOf(*machine.where(), machine.credentials()));
        return {queryMachine(*machine.where(), machine.credentials(), 5s, stop), {}};
    } catch (const UsageError& refusal) {
        // This computer may be the one that refuses, as a certificate that is not trusted here.
        return {{}, MachineQuery::tr("%1 cannot be queried: %2").arg(machine.name, errorSentences(refusal))};
    } catch (const ImpossibleMachine& wrong) {
        return {{}, MachineQuery::tr("%1 cannot be used: %2").arg(machine.name, errorSentences(wrong))};
    } catch (const std::exception& silence) {
        const QString why =
            MachineQuery::tr("%1 does not answer: %2").arg(machine.name, errorSentences(silence));
        const auto* const known = dynamic_cast<const ProblemError*>(&silence);
        if (known != nullptr && !remediesText(known->problem()).isEmpty()) return {{}, why};
        return {{},
                why + ' ' +
                    MachineQuery::tr("Check that its controller runs, and check the address and the "
                                     "certificates.")};
    }
}

}  // namespace

void MachineQuery::ask(const MachineEntry& machine) {
    const bool again = state_ == State::answered && machine == machine_;
    machine_ = machine;
    if (const QString problem = machine.problem(); !problem.isEmpty()) {
        task_.stop();
        return become(State::failed, problem);
    }
    if (!again) become(State::asking, {});
    task_.start([this, machine](const std::stop_token& stop) {
        const Answer answer = asked(machine, stop);
        inbox_.postUnless(stop, [this, answer] {
            answer_ = answer.machine;
            become(answer.problem.isEmpty() ? State::answered : State::failed, answer.problem);
        });
    });
}

void MachineQuery::forget() {
    task_.stop();
    become(State::idle, {});
}

void MachineQuery::become(State state, const QString& problem) {
    state_ = state;
    problem_ = problem;
    emit changed();
}

}  // namespace burin::ui
