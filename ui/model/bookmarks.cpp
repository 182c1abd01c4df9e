// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/bookmarks.hpp"

#include "core/design/design_edit.hpp"
#include "ui/model/document/document.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <functional>

namespace burin::ui {

namespace {

using Items = std::vector<YamlValue>;

/// Bookmarks are notes of the design itself, even while a group is open.
void editBookmarks(Document& document, const QString& what, const std::function<void(Items& items)>& change) {
    document.edit(what, [&](DesignEdit& edit) {
        edit.setScope({});
        edit.editList("bookmarks", change);
    });
}

/// The item of a bookmark. Items that are not understood do not count.
Items::iterator itemOf(Items& items, std::size_t index) {
    return std::find_if(items.begin(), items.end(),
                        [&](const YamlValue& item) { return bookmarkIn(item) && index-- == 0; });
}

}  // namespace

std::vector<Bookmark> bookmarksOf(const Document& document) {
    return bookmarksIn(document.design()->document);
}

void addBookmark(Document& document, const Bookmark& bookmark) {
    editBookmarks(document, tr("Add bookmark %1").arg(textOf(bookmark.name)),
                  [&](Items& items) { items.push_back(bookmarkItem(bookmark)); });
}

void renameBookmark(Document& document, std::size_t index, const QString& name) {
    const QString after = name.trimmed();
    if (index >= bookmarksOf(document).size() || after.isEmpty()) return;
    editBookmarks(document, tr("Rename a bookmark to %1").arg(after), [&](Items& items) {
        setIn(*itemOf(items, index), "name", yamlScalar(after.toStdString(), true));
    });
}

void removeBookmark(Document& document, std::size_t index) {
    const std::vector<Bookmark> all = bookmarksOf(document);
    if (index >= all.size()) return;
    editBookmarks(document, tr("Delete bookmark %1").arg(textOf(all[index].name)),
                  [&](Items& items) { items.erase(itemOf(items, index)); });
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
