// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/library/library_panel.hpp"

#include "ui/graph/adding/kind_search.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/panels/library/category_chips.hpp"
#include "ui/panels/library/library_cards.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int panelMargin = 12;
constexpr const char* ownCategory = "\x01own";  // no folder has this name

/// The entries that match the words, best first; broken ones last.
QList<LibraryEntry> matching(const QList<LibraryEntry>& entries, const QString& words) {
    std::vector<const KindDescription*> described;
    QList<LibraryEntry> broken;
    for (const LibraryEntry& entry : entries) {
        if (entry.pattern != nullptr) {
            described.push_back(&entry.pattern->shown);
        } else if (entry.name.contains(words.trimmed(), Qt::CaseInsensitive)) {
            broken << entry;
        }
    }
    QList<LibraryEntry> found;
    for (const KindDescription* shown : searchKinds(described, words)) {
        found << *std::find_if(entries.begin(), entries.end(), [&](const LibraryEntry& entry) {
            return entry.pattern != nullptr && &entry.pattern->shown == shown;
        });
    }
    return found + broken;
}

}  // namespace

LibraryPanel::LibraryPanel(Workbench workbench, Library& library, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      library_(library),
      search_(new QLineEdit(this)),
      chips_(new CategoryChips(workbench.theme, this)),
      cards_(new LibraryCards(workbench.theme, this)),
      nothing_(new QLabel(this)),
      detail_(new QLabel(this)),
      count_(new QLabel(this)),
      save_(new QPushButton(tr("Save to library..."), this)) {
    setObjectName("libraryPanel");
    setWindowTitle(tr("Library"));
    setMinimumSize(minimumSizeHint());
    nothing_->setObjectName("libraryNothing");
    nothing_->setWordWrap(true);
    nothing_->setTextFormat(Qt::RichText);
    nothing_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    nothing_->setContentsMargins(panelMargin, 4, panelMargin, 4);
    detail_->setObjectName("libraryDetail");
    detail_->setTextFormat(Qt::PlainText);
    detail_->setWordWrap(true);
    detail_->setProperty("warning", true);
    detail_->setFont(workbench.theme.font(11));
    detail_->setContentsMargins(panelMargin, 4, panelMargin, 4);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(makeHead());
    column->addWidget(nothing_);
    auto* cards = new QHBoxLayout;
    cards->setContentsMargins(panelMargin - 2, 0, 0, 0);
    cards->addWidget(cards_);
    column->addLayout(cards, 1);
    column->addWidget(detail_);
    column->addWidget(makeFoot());
    makeActions();
    setFocusProxy(search_);

    connect(search_, &QLineEdit::textChanged, this, &LibraryPanel::showEntries);
    connect(chips_, &CategoryChips::chosenChanged, this, &LibraryPanel::showEntries);
    connect(nothing_, &QLabel::linkActivated, this, [this] {
        chips_->choose({});
        search_->setFocus();
    });
    connect(cards_, &LibraryCards::currentEntryChanged, this, &LibraryPanel::showCurrent);
    connect(cards_, &LibraryCards::chosen, this, &LibraryPanel::addCurrent);
    connect(cards_, &LibraryCards::dragged, this, &LibraryPanel::patternDragged);
    connect(cards_, &LibraryCards::dropped, this, &LibraryPanel::patternDropped);
    connect(cards_, &LibraryCards::dragCancelled, this, &LibraryPanel::dragCancelled);
    connect(cards_, &QWidget::customContextMenuRequested, this,
            [this](QPoint at) { openMenu(cards_->viewport()->mapToGlobal(at)); });
    connect(&library_, &Library::changed, this, &LibraryPanel::showCategories);
    connect(&library_, &Library::changed, this, &LibraryPanel::showOpenGroup);
    connect(&workbench.document, &Document::changed, this, &LibraryPanel::showOpenGroup);
    connect(&workbench.selection, &Selection::changed, this, &LibraryPanel::showSubject);
    connect(&workbench.document, &Document::changed, this, &LibraryPanel::showSubject);
    showCategories();
    showSubject();
}

QToolButton* LibraryPanel::headButton(const char* name, const QString& icon, const QString& tip) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setIcon(workbench_.theme.icon(icon, Role::secondary));
    button->setIconSize({16, 16});
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QWidget* LibraryPanel::makeHead() {
    auto* head = new QWidget(this);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(panelMargin, panelMargin, panelMargin, 0);
    column->setSpacing(8);
    search_->setObjectName("searchPatterns");
    search_->setPlaceholderText(tr("Search patterns"));
    search_->addAction(workbench_.theme.icon("search", Role::quiet), QLineEdit::LeadingPosition);
    search_->installEventFilter(this);
    add_ = headButton("addPattern", "plus", tr("Add the chosen pattern to the design (Enter)"));
    connect(add_, &QToolButton::clicked, this, &LibraryPanel::addCurrent);
    QToolButton* more = headButton("libraryMore", "more", tr("More commands for the chosen pattern"));
    connect(more, &QToolButton::clicked, this,
            [this, more] { openMenu(more->mapToGlobal(QPoint(0, more->height()))); });
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(search_, 1);
    row->addSpacing(2);
    row->addWidget(add_);
    row->addWidget(more);
    column->addLayout(row);
    column->addWidget(chips_);
    return head;
}

QWidget* LibraryPanel::makeFoot() {
    auto* foot = new QFrame(this);
    foot->setProperty("look", "strip");
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(panelMargin, 6, panelMargin, 6);
    count_->setObjectName("libraryCount");
    count_->setProperty("quiet", true);
    count_->setFont(workbench_.theme.font(12));
    save_->setObjectName("saveToLibrary");
    row->addWidget(count_, 1);
    row->addWidget(save_);
    connect(save_, &QPushButton::clicked, this, qOverload<>(&LibraryPanel::save));
    return foot;
}

QAction* LibraryPanel::addCommand(const char* id, const QString& text, const QKeySequence& keys,
                                  void (LibraryPanel::*command)()) {
    auto* made = new QAction(text, this);
    made->setObjectName(id);
    made->setShortcut(keys);
    made->setShortcutContext(Qt::WidgetShortcut);
    connect(made, &QAction::triggered, this, command);
    cards_->addAction(made);
    return made;
}

void LibraryPanel::makeActions() {
    addCommand("library.add", tr("Add to the design"), {}, &LibraryPanel::addCurrent);
    addCommand("library.rename", tr("Rename..."), QKeySequence(Qt::Key_F2), &LibraryPanel::rename);
    addCommand("library.move", tr("Move to a category..."), {}, &LibraryPanel::moveToCategory);
    addCommand("library.folder", tr("Show in folder"), {}, &LibraryPanel::showFolder);
    addCommand("library.remove", tr("Remove..."), QKeySequence(Qt::Key_Delete), &LibraryPanel::remove);
}

// The display

void LibraryPanel::showCategories() {
    const QList<LibraryEntry>& entries = library_.entries();
    QList<CategoryChips::Choice> categories{
        {{}, tr("All"), library_.wasRead() ? static_cast<int>(entries.size()) : -1, true}};
    const auto count = [&](const auto& wanted) {
        return static_cast<int>(std::count_if(entries.begin(), entries.end(), wanted));
    };
    const int own = count([](const LibraryEntry& entry) { return entry.own; });
    for (const QString& name : library_.categories()) {
        if (own > 0 && name == tr("Own")) continue;  // the chip of all own entries has this name
        categories << CategoryChips::Choice{
            name, name, count([&](const LibraryEntry& entry) { return entry.category == name; })};
    }
    if (own > 0) categories << CategoryChips::Choice{ownCategory, tr("Own"), own, true};
    chips_->set(categories);
    showEntries();
}

void LibraryPanel::showEntries() {
    QList<LibraryEntry> inCategory = library_.entries();
    const QString category = chips_->chosen();
    if (!category.isEmpty()) {
        inCategory.removeIf([&](const LibraryEntry& entry) {
            return category == ownCategory ? !entry.own : entry.category != category;
        });
    }
    const QString words = search_->text().simplified();
    cards_->setEntries(words.isEmpty() ? inCategory : matching(inCategory, words));
    const qsizetype total = library_.entries().size();
    if (!library_.wasRead()) {
        nothing_->setText(tr("The library is being read."));
        nothing_->show();
        count_->clear();
        return;
    }
    const bool nothing = cards_->shown().isEmpty() && !words.isEmpty();
    QString said = tr("No pattern is called \"%1\".").arg(words.toHtmlEscaped());
    if (!category.isEmpty()) {
        said += QString(" <a href=\"all\" style=\"color: %1\">%2</a>")
                    .arg(workbench_.theme.color(Role::accent).name(), tr("Search all %1?").arg(total));
    }
    nothing_->setText(said);
    nothing_->setVisible(nothing);
    count_->setText(tr("%1 of %2").arg(cards_->shown().size()).arg(total));
}

void LibraryPanel::showCurrent() {
    const LibraryEntry* entry = cards_->current();
    const bool usable = entry != nullptr && entry->pattern != nullptr;
    const bool own = entry != nullptr && entry->own;
    const QString problem = entry == nullptr ? QString() : entry->problem;
    detail_->setText(problem.isEmpty() ? QString() : tr("%1: %2").arg(entry->name, problem));
    detail_->setVisible(!problem.isEmpty());
    add_->setEnabled(usable);
    for (QAction* command : cards_->actions()) {
        const QString id = command->objectName();
        command->setEnabled(id == "library.add"                              ? usable
                            : id == "library.rename" || id == "library.move" ? own && usable
                                                                             : own);
    }
}

/// Shows in the tool tip of the button *Save to library* which group it would save.
void LibraryPanel::showSubject() {
    const Subject saved = subject();
    save_->setEnabled(!saved.group.isEmpty());
    save_->setToolTip(saved.group.isEmpty() ? tr("Select an instance of a group to save its group")
                                            : tr("Save the group %1 to your own library").arg(saved.called));
}

// The commands

void LibraryPanel::openMenu(QPoint global) {
    auto* menu = new QMenu(this);
    menu->setObjectName("libraryMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(cards_->actions());
    menu->addSeparator();
    QAction* again = menu->addAction(tr("Read the library again"));
    connect(again, &QAction::triggered, &library_, &Library::read);
    menu->popup(global);
}

void LibraryPanel::addCurrent() {
    const LibraryEntry* entry = cards_->current();
    if (entry != nullptr && entry->pattern != nullptr) emit patternWanted(entry->pattern);
}

/// In the search field the arrow keys lead to the cards, Enter adds, and Escape clears the field.
bool LibraryPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
            cards_->setFocus(Qt::TabFocusReason);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            addCurrent();
            return true;
        case Qt::Key_Escape:
            if (search_->text().isEmpty()) break;
            search_->clear();
            return true;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace burin::ui
