// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_search.hpp"

#include "ui/model/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QKeyEvent>

namespace burin::ui {

namespace {

constexpr int actionIndex = Qt::UserRole + 1;
constexpr int nodeName = Qt::UserRole + 2;

QString plainText(const QAction& action) {
    return action.text().remove('&').remove("...");
}

}  // namespace

CommandSearch::CommandSearch(Session session, QWidget* parent) : QLineEdit(parent), session_(session) {
    setObjectName("commandSearch");
    setPlaceholderText(tr("Find a command or node"));
    addAction(session_.theme.icon("search", Role::quiet), QLineEdit::LeadingPosition);
    auto* completer = new QCompleter(&model_, this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setMaxVisibleItems(16);
    setCompleter(completer);
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
            found_ << action;
            model_.appendRow(item);
        }
    }
    for (const DesignNode& node : session_.document.design()->nodes) {
        const std::string_view kind = node.kind == nullptr ? std::string_view() : node.kind->description.name;
        auto* item =
            new QStandardItem(session_.theme.icon(Theme::kindIcon(kind)),
                              QString::fromStdString(node.name) + "    " +
                                  QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())));
        item->setData(QString::fromStdString(node.name), nodeName);
        model_.appendRow(item);
    }
}

void CommandSearch::run(const QModelIndex& index) {
    const QVariant node = index.data(nodeName);
    const QVariant action = index.data(actionIndex);
    // The completer writes the chosen text after this.
    QMetaObject::invokeMethod(
        this, [this] { clear(); }, Qt::QueuedConnection);
    if (before_) before_->setFocus(Qt::OtherFocusReason);
    if (node.isValid()) {
        session_.selection.reveal(node.toString());
    } else if (action.isValid() && found_.value(action.toInt())) {
        found_[action.toInt()]->trigger();
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
