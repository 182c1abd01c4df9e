// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/bookmarks.hpp"

#include "core/design/design_edit.hpp"
#include "ui/model/document/document.hpp"
#include "ui/words/text.hpp"

#include <algorithm>

namespace burin::ui {

namespace {

/// Bookmarks are notes of the design itself, even while a group is open.
void setBookmarks(Document& document, const QString& what, const std::vector<Bookmark>& bookmarks) {
    document.edit(what, [&](DesignEdit& edit) {
        edit.setScope({});
        edit.setList("bookmarks", bookmarks.empty() ? std::nullopt : std::optional(bookmarkList(bookmarks)));
    });
}

}  // namespace

std::vector<Bookmark> bookmarksOf(const Document& document) {
    return bookmarksIn(document.design()->document);
}

void addBookmark(Document& document, const Bookmark& bookmark) {
    std::vector<Bookmark> all = bookmarksOf(document);
    all.push_back(bookmark);
    setBookmarks(document, tr("Add bookmark %1").arg(textOf(bookmark.name)), all);
}

void renameBookmark(Document& document, std::size_t index, const QString& name) {
    std::vector<Bookmark> all = bookmarksOf(document);
    if (index >= all.size() || name.trimmed().isEmpty()) return;
    all[index].name = name.trimmed().toStdString();
    setBookmarks(document, tr("Rename a bookmark to %1").arg(name.trimmed()), all);
}

void removeBookmark(Document& document, std::size_t index) {
    std::vector<Bookmark> all = bookmarksOf(document);
    if (index >= all.size()) return;
    const QString name = textOf(all[index].name);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
    setBookmarks(document, tr("Delete bookmark %1").arg(name), all);
}

QString freeBookmarkName(const Document& document) {
    const std::vector<Bookmark> all = bookmarksOf(document);
    for (int number = 1;; ++number) {
        const QString name = tr("View %1").arg(number);
        const bool taken = std::any_of(all.begin(), all.end(),
                                       [&](const Bookmark& one) { return one.name == name.toStdString(); });
        if (!taken) return name;
    }
}

}  // namespace burin::ui
