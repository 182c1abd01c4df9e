// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/parts_button.hpp"

#include "core/base/errors.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/vectors/path_file.hpp"
#include "ui/inspector/fields/pick_menu.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QAction>
#include <QPointer>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <utility>

namespace burin::ui {

PartsButton::PartsButton(EditorPlace place, DrawingNames offers, QWidget* parent)
    : QToolButton(parent), place_(std::move(place)), offers_(offers), menu_(new PickMenu(this)) {
    setObjectName("pick." + kindText(place_.key));
    setToolTip(offers == DrawingNames::parts ? tr("Choose parts of the drawing")
                                             : tr("Choose what is left out of the drawing"));
    setIconSize({16, 16});
    setIcon(place_.workbench.theme.icon("chevron", Role::secondary));
    setProperty("beside", true);
    connect(this, &QToolButton::clicked, this, &PartsButton::read);
    connect(menu_, &PickMenu::picked, this, &PartsButton::take);
}

void PartsButton::read() {
    const QPointer<PartsButton> alive(this);
    setFocus(Qt::OtherFocusReason);  // the field applies what is typed
    if (alive == nullptr) return;
    const std::string file = place_.text("file");
    if (file.empty()) return say(tr("Choose a file first"));
    const std::filesystem::path path =
        DesignFolders::of(pathOf(place_.workbench.document.file())).resolved(file);
    if (reading_ == nullptr) reading_ = std::make_unique<LatestTask>();
    reading_->start([this, path](const std::stop_token& stop) {
        DrawingParts parts;
        std::optional<Problem> problem;
        try {
            parts = partsOfDrawing(path, stop);
        } catch (const ProblemError& error) {
            problem = error.problem();
        } catch (const std::exception& error) {
            problem = Problem{.reason = "%1", .details = {error.what()}};
        }
        inbox_.postUnless(stop, [this, parts = std::move(parts), problem = std::move(problem)] {
            if (!problem) return offer(parts);
            say(problemText(*problem));
        });
    });
}

void PartsButton::clear() {
    menu_->clear();
    entries_.clear();
}

void PartsButton::offer(const DrawingParts& parts) {
    clear();
    const bool ofParts = offers_ == DrawingNames::parts;
    case_ = ofParts && parts.anyCase ? Qt::CaseInsensitive : Qt::CaseSensitive;
    const QStringList now = listed();
    if (ofParts) {
        for (const DrawingPart& part : parts.parts) {
            QStringList names{textOf(part.name)};
            if (!part.also.empty()) names << textOf(part.also);
            using State = DrawingPart::State;
            add(names,
                part.state == State::off      ? tr("off")
                : part.state == State::frozen ? tr("frozen")
                                              : QString(),
                now);
        }
    } else {
        for (const std::string& word : parts.ignorable)
            add({textOf(word)}, {}, now);
    }
    if (entries_.empty())
        menu_->addNote(ofParts ? tr("The drawing has no parts with names")
                               : tr("The drawing has nothing that needs to be left out"));
    if (ofParts && parts.more) menu_->addNote(tr("The drawing has more parts; type the names of the others"));
    open();
}

/// \param note  says why the part cannot be drawn; empty: it can
void PartsButton::add(const QStringList& names, const QString& note, const QStringList& now) {
    Entry entry{nullptr, names};
    const bool marked =
        std::any_of(now.begin(), now.end(), [&](const QString& name) { return isNamed(entry, name); });
    entry.action = menu_->addName(names.first(), note, marked);
    entry.action->setEnabled(note.isEmpty() || marked);
    entries_.push_back(std::move(entry));
}

void PartsButton::say(const QString& words) {
    clear();
    menu_->addNote(words);
    open();
}

void PartsButton::open() {
    if (isVisible()) menu_->popup(mapToGlobal(rect().bottomLeft()));
}

/// Names that the drawing does not have stay in the list.
void PartsButton::take() {
    const QStringList before = listed();
    QStringList names;
    for (const QString& name : before) {
        const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                        [&](const Entry& one) { return isNamed(one, name); });
        if (entry == entries_.end() || entry->action->isChecked()) names << name;
    }
    for (const Entry& entry : entries_) {
        const bool known = std::any_of(before.begin(), before.end(),
                                       [&](const QString& name) { return isNamed(entry, name); });
        if (entry.action->isChecked() && !known) names << entry.names.first();
    }
    if (names != before) emit picked(names);
}

/// The names that the list has in the design.
QStringList PartsButton::listed() const {
    const DesignNode* node = place_.workbench.document.node(place_.node);
    const auto* texts = node == nullptr ? nullptr : node->values.find<std::vector<std::string>>(place_.key);
    QStringList names;
    if (texts == nullptr) return names;
    for (const std::string& text : *texts)
        names << textOf(text);
    return names;
}

bool PartsButton::isNamed(const Entry& entry, const QString& name) const {
    return entry.names.contains(name, case_);
}

}  // namespace burin::ui
