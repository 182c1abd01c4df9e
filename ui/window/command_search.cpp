// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_search.hpp"

#include "ui/graph/kind_search.hpp"
#include "ui/model/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QKeyEvent>
#include <QToolTip>

namespace burin::ui {

namespace {

constexpr int actionIndex = Qt::UserRole + 1;
constexpr int nodeName = Qt::UserRole + 2;
constexpr int kindIndex = Qt::UserRole + 3;
constexpr int searched = Qt::UserRole + 4;  ///< the text that the words are looked for in

QString plainText(const QAction& action) {
    return action.text().remove('&').remove("...");
}

/// Shows the names of what it finds by other words too.
class NameCompleter : public QCompleter {
  public:
    using QCompleter::QCompleter;
    [[nodiscard]] QString pathFromIndex(const QModelIndex& index) const override {
        return index.data(Qt::DisplayRole).toString();
    }
};

}  // namespace

CommandSearch::CommandSearch(Session session, QWidget* parent) : QLineEdit(parent), session_(session) {
    setObjectName("commandSearch");
    setPlaceholderText(tr("Find a command or node"));
    addAction(session_.theme.icon("search", Role::quiet), QLineEdit::LeadingPosition);
    auto* completer = new NameCompleter(&model_, this);
    completer->setCompletionRole(searched);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setMaxVisibleItems(16);
    setCompleter(completer);
    // The completer has looked by then.
    connect(this, &QLineEdit::textEdited, this, &CommandSearch::sayIfNothing, Qt::QueuedConnection);
    connect(completer, qOverload<const QModelIndex&>(&QCompleter::activated), this, &CommandSearch::run);
}

void CommandSearch::begin(bool nodesOnly) {
    before_ = QApplication::focusWidget();
    nodesOnly_ = nodesOnly;
    fill();
    clear();
    setFocus(Qt::ShortcutFocusReason);
    completer()->setCompletionPrefix({});
    completer()->complete();
}

void CommandSearch::fill() {
    model_.clear();
    found_.clear();
    if (!nodesOnly_ && actions_) {
        for (QAction* action : actions_()) {
            if (action->isSeparator() || !action->isEnabled() || action->text().isEmpty()) continue;
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            auto* item = new QStandardItem(
                action->icon(), keys.isEmpty() ? plainText(*action) : plainText(*action) + "    " + keys);
            item->setData(found_.size(), actionIndex);
            item->setData(item->text(), searched);
            found_ << action;
            model_.appendRow(item);
        }
    }
    for (const DesignNode& node : session_.document.design()->nodes) {
        const std::string_view kind = node.kind == nullptr ? std::string_view() : node.kind->description.name;
        auto* item = new QStandardItem(session_.theme.icon(Theme::kindIcon(kind)),
                                       QString::fromStdString(node.name) + "    " + textOf(kind));
        item->setData(QString::fromStdString(node.name), nodeName);
        const QString words = node.kind == nullptr ? QString() : searchText(node.kind->description);
        item->setData(item->text() + ' ' + words, searched);
        model_.appendRow(item);
    }
    if (!nodesOnly_ && kinds_) fillKinds();
}

void CommandSearch::fillKinds() {
    offered_ = kinds_();
    for (std::size_t i = 0; i < offered_.size(); ++i) {
        const KindDescription& kind = *offered_[i];
        auto* item = new QStandardItem(session_.theme.icon(Theme::kindIcon(kind.name)),
                                       tr("Add node: %1").arg(textOf(kind.title)));
        item->setData(static_cast<int>(i), kindIndex);
        item->setData(item->text() + ' ' + searchText(kind), searched);
        model_.appendRow(item);
    }
}

void CommandSearch::sayIfNothing() {
    const bool nothing = !text().trimmed().isEmpty() && completer()->completionCount() == 0;
    const QString said =
        nodesOnly_ ? tr("No node matches \"%1\".") : tr("No command or node matches \"%1\".");
    QToolTip::showText(mapToGlobal(QPoint(0, height())), nothing ? said.arg(text().trimmed()) : QString(),
                       this);
}

void CommandSearch::run(const QModelIndex& index) {
    const QVariant node = index.data(nodeName);
    const QVariant action = index.data(actionIndex);
    const QVariant kind = index.data(kindIndex);
    // The completer writes the chosen text after this.
    QMetaObject::invokeMethod(
        this, [this] { clear(); }, Qt::QueuedConnection);
    if (before_) before_->setFocus(Qt::OtherFocusReason);
    if (node.isValid()) {
        session_.selection.reveal(node.toString());
    } else if (action.isValid() && found_.value(action.toInt())) {
        found_[action.toInt()]->trigger();
    } else if (kind.isValid()) {
        add_(*offered_.at(static_cast<std::size_t>(kind.toInt())));
    }
}

void CommandSearch::focusInEvent(QFocusEvent* event) {
    if (model_.rowCount() == 0) fill();
    QLineEdit::focusInEvent(event);
}

void CommandSearch::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        clear();
        if (before_) before_->setFocus(Qt::OtherFocusReason);
        return;
    }
    if (event->key() == Qt::Key_Return && completer()->completionCount() > 0) {
        return run(completer()->currentIndex().isValid() ? completer()->currentIndex()
                                                         : completer()->completionModel()->index(0, 0));
    }
    QLineEdit::keyPressEvent(event);
}

}  // namespace burin::ui
