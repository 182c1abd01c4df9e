// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/layout/kept_parts.hpp"

#include "core/design/layout/flow_patch.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace burin {

namespace {

/// The same for values that unchanged() takes for equal.
std::size_t meaningHash(const YamlValue& value) {
    const auto joined = [](std::size_t a, std::size_t b) { return a * 31 + b; };
    std::size_t hash = static_cast<std::size_t>(value.type);
    if (value.isScalar()) return joined(hash, std::hash<std::string>()(value.scalar));
    for (const YamlValue& item : value.items)
        hash = joined(hash, meaningHash(item));
    for (const auto& [key, entry] : value.entries)
        hash = joined(joined(hash, std::hash<std::string>()(key.scalar)), meaningHash(entry));
    return hash;
}

/// Pairs the parts of a block with the parts that were read from the file.
class Pairing {
  public:
    Pairing(const std::vector<NowPart>& now, const YamlPiece& read, const YamlText& text)
        : now_(now), read_(read.parts), text_(text), partners_(now.size(), noPartner), taken_(read_.size()) {}

    std::vector<std::size_t> made() {
        pairByPlace(true);
        pairByPlace(false);
        if (now_.empty()) return partners_;
        if (now_.front().key != nullptr) {
            pairByName();
        } else {
            if (isVector()) pairByIndex();
            pairByValue();
            pairByIndex();
        }
        return partners_;
    }

  private:
    /// Pairs parts whose key or value was read from the place of an earlier part.
    void pairByPlace(bool keys) {
        std::unordered_map<std::size_t, std::size_t> places;
        for (std::size_t i = 0; i < read_.size(); ++i) {
            const YamlValue* one = keys ? read_[i].key : read_[i].value;
            if (one != nullptr && one->source) places.emplace(one->offset, i);
        }
        for (std::size_t i = 0; i < now_.size(); ++i) {
            const YamlValue* one = keys ? now_[i].key : now_[i].value;
            if (one == nullptr || one->source.get() != &text_) continue;
            const auto found = places.find(one->offset);
            if (found != places.end()) pair(i, found->second);
        }
    }

    void pairByName() {
        std::unordered_map<std::string_view, std::size_t> names;
        for (std::size_t i = 0; i < read_.size(); ++i)
            names.emplace(read_[i].key->scalar, i);
        for (std::size_t i = 0; i < now_.size(); ++i) {
            const auto found = names.find(now_[i].key->scalar);
            if (found != names.end()) pair(i, found->second);
        }
    }

    /// Whether the items are numbers or words whose places tell them apart, such as x and y. The contents
    /// tell links and points apart.
    [[nodiscard]] bool isVector() const {
        return std::all_of(now_.begin(), now_.end(),
                           [](const NowPart& item) { return item.value->isScalar(); }) &&
               std::all_of(read_.begin(), read_.end(),
                           [](const YamlPiece& item) { return item.value->isScalar(); });
    }

    /// Pairs equal items: those at both ends, and then the others, in their order if possible.
    void pairByValue() {
        const std::size_t most = std::min(now_.size(), read_.size());
        std::size_t head = 0;
        for (; head < most && equal(head, head); ++head)
            pair(head, head);
        for (std::size_t tail = 1; tail <= most - head; ++tail) {
            if (!equal(now_.size() - tail, read_.size() - tail)) break;
            pair(now_.size() - tail, read_.size() - tail);
        }
        std::unordered_map<std::size_t, std::vector<std::size_t>> places;
        for (std::size_t k = 0; k < read_.size(); ++k) {
            if (!taken_[k]) places[meaningHash(*read_[k].value)].push_back(k);
        }
        std::size_t next = 0;
        for (std::size_t i = 0; i < now_.size() && !places.empty(); ++i) {
            if (partners_[i] != noPartner) continue;
            const auto found = places.find(meaningHash(*now_[i].value));
            if (found == places.end()) continue;
            const std::vector<std::size_t>& all = found->second;
            const auto fits = [&](std::size_t k) { return !taken_[k] && equal(i, k); };
            const auto from = std::lower_bound(all.begin(), all.end(), next);
            auto place = std::find_if(from, all.end(), fits);
            if (place == all.end()) place = std::find_if(all.begin(), from, fits);
            if (place == all.end() || taken_[*place] || !equal(i, *place)) continue;
            pair(i, *place);
            next = std::max(next, *place + 1);
        }
    }

