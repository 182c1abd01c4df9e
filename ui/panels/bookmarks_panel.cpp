// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bookmarks_panel.hpp"

#include "core/design/layout/yaml_spelling.hpp"
#include "ui/model/bookmarks.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/sketch_mark.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

constexpr int bookmarkHeight = 50;
constexpr int bookmarkPadding = 12;
constexpr QSize pictureSize(70, 42);
constexpr std::array<const char*, 5> looks = {"gray", "inverted", "map", "relief", "1-bit"};

}  // namespace

/// Picture, name and place, and below them the node and its look.
class BookmarksPanel::Drawing : public QStyledItemDelegate {
  public:
    explicit Drawing(BookmarksPanel& panel) : QStyledItemDelegate(&panel), panel_(panel) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {100, bookmarkHeight};
    }
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex&) const override {
        editor->setGeometry(
            option.rect.adjusted(bookmarkPadding + pictureSize.width() + 8, 2, -bookmarkPadding, -24));
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Bookmark& bookmark = panel_.bookmarks_[static_cast<std::size_t>(index.row())];
        const Theme& theme = panel_.workbench_.theme;
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        if (selected || option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(option.rect, theme.color(selected ? Role::selectedGround : Role::hover));
        const QRect picture(option.rect.topLeft() + QPoint(bookmarkPadding, 4), pictureSize);
        const Kept kept = panel_.pictures_.value(keyOf(bookmark));
        const Age age = panel_.ageOf(bookmark, kept);
        if (kept.image.isNull() || age == Age::earlier) {
            painter->fillRect(picture, theme.color(Role::field));
        } else {
            painter->drawImage(picture, kept.image);
            if (!kept.exact || age == Age::unknown) paintSketchMark(*painter, theme, theme.font(11), picture);
        }
        QRect words =
            option.rect.adjusted(bookmarkPadding + pictureSize.width() + 12, 5, -bookmarkPadding, -5);
        const double pixel = panel_.workbench_.document.design()->pixelUm;
        const auto middle = [pixel](std::int64_t from, std::int64_t size) {
            return fixedText((static_cast<double>(from) + static_cast<double>(size) / 2) * pixel / 1000, 3);
        };
        const Rect& r = bookmark.region;
        painter->setFont(theme.numbers(11));
        painter->setPen(theme.color(Role::quiet));
        const QString place = tr("x %1 y %2").arg(middle(r.x, r.width), middle(r.y, r.height));
        painter->drawText(words, Qt::AlignRight | Qt::AlignTop, place);
        const int room = words.width() - painter->fontMetrics().horizontalAdvance(place) - 8;
        painter->setFont(theme.font(12, 500));
        painter->setPen(theme.color(Role::text));
        painter->drawText(words, Qt::AlignLeft | Qt::AlignTop,
                          cutText(textOf(bookmark.name), painter->fontMetrics(), room));
        painter->setFont(theme.font(12));
        painter->setPen(theme.color(Role::secondary));
        painter->drawText(words, Qt::AlignLeft | Qt::AlignBottom,
                          cutText(shownBy(bookmark), painter->fontMetrics(), words.width()));
        if (!option.state.testFlag(QStyle::State_HasFocus)) return;
        painter->setPen(QPen(theme.color(Role::accent), 2));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }

  private:
    BookmarksPanel& panel_;
};

BookmarksPanel::BookmarksPanel(Workbench workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      list_(new QListWidget(this)),
      nothing_(new QLabel(tr("Press Shift+B in the viewport to keep its view as a bookmark."), this)) {
    setObjectName("bookmarksPanel");
    setFocusPolicy(Qt::ClickFocus);
    list_->setObjectName("bookmarks");
    list_->setItemDelegate(new Drawing(*this));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setMouseTracking(true);
    list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    list_->installEventFilter(this);
    nothing_->setProperty("quiet", true);
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setWordWrap(true);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(list_);
    all->addWidget(nothing_);
    connect(list_, &QListWidget::itemDoubleClicked, this,
            [this](QListWidgetItem* item) { go(list_->row(item)); });
    connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        const int row = list_->row(item);
        // Called later, because this fills the list again while its editor is still open.
        QMetaObject::invokeMethod(
            this,
            [this, row, name = item->text()] {
                renameBookmark(workbench_.document, static_cast<std::size_t>(row), name);
                refresh();
            },
            Qt::QueuedConnection);
    });
    workbench_.document.pending().add(this, [this] {
        takeTypedName();
        return QString();
    });
    connect(&workbench_.document, &Document::changed, this, &BookmarksPanel::refresh);
    connect(&workbench_.theme, &Theme::changed, this, &BookmarksPanel::refresh);
    connect(&workbench_.previews, &Previews::thumbnailChanged, list_->viewport(),
            qOverload<>(&QWidget::update));
    refresh();
}

