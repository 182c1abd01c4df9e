// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_panel.hpp"

#include "core/design/edits/choice_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/editors/size_editor.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/fields/checked_field.hpp"
#include "ui/inspector/fields/lines_field.hpp"
#include "ui/inspector/fields/notes_foot.hpp"
#include "ui/inspector/fields/typed_cells.hpp"
#include "ui/inspector/fields/typed_field.hpp"
#include "ui/inspector/fields/typed_texts.hpp"
#include "ui/inspector/group_kind.hpp"
#include "ui/inspector/inputs_list.hpp"
#include "ui/inspector/lattice_values.hpp"
#include "ui/inspector/link_offset.hpp"
#include "ui/inspector/node_head.hpp"
#include "ui/inspector/section.hpp"
#include "ui/inspector/strange_keys.hpp"
#include "ui/inspector/tab_order.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/scope.hpp"
#include "ui/model/document/scoped_design.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <optional>

namespace burin::ui {

namespace {

/// The text of a field of one line or several lines; nothing for other widgets.
std::optional<QString> fieldText(const QWidget* field) {
    if (const auto* line = qobject_cast<const QLineEdit*>(field)) return line->text();
    if (const auto* lines = qobject_cast<const LinesField*>(field)) return lines->text();
    return {};
}

/// Shows a text that was refused in such a field.
void showAgain(QWidget* field, const QString& text) {
    if (auto* typed = qobject_cast<TypedField*>(field)) return typed->setTyped(text);
    if (auto* line = qobject_cast<QLineEdit*>(field)) line->setText(text);
    if (auto* lines = qobject_cast<LinesField*>(field)) lines->setText(text);
}

}  // namespace

InspectorPanel::InspectorPanel(Workbench workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      starters_(startersOf(workbench.document.kinds())),
      exposer_(new Exposer(workbench, this)),
      scroll_(new QScrollArea(this)),
      notes_(new NotesFoot(workbench.theme, scroll_)),
      nothing_(new QLabel(tr("Select a node."), this)),
      help_(new QAction(tr("Manual page of the kind"), this)),
      centre_(new QAction(tr("Centre in its parent"), this)) {
    setObjectName("inspector");
    setWindowTitle(tr("Inspector"));
    setMinimumSize(300, 120);
    setFocusPolicy(Qt::ClickFocus);  // a click beside the fields applies what is typed
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    auto* place = new QVBoxLayout(new QWidget(scroll_->viewport()));  // of the content, which is made anew
    place->setContentsMargins(0, 0, 0, 0);
    scroll_->setWidget(place->parentWidget());
    nothing_->setObjectName("nothing");
    nothing_->setProperty("quiet", true);
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setWordWrap(true);
    nothing_->setContentsMargins(12, 0, 12, 0);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll_, 1);
    all->addWidget(nothing_, 1);
    help_->setObjectName("inspector.help");
    help_->setIcon(workbench.theme.icon("help", Role::secondary));
    help_->setToolTip(tr("The manual page of the kind that is shown (F1)"));
    connect(help_, &QAction::triggered, this, [this] {
        if (kind_ == nullptr) return;
        emit helpRequested(QString::fromStdString(std::string(kind_->name)));
    });
    centre_->setObjectName("graph.centre");
    enableIf(*centre_, false, tr("select a node other than the surface first"));
    centre_->setToolTip(tr("Moves the chosen node to the middle of its parent"));
    connect(centre_, &QAction::triggered, this, &InspectorPanel::centre);
    connect(notes_, &NotesFoot::changed, this, &InspectorPanel::placeNotes);
    connect(scroll_->verticalScrollBar(), &QScrollBar::valueChanged, this, &InspectorPanel::placeNotes);
    scroll_->viewport()->installEventFilter(this);
    workbench_.document.pending().add(this, [this] { return handOver(); });
    connect(&workbench_.selection, &Selection::changed, this, &InspectorPanel::follow);
    connect(&workbench_.document, &Document::changed, this, &InspectorPanel::follow);
    connect(&workbench_.document.scope(), &Scope::changed, this, &InspectorPanel::follow);
    connect(&workbench_.selection, &Selection::revealed, this,
            [this](const QString&, const QString& parameter) { reveal(parameter); });
    connect(&workbench_.document, &Document::fileChanged, this, &InspectorPanel::forgetUnfinished);
    connect(&workbench_.previews, &Previews::costsChanged, this, &InspectorPanel::showCost);
    connect(exposer_, &Exposer::exposed, this, &InspectorPanel::exposed);
    kindChoice_ = {.key = "kind", .title = "Kind", .type = ParameterType::choice, .required = true};
    rebuild();
}

InspectorPanel::~InspectorPanel() {
    takeWhatIsTyped();
    // These widgets outlive the panel's own members.
    notes_->disconnect(this);
    scroll_->verticalScrollBar()->disconnect(this);
    scroll_->viewport()->removeEventFilter(this);
}

/// The notes lie over the last fields, or over the first ones if the field with the focus is among the last.
/// Nothing moves when they appear, and every field can be scrolled clear of them.
void InspectorPanel::placeNotes() {
    notes_->setVisible(content_ != nullptr && !notes_->isEmpty());
    if (notes_->isHidden()) return;
    const QRect fields = scroll_->viewport()->geometry();
    const int height = notes_->neededHeight();
    QRect place(fields.left(), fields.bottom() + 1 - height, fields.width(), height);
    const QWidget* focus = window()->focusWidget();
    if (focus != nullptr && content_->isAncestorOf(focus)) {
        const QRect field(focus->mapTo(scroll_, QPoint()), focus->size());
        const bool below = field.bottom() >= place.top() && field.top() <= fields.bottom();
        if (below && field.top() >= fields.top() + height) place.moveTop(fields.top());
    }
    notes_->setGeometry(place);
    notes_->raise();
}

bool InspectorPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == scroll_->viewport() && event->type() == QEvent::Resize) placeNotes();
    return QWidget::eventFilter(watched, event);
}

