// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/report_receiver.hpp"

#include "core/base/text.hpp"

#include <algorithm>

namespace burin {
namespace {

/// A correct controller ends the job itself when a slice is damaged for the third time.
constexpr int mostResends = 2;

std::string says(const std::string& what) {
    return "the controller says that " + what;
}

std::string text(std::uint64_t number) {
    return std::to_string(number);
}

std::string engravedText(std::uint64_t lines) {
    return counted(lines, "line") + (lines == 1 ? " is" : " are") + " engraved";
}

std::string receivedText(std::uint64_t bytes) {
    return counted(bytes, "byte") + (bytes == 1 ? " is" : " are") + " received";
}

}  // namespace

/// A contradiction within the report, or between the report and what was sent or engraved.
std::string ReportReceiver::contradiction(const Positions& said, std::uint64_t sent) const {
    const auto lines = static_cast<std::uint64_t>(layout_.lines());
    if (said.lines != 0 && said.lines != lines)
        return says("the job has " + counted(said.lines, "line") + "; it has " + text(lines));
    if (said.executedLines > lines)
        return says(engravedText(said.executedLines) + "; the job has " + text(lines));
    if (said.received > layout_.bytes())
        return says(receivedText(said.received) + "; the job has " + text(layout_.bytes()));
    if (said.received < layout_.offsetOf(static_cast<std::int64_t>(said.executedLines)))
        return says("line " + text(said.executedLines) + " is reached, but only " +
                    receivedText(said.received));
    if (said.doubtfulLine && *said.doubtfulLine >= lines)
        return says("line " + text(*said.doubtfulLine) + " is in doubt; the job has " +
                    counted(lines, "line"));
    // However much was received, the credit cannot exceed it by more than the buffer's size.
    if (said.credit > said.received && said.credit - said.received > bufferBytes_)
        return says("there is room for " + counted(said.credit - said.received, "byte") +
                    "; the machine's buffer has " + text(bufferBytes_));
    if (said.executedLines < last_.executedLines)
        return says(engravedText(said.executedLines) + "; there were " + text(last_.executedLines) +
                    " before, so lines would be engraved twice");
    if (said.received > sent) return says(receivedText(said.received) + "; " + text(sent) + " are sent");
    return {};
}

void ReportReceiver::accept(const Positions& said) {
    if (said.received > mostReceived_ || said.executedLines > last_.executedLines) ++advances_;
    mostReceived_ = std::max(mostReceived_, said.received);
    last_ = said;
}

std::string ReportReceiver::connect(const Positions& said, std::uint64_t bufferBytes, std::uint64_t sent) {
    bufferBytes_ = bufferBytes;
    if (std::string wrong = contradiction(said, sent); !wrong.empty()) return wrong;
    if (said.received < layout_.bytes()) {
        const std::uint64_t inLine = said.received - layout_.offsetOf(layout_.lineAt(said.received));
        if (layout_.depth() == 16 && inLine % 2 != 0)
            return says("the job resumes at byte " + text(said.received) + ", in the middle of a sample");
    }
    resent_.reset();
    accept(said);
    return {};
}

std::string ReportReceiver::report(const Positions& said, std::uint64_t sent) {
    if (std::string wrong = contradiction(said, sent); !wrong.empty()) return wrong;
    if (said.received < last_.received)
        return says(receivedText(said.received) + "; there were " + text(last_.received) + " before");
    if (said.credit < last_.credit)
        return says("the credit ends at byte " + text(said.credit) + "; it ended at byte " +
                    text(last_.credit) + " before");
    accept(said);
    return {};
}

std::string ReportReceiver::resend(std::uint64_t sequence) {
    const std::string asks = "the controller asks for slice " + text(sequence);
    if (resent_ && sequence < *resent_) return asks + "; it had that slice before";
    resends_ = resent_ == sequence ? resends_ + 1 : 1;
    resent_ = sequence;
    if (resends_ > mostResends) return asks + " for the third time";
    return {};
}

std::string ReportReceiver::complete() const {
    const auto lines = static_cast<std::uint64_t>(layout_.lines());
    if (last_.executedLines == lines) return {};
    return says("the job is done, but only " + text(last_.executedLines) + " of its " + text(lines) +
                " lines are engraved");
}

}  // namespace burin