/// Renames a bookmark whose name is being typed. The field closes, because the list is filled again.
void BookmarksPanel::takeTypedName() {
    const auto* const field = list_->viewport()->findChild<QLineEdit*>();
    if (field == nullptr || !field->isVisible() || !field->isModified()) return;
    const int row = list_->indexAt(field->geometry().center()).row();
    if (row >= 0) renameBookmark(workbench_.document, static_cast<std::size_t>(row), field->text());
}

QString BookmarksPanel::keyOf(const Bookmark& bookmark) {
    Bookmark view = bookmark;
    view.name.clear();
    return textOf(yamlOnOneLine(bookmarkItem(view), true));
}

void BookmarksPanel::refresh() {
    std::vector<Bookmark> now = bookmarksOf(workbench_.document);
    list_->setVisible(!now.empty());
    nothing_->setVisible(now.empty());
    if (now == bookmarks_ && list_->count() == static_cast<int>(now.size()))
        return list_->viewport()->update();
    const QSignalBlocker quiet(list_);
    const int row = list_->currentRow();
    bookmarks_ = std::move(now);
    list_->clear();
    for (const Bookmark& bookmark : bookmarks_) {
        auto* item = new QListWidgetItem(textOf(bookmark.name), list_);
        item->setFlags(item->flags() | Qt::ItemIsEditable);
    }
    list_->setCurrentRow(std::min(row, list_->count() - 1));
}

void BookmarksPanel::add(const Rect& region, const QImage& picture, bool exact,
                         const std::optional<BookmarkCamera>& camera,
                         const std::optional<BookmarkComparison>& compared) {
    if (region.empty()) return;
    Bookmark bookmark;
    bookmark.name = freeBookmarkName(workbench_.document).toStdString();
    bookmark.node = workbench_.selection.solo().toStdString();
    bookmark.region = region;
    bookmark.look = lookNow();
    bookmark.camera = camera;
    bookmark.compared = compared;
    bookmark.predicted = predictedNow();
    setPicture(bookmark, picture, exact);
    addBookmark(workbench_.document, bookmark);
    list_->setCurrentRow(list_->count() - 1);
}

void BookmarksPanel::setPicture(const Bookmark& bookmark, const QImage& picture, bool exact) {
    for (const QString& node : nodesOf(bookmark))
        static_cast<void>(workbench_.previews.thumbnail(node));  // requests newestHash()
    if (!picture.isNull())
        pictures_.insert(keyOf(bookmark), {picture, statesOf(bookmark), jobOf(bookmark), exact});
    list_->viewport()->update();
}

const Bookmark* BookmarksPanel::unpictured(const Rect& visible, const std::optional<BookmarkCamera>& camera,
                                           const std::optional<BookmarkComparison>& compared) const {
    // A view is fitted into the viewport, which may have other proportions now.
    const auto fits = [&](const Rect& region) {
        constexpr double rounding = 1.02;
        const auto near = [](std::int64_t seen, std::int64_t wanted) {
            return static_cast<double>(seen) <= rounding * static_cast<double>(wanted) + 2;
        };
        return visible.grown(2).contains(region) &&
               (near(visible.width, region.width) || near(visible.height, region.height));
    };
    for (const Bookmark& bookmark : bookmarks_) {
        const bool shown = textOf(bookmark.node) == workbench_.selection.solo() &&
                           bookmark.look == lookNow() && bookmark.camera == camera &&
                           bookmark.compared == compared && bookmark.predicted == predictedNow();
        if (!shown || (!camera && !fits(bookmark.region))) continue;
        const Kept kept = pictures_.value(keyOf(bookmark));
        if (!kept.exact || ageOf(bookmark, kept) != Age::current) return &bookmark;
    }
    return nullptr;
}