/// Centres the chosen node in the first node that reads it.
void InspectorPanel::centre() {
    for (const DesignNode& reader : workbench_.document.scope().nodes()->design->nodes) {
        for (const DesignLink& link : reader.links) {
            if (QString::fromStdString(link.childName) != node_) continue;
            if (!centreInput(workbench_.document, QString::fromStdString(reader.name), link.entry))
                emit said(cannotBeCentred(node_));
            return;
        }
    }
    emit said(tr("%1 cannot be centred: no node reads it.").arg(node_));
}

const YamlValue* InspectorPanel::body() const {
    return workbench_.document.nodeText(node_);
}

void InspectorPanel::follow() {
    if (renaming_) return;
    const Scope& scope = workbench_.document.scope();
    formulas_.setGroup(workbench_.document.design(), workbench_.document.kinds(), scope.group().toStdString(),
                       scope.instance().toStdString());
    // The blocks of a group have no values.
    const QString& active = workbench_.selection.active();
    const DesignNode* node =
        workbench_.document.nodeText(active) == nullptr ? nullptr : workbench_.document.node(active);
    const QString name = node == nullptr ? QString() : active;
    const bool root = node != nullptr && node->kind != nullptr && !feedsOthers(node->kind->description);
    const bool moved = openGroup_ != scope.group();
    nothing_->setText(scope.open()
                          ? tr("Select a node of the group.\nRight-click a value and choose Expose as "
                               "parameter to make it a knob of the group.")
                          : tr("Select a node."));
    const Described now = described(node, name);
    const QStringList strange = now.kind == nullptr
                                    ? QStringList()
                                    : strangeKeys(workbench_.document.nodeText(name), *now.kind, root);
    const std::optional<QString> focused = focusedField();
    if (!moved && name == node_ && now.kind == kind_ && root == root_ && strange == strange_) {
        refresh();
        return keepFocus(focused);
    }
    takeWhatIsTyped();
    keepUnfinished();
    openGroup_ = scope.group();
    node_ = name;
    kind_ = now.kind;
    group_ = now.group;
    root_ = root;
    strange_ = strange;
    rebuild();
    showUnfinished();
    tellTypedProblems();
    keepFocus(focused);
    enableIf(*centre_, !node_.isEmpty() && !root_, tr("select a node other than the surface first"));
}

