// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/command_search.hpp"

#include "ui/graph/adding/kind_search.hpp"
#include "ui/graph/adding/starters.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/text.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAbstractItemView>
#include <QApplication>
#include <QHash>
#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <tuple>

namespace burin::ui {

namespace {

constexpr int iconRoom = 36;  // px, before the hint
constexpr int side = 8;       // px, behind the hint and the keys

constexpr int actionIndex = Qt::UserRole + 1;
constexpr int nodeName = Qt::UserRole + 2;
constexpr int kindIndex = Qt::UserRole + 3;
constexpr int listWidth = 360;  ///< the least width, so that keys are not cut

/// How well an entry matches, best first.
enum class Match { exact, begins, contains, otherWords, wordsOfKind, none };

Match matchOf(const QString& name, const QString& words, const QString& text) {
    if (name.compare(text, Qt::CaseInsensitive) == 0) return Match::exact;
    if (name.startsWith(text, Qt::CaseInsensitive)) return Match::begins;
    if (name.contains(text, Qt::CaseInsensitive)) return Match::contains;
    return words.contains(text, Qt::CaseInsensitive) ? Match::otherWords : Match::none;
}

QString plainText(const QAction& action) {
    return action.text().remove('&').remove("...");
}

/// The part of the window that a command works in, to tell it from another one of the same name.
QString placeOf(const QAction& action) {
    const QString id = action.objectName();
    return id.startsWith("graph.")      ? CommandSearch::tr("graph")
           : id.startsWith("viewport.") ? CommandSearch::tr("viewport")
           : id.startsWith("panel.")    ? CommandSearch::tr("panel")
                                        : QString();
}

/// An icon without a picture, so that the texts of all rows begin at one place.
QIcon blankIcon() {
    QPixmap blank(64, 64);
    blank.fill(Qt::transparent);
    return blank;
}

}  // namespace

CommandSearch::CommandSearch(Workbench workbench, QWidget* parent)
    : QLineEdit(parent), workbench_(workbench) {
    setObjectName("commandSearch");
    addAction(workbench_.theme.icon("search", Role::quiet), QLineEdit::LeadingPosition);
    // The completer only shows the list. It is not given to the line edit, which would write the highlighted
    // row over the typed text; and it does not filter, because it keeps the order of the model.
    completer_.setModel(&model_);
    completer_.setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer_.setMaxVisibleItems(16);
    completer_.setWidget(this);
    completer_.popup()->setObjectName("commandList");
    completer_.popup()->setIconSize({16, 16});
    // Some hundred rows are listed again after each key, and asking each row for its height takes long.
    if (auto* const rows = qobject_cast<QListView*>(completer_.popup())) rows->setUniformItemSizes(true);
    connect(this, &QLineEdit::textEdited, this, &CommandSearch::list);
    // Queued, so that the list has changed by then.
    connect(this, &QLineEdit::textEdited, this, &CommandSearch::sayIfNothing, Qt::QueuedConnection);
    connect(&completer_, qOverload<const QModelIndex&>(&QCompleter::activated), this, &CommandSearch::run);
    // A click begins a search too.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* old, const QWidget* now) {
        if (now == this && old != nullptr && old != this && window()->isAncestorOf(old)) before_ = old;
    });
}

void CommandSearch::begin(bool nodesOnly) {
    nodesOnly_ = nodesOnly;
    collect();
    clear();
    setFocus(Qt::ShortcutFocusReason);
    list();
}

void CommandSearch::setKeys(const QKeySequence& keys) {
    keys_ = keys.toString(QKeySequence::NativeText);
    update();
}

/// A narrow field has a short hint instead of a cut one.
void CommandSearch::resizeEvent(QResizeEvent* event) {
    QLineEdit::resizeEvent(event);
    const QString hint = tr("Find a command or node");
    const int needed = iconRoom + fontMetrics().horizontalAdvance(hint) + side;
    setPlaceholderText(needed <= width() ? hint : tr("Find"));
}

void CommandSearch::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (!text().isEmpty() || hasFocus()) return;
    const QFont font = workbench_.theme.numbers(11);
    const int keysWidth = QFontMetrics(font).horizontalAdvance(keys_);
    const int taken = iconRoom + fontMetrics().horizontalAdvance(placeholderText()) + 2 * side;
    if (width() < taken + keysWidth + side) return;
    QPainter painter(this);
    painter.setFont(font);
    painter.setPen(workbench_.theme.color(Role::quiet));
    painter.drawText(rect().adjusted(0, 0, -side, 0), Qt::AlignRight | Qt::AlignVCenter, keys_);
}

void CommandSearch::collect() {
    entries_.clear();
    found_.clear();
    if (!nodesOnly_ && actions_) collectCommands(actions_());
    collectNodes();
    if (!nodesOnly_ && kinds_) collectKinds();
}

void CommandSearch::collectCommands(const QList<QAction*>& actions) {
    const QIcon blank = blankIcon();
    QHash<QString, int> sameName;
    for (const QAction* action : actions)
        ++sameName[plainText(*action)];
    for (QAction* action : actions) {
        const bool listed = found_.contains(action);
        if (listed || action->isSeparator() || action->text().isEmpty()) continue;
        if (action->objectName().startsWith(starterPrefix)) continue;  // offered among the kinds
        const QString name = plainText(*action);
        const QString place = sameName[name] > 1 ? placeOf(*action) : QString();
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        QString shown = place.isEmpty() ? name : tr("%1 (%2)").arg(name, place);
        if (!keys.isEmpty()) shown += "    " + keys;
        const QString words = shown + ' ' + action->property(synonyms).toString();
        if (!action->isEnabled()) shown += "    " + action->property(whyDisabled).toString();
        entries_.push_back({action->icon().isNull() ? blank : action->icon(), shown, name, words,
                            action->isEnabled(), actionIndex, found_.size()});
        found_ << action;
    }
}

