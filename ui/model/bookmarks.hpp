// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/bookmarks.hpp"

#include <QString>

#include <vector>

namespace burin::ui {

class Document;

/// The bookmarks of the design.
[[nodiscard]] std::vector<Bookmark> bookmarksOf(const Document& document);

/// Each of these is one step of the history. An index past the end changes nothing.
void addBookmark(Document& document, const Bookmark& bookmark);
void renameBookmark(Document& document, std::size_t index, const QString& name);
void removeBookmark(Document& document, std::size_t index);

/// `View 1`, or the first such name that is free.
[[nodiscard]] QString freeBookmarkName(const Document& document);

}  // namespace burin::ui