/// The description of a node: its kind, or the present group of an instance.
InspectorPanel::Described InspectorPanel::described(const DesignNode* node, const QString& name) const {
    const YamlValue* body = workbench_.document.nodeText(name);
    if (node == nullptr || body == nullptr) return {};
    if (!isInstance(*body)) return {node->kind == nullptr ? nullptr : &node->kind->description, nullptr};
    const auto design = workbench_.document.design();
    const std::string_view group = textUnder(*body, "group");
    if (groupText(design->document, group) == nullptr) return {};
    auto kind = group_ && group_->describes(*design, group)
                    ? group_
                    : std::make_shared<const GroupKind>(design, workbench_.document.kinds(), group);
    return {&kind->description(), kind};
}

/// Keeps unfinished texts until their node is shown again.
void InspectorPanel::keepUnfinished() {
    if (content_ == nullptr) return;
    for (const TypedField* field : content_->findChildren<TypedField*>()) {
        if (!field->problem().isEmpty())
            unfinished_.insert(placeOf(field->objectName()), {field->text(), field->problem()});
    }
    for (const TypedCells* cells : content_->findChildren<TypedCells*>()) {
        for (const TypedCells::Cell& cell : cells->all())
            unfinished_.insert(placeOf(cell.place), {cell.text, cell.problem, false, cell.value});
    }
    for (const Bound& bound : rows_) {
        const QWidget* field = bound.row->first();
        const std::optional<QString> text = fieldText(field);
        if (text && !bound.row->refusal().isEmpty())
            unfinished_.insert(placeOf(field->objectName()), {*text, bound.row->refusal(), true});
    }
}

/// Shows the unfinished texts of the node again. Texts without a field are discarded.
void InspectorPanel::showUnfinished() {
    if (content_ == nullptr) return;
    for (const Bound& bound : rows_) {
        QWidget* field = bound.row->first();
        if (!fieldText(field) || !unfinished_.value(placeOf(field->objectName())).refused) continue;
        const Unfinished kept = unfinished_.take(placeOf(field->objectName()));
        showAgain(field, kept.text);
        bound.row->refuse(kept.why, bound.read());
    }
    for (TypedField* field : content_->findChildren<TypedField*>()) {
        const FieldPlace place = placeOf(field->objectName());
        if (unfinished_.contains(place)) field->setTyped(unfinished_.take(place).text);
    }
    const QList<FieldPlace> left = unfinished_.keys();
    for (TypedCells* cells : content_->findChildren<TypedCells*>()) {
        for (const FieldPlace& place : left) {
            if (place != placeOf(place.field) || !cells->has(place.field)) continue;
            const Unfinished kept = unfinished_.take(place);
            cells->setTyped({place.field, kept.value, kept.text, kept.why});
        }
    }
    unfinished_.removeIf([this](const auto& text) { return text.key() == placeOf(text.key().field); });
}

/// Whether the node of a text is still in the design.
bool InspectorPanel::exists(const FieldPlace& place) const {
    const YamlValue& document = workbench_.document.design()->document;
    const YamlValue* owner =
        place.group.isEmpty() ? &document : groupText(document, place.group.toStdString());
    const YamlValue* nodes = owner == nullptr ? nullptr : owner->find("nodes");
    return nodes != nullptr && nodes->find(place.node.toStdString()) != nullptr;
}

/// Another design may have nodes of the same names.
void InspectorPanel::forgetUnfinished() {
    unfinished_.clear();
    if (content_ == nullptr) return;
    forgetTypedIn(*content_);
    tellTypedProblems();
}

