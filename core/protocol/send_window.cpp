// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/send_window.hpp"

#include <utility>

namespace burin {

void SendWindow::add(Slice slice) {
    slice.head.sequence = firstSequence_ + slices_.size();
    end_ += slice.head.bytes;
    slices_.push_back({std::make_shared<const Slice>(std::move(slice)), end_});
}

std::shared_ptr<const Slice> SendWindow::next() const {
    if (cursor_ >= slices_.size() || slices_[cursor_].end > credit_) return {};
    return slices_[cursor_].slice;
}

void SendWindow::sent() {
    const Held& held = slices_[cursor_++];
    if (held.end - held.slice->head.bytes < mostSent_) ++resentSlices_;
    sent_ = std::max(sent_, held.end);
    mostSent_ = std::max(mostSent_, held.end);
}

void SendWindow::acknowledge(std::uint64_t received) {
    while (cursor_ > 0 && slices_.front().end <= received) {
        begin_ = slices_.front().end;
        slices_.pop_front();
        ++firstSequence_;
        --cursor_;
    }
}

std::string SendWindow::resend(std::uint64_t sequence) {
    if (sequence < firstSequence_) return "the controller asks for a slice that it already has";
    const std::uint64_t index = sequence - firstSequence_;
    if (index >= slices_.size() || slices_[static_cast<std::size_t>(index)].end > sent_)
        return "the controller asks for slice " + std::to_string(sequence) + ", which was never sent";
    if (index > cursor_)
        return "the controller asks for slice " + std::to_string(sequence) + " before it has an earlier one";
    cursor_ = static_cast<std::size_t>(index);
    return {};
}

bool SendWindow::restart(std::uint64_t received, std::size_t mostSliceBytes) {
    cursor_ = slices_.size();
    acknowledge(received);
    credit_ = 0;
    sent_ = received;
    cursor_ = 0;
    firstSequence_ = 0;
    const bool tooLong = std::any_of(slices_.begin(), slices_.end(), [&](const Held& held) {
        return held.slice->head.bytes > mostSliceBytes;
    });
    if (begin_ != received || tooLong) {
        slices_.clear();
        begin_ = end_ = received;
        return false;
    }
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        auto renumbered = std::make_shared<Slice>(*slices_[i].slice);
        renumbered->head.sequence = i;
        slices_[i].slice = std::move(renumbered);
    }
    return true;
}

}  // namespace burin
