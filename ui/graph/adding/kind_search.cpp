// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/adding/kind_search.hpp"

#include "core/base/text.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <tuple>

namespace burin::ui {

namespace {

/// Words of at least this length also match plurals and derived words: `domes`, `bevelled`.
constexpr std::size_t longEnough = 4;
constexpr int notAtAll = -1;

bool startsAWord(const QString& text, const QString& word) {
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        if (at == 0 || !text[at - 1].isLetterOrNumber()) return true;
    }
    return false;
}

/// How well a kind matches a word; lower is better. If a word is the common name of a kind, the kind comes
/// before a pattern of the library whose title begins with the word.
int rankOf(const KindDescription& kind, const QString& word) {
    const QString title = textOf(kind.title);
    const QString name = textOf(kind.name);
    if (title.startsWith(word, Qt::CaseInsensitive) || name.startsWith(word, Qt::CaseInsensitive))
        return isPattern(kind) ? 1 : 0;
    const auto anyWord = [&](const auto& fits) {
        return std::any_of(kind.words.begin(), kind.words.end(), fits);
    };
    const bool same =
        anyWord([&](std::string_view w) { return textOf(w).compare(word, Qt::CaseInsensitive) == 0; });
    if (same || startsAWord(title, word)) return 1;
    if (anyWord([&](std::string_view w) { return startsAWord(textOf(w), word); })) return 2;
    if (title.contains(word, Qt::CaseInsensitive) || name.contains(word, Qt::CaseInsensitive)) return 3;
    const bool longer = anyWord([&](std::string_view w) {
        return w.size() >= longEnough && word.startsWith(textOf(w), Qt::CaseInsensitive);
    });
    if (longer) return 4;
    if (startsAWord(textOf(kind.help), word)) return 5;
    const bool parameter = std::any_of(kind.parameters.begin(), kind.parameters.end(), [&](const auto& p) {
        return startsAWord(textOf(p.title), word) || startsAWord(textOf(p.help), word);
    });
    return parameter ? 6 : notAtAll;
}

/// The first place of any of the words in the kind's list, which begins with the most fitting ones.
std::size_t placeOf(const KindDescription& kind, const QStringList& words) {
    const auto found = std::find_if(kind.words.begin(), kind.words.end(), [&](std::string_view w) {
        return words.contains(textOf(w), Qt::CaseInsensitive);
    });
    return static_cast<std::size_t>(found - kind.words.begin());
}

}  // namespace

std::vector<const KindDescription*> searchKinds(const std::vector<const KindDescription*>& kinds,
                                                const QString& words) {
    // Among equally good matches kinds come first; then the match whose word stands earlier, and the one with
    // fewer search words.
    QStringList wanted = words.split(' ', Qt::SkipEmptyParts);
    wanted.removeDuplicates();  // a long text may repeat words
    using Rank = std::tuple<int, bool, std::size_t, std::size_t>;
    std::vector<std::pair<Rank, const KindDescription*>> ranked;
    for (const KindDescription* kind : kinds) {
        int worst = 0;
        for (const QString& word : wanted) {
            const int rank = rankOf(*kind, word);
            worst = rank == notAtAll ? notAtAll : std::max(worst, rank);
            if (worst == notAtAll) break;
        }
        if (worst != notAtAll)
            ranked.emplace_back(
                wanted.isEmpty() ? Rank(worst, isPattern(*kind), 0, 0)
                                 : Rank(worst, isPattern(*kind), placeOf(*kind, wanted), kind->words.size()),
                kind);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const KindDescription*> found;
    for (const auto& [rank, kind] : ranked)
        found.push_back(kind);
    return found;
}

QString nothingFound(const std::vector<const KindDescription*>& all, const QString& words) {
    const QString wanted = beginningOf(words.simplified());
    const auto elsewhere = searchKinds(all, wanted);
    if (!elsewhere.empty()) {
        return tr("%1 matches \"%2\", but does not fit here.").arg(textOf(elsewhere.front()->title), wanted);
    }
    std::vector<std::string> titles;
    for (const KindDescription* kind : all)
        titles.push_back(textOf(kind->title).toLower().toStdString());
    std::vector<std::string_view> known(titles.begin(), titles.end());
    for (const KindDescription* kind : all)
        known.insert(known.end(), kind->words.begin(), kind->words.end());
    const std::string lower = wanted.toLower().toStdString();
    const std::string_view near = nearest(lower, known);
    return tr("No kind matches \"%1\". Try %2.")
        .arg(wanted, near.empty() ? tr("a word for what you make: dome, lattice, bevel, blur, logo")
                                  : '"' + textOf(near) + '"');
}

QString searchText(const KindDescription& kind) {
    QStringList words = {textOf(kind.title), textOf(kind.name)};
    for (const std::string_view word : kind.words)
        words << textOf(word);
    return words.join(' ');
}

}  // namespace burin::ui