/// The refused texts of the shown node.
QList<InspectorPanel::Untaken> InspectorPanel::untaken() const {
    QList<Untaken> all;
    if (content_ == nullptr) return all;
    for (const TypedField* field : content_->findChildren<TypedField*>()) {
        if (!field->problem().isEmpty()) all << Untaken{field->objectName(), field->text(), field->problem()};
    }
    for (const TypedCells* cells : content_->findChildren<TypedCells*>()) {
        for (const TypedCells::Cell& cell : cells->all())
            all << Untaken{cell.place, cell.text, cell.problem};
    }
    for (const Bound& bound : rows_) {
        if (bound.row->refusal().isEmpty()) continue;
        const std::optional<QString> text = fieldText(bound.row->first());
        all << Untaken{'.' + kindText(bound.row->wanted().key), text ? *text : titleOf(bound.row->wanted()),
                       bound.row->refusal()};
    }
    return all;
}

QList<TypedProblem> InspectorPanel::typedProblems() const {
    QList<TypedProblem> problems;
    const auto add = [&](const FieldPlace& place, const QString& text, const QString& why) {
        problems << TypedProblem{place.group, place.node, place.field.section('.', 1, 1),
                                 tr("\"%1\" was typed, but not accepted. %2").arg(text, sentence(why))};
    };
    for (auto text = unfinished_.cbegin(); text != unfinished_.cend(); ++text) {
        if (exists(text.key())) add(text.key(), text->text, text->why);
    }
    for (const Untaken& text : untaken())
        add(placeOf(text.field), text.text, text.why);
    return problems;
}

void InspectorPanel::tellTypedProblems() {
    const QList<TypedProblem> problems = typedProblems();
    if (problems == told_) return;
    told_ = problems;
    emit typedProblemsChanged(problems);
}

/// Applies typed text before the inspector shows another node.
void InspectorPanel::takeWhatIsTyped() {
    if (content_ != nullptr && content_->focusWidget() != nullptr) content_->focusWidget()->clearFocus();
}

/// The name of the field that has the focus in its window, or gets it again when a dialog closes.
std::optional<QString> InspectorPanel::focusedField() const {
    const QWidget* at = window()->focusWidget();
    if (content_ == nullptr || at == nullptr || !content_->isAncestorOf(at)) return {};
    return at->objectName();
}

/// If the field that had the focus has gone, gives the focus to the one that has replaced it, or else to the
/// first one: the keyboard stays in the inspector.
/// \param field  what focusedField() was
void InspectorPanel::keepFocus(const std::optional<QString>& field) {
    if (!field || focusedField()) return;
    if (content_ == nullptr) return setFocus(Qt::OtherFocusReason);
    QWidget* again = nullptr;
    for (QWidget* same : field->isEmpty() ? QList<QWidget*>() : content_->findChildren<QWidget*>(*field)) {
        const bool takes = same->isEnabled() && same->focusPolicy() != Qt::NoFocus;
        if (takes && same->isVisibleTo(content_)) again = same;
    }
    if (again != nullptr) {
        again->setFocus(Qt::OtherFocusReason);
    } else {
        again = firstField();
        again->setFocus(Qt::TabFocusReason);
    }
    content_->layout()->activate();
    scroll_->ensureWidgetVisible(again);
}

/// Applies typed text and keeps the focus. \return why a text is refused
QString InspectorPanel::handOver() {
    const QPointer<QWidget> typing = content_ == nullptr ? nullptr : content_->focusWidget();
    const bool focused = typing != nullptr && typing->hasFocus();
    const std::optional<QString> field = focused ? focusedField() : std::nullopt;
    takeWhatIsTyped();
    if (focused && typing != nullptr && typing->isVisible()) typing->setFocus(Qt::OtherFocusReason);
    keepFocus(field);
    for (auto text = unfinished_.cbegin(); text != unfinished_.cend(); ++text) {
        const FieldPlace& place = text.key();
        if (!exists(place)) continue;
        const QString what =
            tr("%1: \"%2\" was not accepted. %3").arg(place.node, text->text, sentence(text->why));
        const QString how =
            place.group == openGroup_ ? tr("Select %1 and correct it.").arg(place.node)
            : place.group.isEmpty()
                ? tr("Leave the group, select %1 and correct it.").arg(place.node)
                : tr("Open the group %1, select %2 and correct it.").arg(place.group, place.node);
        return what + ' ' + how;
    }
    const QList<Untaken> here = untaken();
    if (here.isEmpty()) return {};
    const Untaken& first = here.first();
    return tr("%1: \"%2\" was not accepted. %3").arg(node_, first.text, sentence(first.why));
}