/// Whether a picture shows the newest design.
BookmarksPanel::Age BookmarksPanel::ageOf(const Bookmark& bookmark, const Kept& kept) const {
    const std::optional<std::vector<NodeHash>> newest = statesOf(bookmark);
    if (!newest || !kept.states) return Age::unknown;
    return *newest == *kept.states && jobOf(bookmark) == kept.job ? Age::current : Age::earlier;
}

/// Empty if the design has no surface.
QString BookmarksPanel::surfaceName() const {
    const Design& now = *workbench_.document.design();
    return now.root ? textOf(now.nodes[*now.root].name) : QString();
}

/// The shown node, and in A/B the second one.
QStringList BookmarksPanel::nodesOf(const Bookmark& bookmark) const {
    const auto name = [this](const std::string& node) { return node.empty() ? surfaceName() : textOf(node); };
    QStringList nodes{name(bookmark.node)};
    if (bookmark.compared) nodes << name(bookmark.compared->node);
    return nodes;
}

/// The newest states of the nodes; nothing if one of them is unknown.
std::optional<std::vector<NodeHash>> BookmarksPanel::statesOf(const Bookmark& bookmark) const {
    std::vector<NodeHash> states;
    for (const QString& node : nodesOf(bookmark)) {
        const std::optional<NodeHash> newest = workbench_.previews.newestHash(node);
        if (!newest) return {};
        states.push_back(*newest);
    }
    return states;
}

/// The data of the laser, which change a prediction, but no state of a node. Empty if nothing is predicted.
std::string BookmarksPanel::jobOf(const Bookmark& bookmark) const {
    const YamlValue* job = bookmark.predicted ? workbench_.document.design()->document.find("job") : nullptr;
    return job == nullptr ? std::string() : yamlOnOneLine(*job, true);
}

bool BookmarksPanel::showsSurface() const {
    const QString& solo = workbench_.selection.solo();
    return solo.isEmpty() || solo == surfaceName();
}

bool BookmarksPanel::predictedNow() const {
    return showsSurface() && workbench_.previews.surfaceShown() == SurfaceShown::predicted;
}

/// "relief, A/B with surface, map"
QString BookmarksPanel::shownBy(const Bookmark& bookmark) {
    const auto name = [](const std::string& node) { return node.empty() ? tr("surface") : textOf(node); };
    QString shown = name(bookmark.node);
    if (bookmark.predicted) shown = tr("%1, predicted").arg(shown);
    if (bookmark.camera) return shown + ", " + tr("3-D");
    if (bookmark.compared) shown = tr("%1, A/B with %2").arg(shown, name(bookmark.compared->node));
    return bookmark.look.empty() ? shown : shown + ", " + textOf(bookmark.look);
}

std::string BookmarksPanel::lookNow() const {
    const auto mode = static_cast<std::size_t>(workbench_.previews.appearance().values().mode);
    return mode < looks.size() ? looks[mode] : "";
}

void BookmarksPanel::go(int row) {
    if (row < 0 || row >= static_cast<int>(bookmarks_.size())) return;
    const Bookmark bookmark = bookmarks_[static_cast<std::size_t>(row)];
    const bool there = workbench_.document.design()->find(bookmark.node).has_value();
    workbench_.selection.setSolo(there ? textOf(bookmark.node) : QString());
    if (showsSurface())
        workbench_.previews.setSurfaceShown(bookmark.predicted ? SurfaceShown::predicted
                                                               : SurfaceShown::written);
    const auto* const look = std::find(looks.begin(), looks.end(), bookmark.look);
    if (look != looks.end())
        workbench_.previews.appearance().change([&](AppearanceValues& values) {
            values.mode = static_cast<AppearanceMode>(look - looks.begin());
        });
    emit chosen(bookmark);
}

bool BookmarksPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == list_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            go(list_->currentRow());
            return true;
        }
        if (key->key() == Qt::Key_Delete && list_->currentRow() >= 0) {
            removeBookmark(workbench_.document, static_cast<std::size_t>(list_->currentRow()));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void BookmarksPanel::focusInEvent(QFocusEvent*) {
    if (list_->isVisible()) list_->setFocus();
}

}  // namespace burin::ui
