// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/parsed_states.hpp"

#include <algorithm>
#include <utility>

namespace burin::ui {

void ParsedStates::keep(const QByteArray& state, std::shared_ptr<const YamlValue> document,
                        qint64 textBytes) {
    drop(state);
    if (document == nullptr || textBytes > limitBytes_) return;
    while (usedBytes_ + textBytes > limitBytes_) {
        usedBytes_ -= entries_.front().textBytes;
        entries_.erase(entries_.begin());
    }
    usedBytes_ += textBytes;
    entries_.push_back({state, std::move(document), textBytes});
}

std::shared_ptr<const YamlValue> ParsedStates::find(const QByteArray& state) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&state](const Entry& entry) { return entry.state == state; });
    if (found == entries_.end()) return nullptr;
    std::rotate(found, found + 1, entries_.end());
    return entries_.back().document;
}

void ParsedStates::drop(const QByteArray& state) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&state](const Entry& entry) { return entry.state == state; });
    if (found == entries_.end()) return;
    usedBytes_ -= found->textBytes;
    entries_.erase(found);
}

void ParsedStates::clear() {
    entries_.clear();
    usedBytes_ = 0;
}

}  // namespace burin::ui
