// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/changed_number.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace burin::ui {

namespace {

/// A unit may follow.
bool beginsAsNumber(const YamlValue& value) {
    constexpr std::string_view digits = "0123456789";
    if (!value.isScalar() || value.quoted) return false;
    const std::size_t first = value.scalar.find_first_not_of("+-.");
    return first != std::string::npos && digits.find(value.scalar[first]) != std::string_view::npos;
}

/// Walks through two documents that differ, side by side.
class NumberSearch {
  public:
    /// \pre the values differ
    void compare(const YamlValue& before, const YamlValue& after, const std::string& place) {
        if (differences_ > 1) return;
        if (before.isMap() && after.isMap()) return compareEntries(before, after, place);
        const bool lists =
            before.isSequence() && after.isSequence() && before.items.size() == after.items.size();
        if (!lists) return note(place, beginsAsNumber(before) && beginsAsNumber(after));
        for (std::size_t i = 0; i < before.items.size(); ++i) {
            if (before.items[i] != after.items[i])
                compare(before.items[i], after.items[i], place + '/' + std::to_string(i));
        }
    }
    [[nodiscard]] std::string number() const { return differences_ == 1 ? place_ : std::string(); }

  private:
    /// Maps that differ in more than one key differ in more than a number.
    void compareEntries(const YamlValue& before, const YamlValue& after, const std::string& place) {
        const bool longer = after.entries.size() > before.entries.size();
        const std::vector<YamlEntry>& less = longer ? before.entries : after.entries;
        const std::vector<YamlEntry>& more = longer ? after.entries : before.entries;
        if (more.size() - less.size() > 1) return note(place, false);
        std::size_t added = 0;
        for (std::size_t i = 0; i < more.size(); ++i) {
            const YamlEntry& entry = more[i];
            const YamlEntry* other = i - added < less.size() ? &less[i - added] : nullptr;
            if (other != nullptr && other->key == entry.key) {
                if (other->value != entry.value)
                    compare(other->value, entry.value, place + '/' + entry.key.scalar);
            } else if (added < more.size() - less.size()) {
                ++added;
                noteAdded(entry.value, place + '/' + entry.key.scalar);
            } else {
                return note(place, false);
            }
        }
    }

    /// A number may be added together with the map that holds it.
    void noteAdded(const YamlValue& value, const std::string& place) {
        if (!value.isMap() || value.entries.size() != 1) return note(place, beginsAsNumber(value));
        noteAdded(value.entries.front().value, place + '/' + value.entries.front().key.scalar);
    }

    void note(const std::string& place, bool number) {
        differences_ += number ? 1 : 2;
        place_ = place;
    }

    int differences_ = 0;  ///< more than 1: they differ in more than a number
    std::string place_;
};

}  // namespace

std::string changedNumber(const YamlValue& before, const YamlValue& after) {
    NumberSearch search;
    if (before != after) search.compare(before, after, {});
    return search.number();
}

bool onlyEditorDiffers(const YamlValue& before, const YamlValue& after) {
    constexpr std::string_view key = "editor";
    const YamlValue* notes = before.find(key);
    const YamlValue* notesAfter = after.find(key);
    if (notes == notesAfter || (notes != nullptr && notesAfter != nullptr && *notes == *notesAfter))
        return false;
    const auto others = [key](const YamlValue& document) {
        std::vector<const YamlEntry*> entries;
        for (const YamlEntry& entry : document.entries) {
            if (entry.key.scalar != key) entries.push_back(&entry);
        }
        return entries;
    };
    const std::vector<const YamlEntry*> first = others(before);
    const std::vector<const YamlEntry*> second = others(after);
    return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                      [](const YamlEntry* a, const YamlEntry* b) { return *a == *b; });
}

}  // namespace burin::ui