void InspectorPanel::refresh() {
    if (content_ == nullptr || body() == nullptr) return;
    head_->refresh();
    for (const Changing& row : changing_)
        *row.shown = asChosen(*row.wanted, *kind_, *body());
    for (const Bound& bound : rows_)
        bound.row->setValue(bound.read(), given(bound.row->wanted().key));
    for (const Bound& bound : rows_) {
        // A value that the kind refuses is shown with the problem.
        const ParameterDescription& wanted = bound.row->wanted();
        bound.row->setVisible(group_ || kind_ == nullptr || isUsed(wanted, *kind_, *body()) ||
                              body()->find(wanted.key) != nullptr);
    }
    lockLattice();
    if (inputs_ != nullptr) {
        inputs_->setInputs(body()->find("inputs"));
        inputsSection_->setAside(group_                ? tr("sockets")
                                 : inputs_->size() > 1 ? tr("in this order")
                                                       : QString());
    }
    if (size_ != nullptr) size_->setBody(body());
    if (root_) showRoller();
    showFacts();
    followCode();
    showCost();
    followSpot();
    showProblems();
    for (const TypedField* field : content_->findChildren<TypedField*>()) {
        connect(field, &TypedField::problemChanged, this, &InspectorPanel::tellTypedProblems,
                Qt::UniqueConnection);
        // Another text may have the same problem.
        connect(field, &QLineEdit::textChanged, this, &InspectorPanel::tellTypedProblems,
                Qt::UniqueConnection);
    }
    for (const TypedCells* cells : content_->findChildren<TypedCells*>())
        connect(cells, &TypedCells::changed, this, &InspectorPanel::tellTypedProblems, Qt::UniqueConnection);
    tellTypedProblems();  // fields may have been removed together with their texts
    const QList<QWidget*> stops = tabStops(content_);
    if (stops == stops_) return;
    stops_ = stops;
    setTabStops(stops);
}

/// An edit of the arrangement or of the pitch would replace formulas of the vectors by numbers, so the user
/// has to ask for it.
void InspectorPanel::lockLattice() {
    if (lattice_ == nullptr) return;
    const QString names = lattice_->followed().join(", ");
    const QString words = names.isEmpty() ? tr("Replace the formulas") : tr("Stop following %1").arg(names);
    QString why = names.isEmpty() ? tr("u and v are formulas.") : tr("u and v follow %1.").arg(names);
    std::function<void()> release;
    if (lattice_->releasable()) {
        why += ' ' + tr("To set them here, right-click and choose %1.").arg(words);
        release = [this, words] {
            workbench_.document.edit(tr("%1: %2").arg(node_, words),
                                     [this](DesignEdit& edit) { lattice_->release(edit); });
        };
    }
    for (const Bound& bound : rows_) {
        const std::string_view key = bound.row->wanted().key;
        const bool own = LatticeValues::has(key);
        if (own) bound.row->setLocked(lattice_->formulas() ? why : QString());
        if (own || key == "u" || key == "v") bound.row->setRelease(words, release);
    }
}