    [[nodiscard]] bool equal(std::size_t now, std::size_t read) const {
        return unchanged(*now_[now].value, *read_[read].value, text_);
    }

    void pairByIndex() {
        if (now_.size() != read_.size()) return;
        for (std::size_t i = 0; i < now_.size(); ++i)
            pair(i, i);
    }

    void pair(std::size_t now, std::size_t read) {
        if (partners_[now] != noPartner || taken_[read]) return;
        partners_[now] = read;
        taken_[read] = true;
    }

    const std::vector<NowPart>& now_;
    const std::vector<YamlPiece>& read_;
    const YamlText& text_;
    std::vector<std::size_t> partners_;
    std::vector<bool> taken_;
};

const YamlPiece* pieceOf(const YamlValue* one, bool key) {
    if (one == nullptr || !one->source) return nullptr;
    return key ? one->source->entryOfKey(one->offset) : one->source->entryOfValue(one->offset);
}

}  // namespace

std::vector<NowPart> partsOf(const YamlValue& block) {
    std::vector<NowPart> parts;
    for (const YamlValue& item : block.items)
        parts.push_back({nullptr, &item});
    for (const auto& [key, value] : block.entries)
        parts.push_back({&key, &value});
    return parts;
}

std::vector<std::size_t> partnersOf(const std::vector<NowPart>& now, const YamlPiece& read,
                                    const YamlText& text) {
    return Pairing(now, read, text).made();
}

/// The longest increasing subsequence (Fredman, On computing the length of longest increasing subsequences,
/// 1975).
std::vector<bool> inOrder(const std::vector<std::size_t>& partners) {
    std::vector<std::size_t> ends;  // for each length, the end of the sequence whose last partner is the
                                    // smallest
    std::vector<std::size_t> before(partners.size(), noPartner);
    for (std::size_t i = 0; i < partners.size(); ++i) {
        if (partners[i] == noPartner) continue;
        const auto place = std::lower_bound(ends.begin(), ends.end(), partners[i],
                                            [&](std::size_t a, std::size_t b) { return partners[a] < b; });
        if (place != ends.begin()) before[i] = *(place - 1);
        if (place == ends.end()) {
            ends.push_back(i);
        } else {
            *place = i;
        }
    }
    std::vector<bool> kept(partners.size());
    for (std::size_t i = ends.empty() ? noPartner : ends.back(); i != noPartner; i = before[i])
        kept[i] = true;
    return kept;
}

const YamlPiece* pieceOf(const NowPart& part) {
    if (const YamlPiece* piece = pieceOf(part.key, true)) return piece;
    // A scalar may be a copy of another value; a list or a map is nearly always the value that was read.
    const YamlPiece* piece = part.value->isScalar() ? nullptr : pieceOf(part.value, false);
    return piece != nullptr && (piece->key == nullptr) == (part.key == nullptr) ? piece : nullptr;
}

void UsedPieces::use(const YamlValue& now, const YamlPiece& read, const YamlText& text) {
    if (unchanged(now, *read.value, text)) {
        whole_.insert(&read);
        return;
    }
    if (!isYamlBlock(now) || now.type != read.value->type) return;
    const auto parts = partsOf(now);
    const auto partners = partnersOf(parts, read, text);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (partners[i] == noPartner) continue;
        alone_.insert(&read.parts[partners[i]]);
        use(*parts[i].value, read.parts[partners[i]], text);
    }
}

bool UsedPieces::isUsed(const YamlPiece& piece) const {
    for (const YamlPiece* one = &piece; one != nullptr; one = one->owner) {
        if (whole_.contains(one)) return true;
    }
    return alone_.contains(&piece);
}

const YamlPiece* UsedPieces::take(const NowPart& part) {
    const YamlPiece* piece = pieceOf(part);
    if (piece == nullptr || isUsed(*piece)) return nullptr;
    alone_.insert(piece);
    use(*part.value, *piece, textOf(part));
    return piece;
}

const YamlText& textOf(const NowPart& part) {
    return pieceOf(part.key, true) != nullptr ? *part.key->source : *part.value->source;
}

}  // namespace burin
