// SPDX-License-Identifier: GPL-3.0-or-later

// Changes of the user's own library.

#include "core/base/text.hpp"
#include "core/design/file_paths.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/panels/library/category_chips.hpp"
#include "ui/panels/library/library_cards.hpp"
#include "ui/panels/library/library_panel.hpp"
#include "ui/panels/library/save_pattern_dialog.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace burin::ui {

namespace {

constexpr qsizetype mostNames = 12;  ///< of parameters that the dialog lists

QString noteOf(const YamlValue* map, const char* key) {
    const YamlValue* value = map == nullptr ? nullptr : map->find(key);
    return value == nullptr ? QString() : QString::fromStdString(value->scalar);
}

/// Asks a question that has one destructive answer. \return whether the user gave that answer
bool agrees(QWidget* parent, const QString& question, const QString& yes) {
    QMessageBox box(QMessageBox::NoIcon, LibraryPanel::tr("Burin"), question, QMessageBox::NoButton, parent);
    const QPushButton* const agree = box.addButton(yes, QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(LibraryPanel::tr("Cancel"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == agree;
}

}  // namespace

/// The group of the design with that name, or nullptr.
const YamlValue* LibraryPanel::groupIn(const QString& name) const {
    const YamlValue* groups = workbench_.document.design()->document.find("groups");
    return groups == nullptr ? nullptr : groups->find(name.toStdString());
}

/// The title of a group; `otherwise` if it has none.
QString LibraryPanel::titleOf(const QString& group, const QString& otherwise) const {
    const QString title = noteOf(groupIn(group), "title");
    return title.isEmpty() ? otherwise : title;
}

/// The open group, also if an instance in it is selected. If none is open, the group of the selected
/// instance.
LibraryPanel::Subject LibraryPanel::subject() const {
    if (openGroup_.isEmpty()) return subjectOf(workbench_.selection.active());
    const QStringList titles = workbench_.document.scope().titles();
    return {openGroup_, {}, titleOf(openGroup_, titles.isEmpty() ? openGroup_ : titles.last())};
}

LibraryPanel::Subject LibraryPanel::subjectOf(const QString& instance) const {
    const YamlValue* body = instance.isEmpty() ? nullptr : workbench_.document.nodeText(instance);
    if (body == nullptr || !isInstance(*body)) return {};
    const QString group = noteOf(body, "group");
    // Inside a group the values may be formulas.
    return {group, openGroup_.isEmpty() ? instance : QString(), titleOf(group, instance)};
}

/// Says which group is saved, with the names of its parameters.
QString LibraryPanel::wordsOf(const Subject& what) const {
    const YamlValue* body = groupIn(what.group);
    const YamlValue* parameters = body == nullptr ? nullptr : body->find("parameters");
    QStringList names;
    if (parameters != nullptr) {
        for (const YamlEntry& entry : parameters->entries) {
            const QString title = noteOf(&entry.value, "title");
            names << (title.isEmpty() ? QString::fromStdString(entry.key.scalar) : title);
        }
    }
    if (names.isEmpty()) return tr("Saves the group %1, which has no parameters.").arg(what.called);
    const QString count =
        QString::fromStdString(counted(static_cast<std::size_t>(names.size()), "parameter"));
    if (names.size() > mostNames) {
        names.resize(mostNames);
        names << tr("...");
    }
    return tr("Saves the group %1 with %2: %3").arg(what.called, count, names.join(tr(", ")));
}

void LibraryPanel::setOpenGroup(const QString& group) {
    openGroup_ = group;
    showOpenGroup();
    showSubject();
}

/// Marks the card of the open group: the pattern with an equal group. If several are equal, marks the one
/// with its title.
void LibraryPanel::showOpenGroup() {
    QStringList equal;
    QStringList called;
    const YamlValue* body = openGroup_.isEmpty() ? nullptr : groupIn(openGroup_);
    const std::string group = openGroup_.toStdString();
    const Document& document = workbench_.document;
    for (const LibraryEntry& entry : library_.entries()) {
        if (body == nullptr || entry.pattern == nullptr ||
            !isGroupOf(*entry.pattern, document.design()->document, group,
                       DesignFolders::of(pathOf(document.file())), document.kinds()))
            continue;
        equal << entry.file;
        if (entry.name == noteOf(body, "title")) called << entry.file;
    }
    cards_->markOpen(called.isEmpty() ? equal : called);
}

void LibraryPanel::save() {
    workbench_.document.pending().handOver();
    save(subject());
}

void LibraryPanel::saveGroupOf(const QString& instance) {
    workbench_.document.pending().handOver();
    save(subjectOf(instance));
}

void LibraryPanel::save(const Subject& what) {
    if (what.group.isEmpty()) return;
    const std::shared_ptr<const Design> design = workbench_.document.design();
    if (const QString problem = whyNotSaved(*design, what.group, what.instance); !problem.isEmpty()) {
        emit failed(problem);
        return;
    }
    const YamlValue* body = groupIn(what.group);
    const PatternNotes known{what.called, tr("Own"), noteOf(body, "help"),
                             noteOf(body == nullptr ? nullptr : body->find("editor"), "words")};
    emit pictureBegins();
    const auto take = [this] { return picture_ ? picture_() : QImage(); };
    SavePatternDialog dialog(workbench_.theme, known, library_.categories(), take(), this);
    dialog.setSubject(wordsOf(what));
    QTimer soon;  // waits, because many tiles may arrive one after another
    soon.setSingleShot(true);
    soon.setInterval(200);
    soon.start();  // started now too: the viewport may already have every tile and only draw them
    connect(&workbench_.previews, &Previews::progressChanged, &soon, qOverload<>(&QTimer::start));
    FileStamp there;  // what the next writing may replace
    const auto write = [&] {
        const PatternNotes notes = dialog.notes();
        const QString file = patternFile(library_.ownFolder(), notes.category, notes.title);
        const QString problem = writePattern(
            file,
            patternDocument(*design, what.group, what.instance, notes, DesignFolders::of(design->file),
                            QFileInfo(file).absolutePath(), workbench_.document.kinds()),
            take(), &there);
        if (problem.isEmpty()) cards_->choose(file);
        library_.read();
        return problem;
    };
    dialog.setSave([&] {
        const PatternNotes notes = dialog.notes();
        const QString file = patternFile(library_.ownFolder(), notes.category, notes.title);
        there = FileStamp::of(file);
        if (!mayReplace(file, notes, &dialog)) return SavePatternDialog::Saved::no;
        const bool rough = pictureImproves() || (picture_ && soon.isActive());
        search_->clear();
        chips_->choose({});
        const QString problem = write();
        dialog.setProblem(problem);
        if (!problem.isEmpty()) return SavePatternDialog::Saved::no;
        emit said(tr("%1 is in the library now, under %2.").arg(notes.title, notes.category));
        return rough ? SavePatternDialog::Saved::rough : SavePatternDialog::Saved::whole;
    });
    connect(&soon, &QTimer::timeout, &dialog, [&] {
        dialog.setPicture(take());
        if (!dialog.waits() || pictureImproves()) return;
        const QString problem = write();
        if (!problem.isEmpty()) emit failed(problem);
        dialog.accept();
    });
    dialog.exec();
    emit pictureEnds();
    emit saveEnded();
}

/// Whether the viewport will have a better picture of the newest design.
bool LibraryPanel::pictureImproves() const {
    Previews& previews = workbench_.previews;
    if (!picture_ || !previews.problem().isEmpty()) return false;
    const BoundNodePtr shown = previews.shown();
    if (!shown || shown->design != previews.design()) return true;
    const PreviewProgress::State state = previews.progress().state();
    return state == PreviewProgress::State::computing || state == PreviewProgress::State::refining;
}

bool LibraryPanel::mayReplace(const QString& file, const PatternNotes& notes, QWidget* parent) {
    return !QFileInfo::exists(file) ||
           agrees(parent,
                  tr("%1 already has a pattern called %2. Replace it? Designs that use it do not change.")
                      .arg(notes.category, notes.title),
                  tr("Replace"));
}

void LibraryPanel::rename() {
    const LibraryEntry* entry = cards_->current();
    if (entry == nullptr) return;
    bool accepted = false;
    const QString title =
        QInputDialog::getText(this, tr("Rename"), tr("Name"), QLineEdit::Normal, entry->name, &accepted);
    if (accepted) changeEntry(entry->category, title.simplified());
}

void LibraryPanel::moveToCategory() {
    const LibraryEntry* entry = cards_->current();
    if (entry == nullptr) return;
    bool accepted = false;
    const QStringList known = library_.categories();
    const QString category =
        QInputDialog::getItem(this, tr("Move to a category"), tr("Category"), known,
                              static_cast<int>(known.indexOf(entry->category)), true, &accepted);
    if (accepted) changeEntry(category.trimmed(), entry->name);
}

void LibraryPanel::changeEntry(const QString& category, const QString& title) {
    const LibraryEntry* entry = cards_->current();
    if (entry == nullptr) return;  // the entry was removed meanwhile
    QString problem = whyNoPatternName(title);
    if (problem.isEmpty()) problem = whyNoCategory(category);
    if (problem.isEmpty())
        problem = movePattern(*entry, library_.ownFolder(), category, title, workbench_.document.kinds());
    finish(problem);
}

void LibraryPanel::remove() {
    const LibraryEntry* entry = cards_->current();
    if (entry == nullptr) return;
    const LibraryEntry removed = *entry;
    if (agrees(this, tr("Remove %1 from the library? Designs that use it do not change.").arg(removed.name),
               tr("Remove")))
        finish(removePattern(removed));
}

void LibraryPanel::showFolder() {
    if (const LibraryEntry* entry = cards_->current()) emit folderWanted(entry->file);
}

void LibraryPanel::finish(const QString& problem) {
    library_.read();
    if (!problem.isEmpty()) emit failed(problem);
}

}  // namespace burin::ui