void InspectorPanel::showProblems() {
    std::map<std::string, QStringList, std::less<>> byParameter;
    for (const Diagnostic& problem : workbench_.document.scope().nodes()->design->diagnostics) {
        if (problem.severity == Severity::error && problem.node == node_.toStdString())
            byParameter[problem.parameter] << problemText(problem);
    }
    const auto take = [&](std::string_view parameter) {
        const auto found = byParameter.find(parameter);
        if (found == byParameter.end()) return QStringList();
        QStringList problems = found->second;
        byParameter.erase(found);
        return problems;
    };
    for (const Bound& bound : rows_)
        bound.row->setProblems(take(bound.row->wanted().key));
    if (inputs_ != nullptr) inputs_->setProblems(take("inputs"));
    if (size_ != nullptr) size_->setProblems(take("width") + take("height"));
    QStringList rest;
    for (const auto& [parameter, problems] : byParameter)
        rest += problems;
    head_->setProblems(rest);
}

void InspectorPanel::rename(const QString& before, const QString& name) {
    const bool typing = head_->name()->hasFocus();
    Selection& selection = workbench_.selection;
    // When the design changes, the graph drops the old name from the selection and from the viewport.
    QStringList chosen = selection.nodes();
    const QString flat = workbench_.document.scope().flat(before);
    const bool shown = !flat.isEmpty() && selection.solo() == flat;
    const bool pinned = selection.pinned();
    renaming_ = true;
    workbench_.document.edit(tr("Rename %1 to %2").arg(before, name), [&](DesignEdit& edit) {
        edit.renameNode(before.toStdString(), name.toStdString());
    });
    renaming_ = false;
    if (locked_.remove(before)) locked_.insert(name);
    // Unfinished texts of the node move to its new name.
    keepUnfinished();
    const auto keep = [&](const QString& from, const QString& to) {
        const QList<FieldPlace> all = unfinished_.keys();
        for (const FieldPlace& place : all) {
            if (place.group != openGroup_ || place.node != from) continue;
            const Unfinished text = unfinished_.take(place);
            if (!to.isEmpty()) unfinished_.insert({place.group, to, place.field}, text);
        }
    };
    keep(before, name);
    chosen.replaceInStrings(QRegularExpression('^' + QRegularExpression::escape(before) + '$'), name);
    if (shown) {
        selection.setSolo(workbench_.document.scope().flat(name));
        selection.setPinned(pinned);
    }
    selection.select(chosen, name);
    keep(before, {});
    if (typing && head_ != nullptr) head_->name()->setFocus();
}

void InspectorPanel::reveal(const QString& parameter) {
    QWidget* found = nullptr;
    Section* section = nullptr;
    for (const Bound& bound : rows_) {
        if (bound.row->wanted().key != parameter.toStdString()) continue;
        found = bound.row->first();
        section = bound.section;
    }
    if (parameter == "inputs" && inputs_ != nullptr) {
        found = inputs_->first();
        section = inputsSection_;
    }
    if ((parameter == "width" || parameter == "height") && size_ != nullptr) {
        found = size_->field(parameter);
        section = sizeSection_;
    }
    if (section != nullptr) section->setFolded(false);
    if (found == nullptr) return;
    found->setFocus(Qt::ShortcutFocusReason);
    // Activate the layout first, so that the position is known.
    content_->layout()->activate();
    scroll_->ensureWidgetVisible(found);
}

void InspectorPanel::resizeEvent(QResizeEvent* event) {
    constexpr int low = 320;  // px
    notes_->setLow(height() < low);
    QWidget::resizeEvent(event);
}

/// \pre a node is shown
QWidget* InspectorPanel::firstField() const {
    if (kind_ != nullptr && kind_->size == SizeRule::required) return size_->field("width");
    return rows_.empty() ? head_->name() : rows_.front().row->first();
}

void InspectorPanel::focusInEvent(QFocusEvent* event) {
    if (head_ == nullptr || event->reason() == Qt::MouseFocusReason) return;
    firstField()->setFocus(Qt::TabFocusReason);
}

void InspectorPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_F1) return help_->trigger();
    if (event->key() == Qt::Key_Escape) return emit left();
    QWidget::keyPressEvent(event);
}

}  // namespace burin::ui