void CommandSearch::collectNodes() {
    for (const DesignNode& node : workbench_.document.design()->nodes) {
        const KindDescription* kind = node.kind == nullptr ? nullptr : &node.kind->description;
        const std::string_view icon = kind == nullptr ? std::string_view() : kind->name;
        const QString name = QString::fromStdString(node.name);
        // The title of the kind, as the inspector shows it.
        const QString title = kind == nullptr ? tr("unknown kind") : textOf(kind->title);
        const QString shown = name + "    " + title;
        const QString words = kind == nullptr ? shown : shown + ' ' + searchText(*kind);
        entries_.push_back(
            {workbench_.theme.icon(Theme::kindIcon(icon)), shown, name, words, true, nodeName, name});
    }
}

void CommandSearch::collectKinds() {
    offered_ = kinds_();
    for (std::size_t i = 0; i < offered_.size(); ++i) {
        const KindDescription& kind = *offered_[i];
        const QString title = textOf(kind.title);
        // Patterns of the library are named like kinds: both have "Cells".
        const QString shown =
            isPattern(kind) ? tr("Add pattern: %1").arg(title) : tr("Add node: %1").arg(title);
        entries_.push_back({workbench_.theme.icon(Theme::kindIcon(kind.name)), shown, title,
                            shown + ' ' + searchText(kind), true, kindIndex, static_cast<int>(i)});
    }
}

/// Lists what matches the text, best first and commands that cannot run last, and highlights the first row.
/// Among equal matches, the shorter name comes first because it is closer to the text.
void CommandSearch::list() {
    const QString wanted = text().trimmed();
    std::vector<std::pair<Match, const Entry*>> matches;
    for (const Entry& entry : entries_) {
        Match match = wanted.isEmpty() ? Match::exact : matchOf(entry.name, entry.words, wanted);
        // The words belong to the kind, so adding a node of it comes before the nodes that are there.
        if (match == Match::otherWords && entry.role == nodeName) match = Match::wordsOfKind;
        if (match != Match::none) matches.emplace_back(match, &entry);
    }
    const auto rank = [&](const auto& match) {
        return std::tuple(!match.second->enabled, match.first,
                          wanted.isEmpty() ? 0 : match.second->name.size());
    };
    std::stable_sort(matches.begin(), matches.end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    QList<QStandardItem*> rows;
    for (const auto& [match, entry] : matches) {
        auto* row = new QStandardItem(entry->icon, entry->shown);
        row->setData(entry->value, entry->role);
        row->setEnabled(entry->enabled);
        rows << row;
    }
    model_.clear();
    model_.invisibleRootItem()->appendRows(rows);
    completer_.setCompletionPrefix({});
    completer_.complete(QRect(0, 0, std::max(width(), listWidth), height()));
    if (!rows.isEmpty()) completer_.popup()->setCurrentIndex(completer_.completionModel()->index(0, 0));
}

void CommandSearch::sayIfNothing() {
    const bool nothing = !text().trimmed().isEmpty() && model_.rowCount() == 0;
    const QString said =
        nodesOnly_ ? tr("No node matches \"%1\".") : tr("No command or node matches \"%1\".");
    QToolTip::showText(mapToGlobal(QPoint(0, height())),
                       nothing ? said.arg(beginningOf(text().trimmed())) : QString(), this);
}

void CommandSearch::run(const QModelIndex& index) {
    if (!index.flags().testFlag(Qt::ItemIsEnabled)) return;  // the row of a disabled command says why
    const QVariant node = index.data(nodeName);
    const QVariant action = index.data(actionIndex);
    const QVariant kind = index.data(kindIndex);
    completer_.popup()->hide();
    clear();
    giveFocusBack();
    if (node.isValid()) {
        workbench_.selection.reveal(workbench_.document.scope().reveal(node.toString()));
        emit graphWanted();
    } else if (action.isValid() && found_.value(action.toInt())) {
        found_[action.toInt()]->trigger();
    } else if (kind.isValid()) {
        add_(*offered_.at(static_cast<std::size_t>(kind.toInt())));
    }
}

void CommandSearch::giveFocusBack() {
    if (before_ && before_->isVisible()) return before_->setFocus(Qt::OtherFocusReason);
    emit graphWanted();
}

void CommandSearch::focusInEvent(QFocusEvent* event) {
    if (event->reason() == Qt::MouseFocusReason || entries_.empty()) collect();
    QLineEdit::focusInEvent(event);
}

/// The list has the keyboard while it is open. The completer passes its keys to this function first. The list
/// does not get keys that are accepted here, so the arrow keys are not accepted.
void CommandSearch::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Escape:
            completer_.popup()->hide();
            clear();
            giveFocusBack();
            return event->accept();
        case Qt::Key_Return:
        case Qt::Key_Enter: {
            // A closed list holds the rows of the last search.
            if (model_.rowCount() == 0 || (text().isEmpty() && !completer_.popup()->isVisible())) break;
            // The completer's own current index does not follow the highlight.
            const QModelIndex highlighted = completer_.popup()->currentIndex();
            run(highlighted.isValid() ? highlighted : completer_.completionModel()->index(0, 0));
            return event->accept();
        }
        default:
            break;
    }
    QLineEdit::keyPressEvent(event);
}

}  // namespace burin::ui
