// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_panel.hpp"

#include "core/design/job.hpp"
#include "ui/graph/fitting.hpp"
#include "ui/inspector/inputs_list.hpp"
#include "ui/inspector/node_head.hpp"
#include "ui/inspector/parameter_row.hpp"
#include "ui/inspector/quantity_field.hpp"
#include "ui/inspector/section.hpp"
#include "ui/inspector/size_editor.hpp"
#include "ui/inspector/still_layout.hpp"
#include "ui/inspector/strange_keys.hpp"
#include "ui/inspector/tab_order.hpp"
#include "ui/inspector/value_editor.hpp"
#include "ui/inspector/value_words.hpp"
#include "ui/model/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/problem_text.hpp"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace burin::ui {

namespace {

/// A map with one entry changed; nothing where nothing is left in it.
std::optional<YamlValue> withEntry(const YamlValue* before, const std::string& key,
                                   std::optional<YamlValue> value) {
    YamlValue map = before != nullptr && before->type == YamlValue::Type::map ? *before : YamlValue();
    map.type = YamlValue::Type::map;
    const auto found = std::find_if(map.entries.begin(), map.entries.end(),
                                    [&](const YamlEntry& entry) { return entry.key.scalar == key; });
    if (value && found != map.entries.end()) {
        found->value = *std::move(value);
    } else if (value) {
        map.entries.push_back({yamlScalar(key), *std::move(value)});
    } else if (found != map.entries.end()) {
        map.entries.erase(found);
    }
    return map.entries.empty() ? std::nullopt : std::optional(std::move(map));
}

/// What stands under one heading.
struct Group {
    QString title;
    bool size = false;  ///< stands with width and height
    std::vector<const ParameterDescription*> parameters;
};

/// The headings in the order in which they first come; a wide editor has one of its own. All of a group is
/// together, so that Tab goes from top to bottom.
std::vector<Group> groupsOf(const KindDescription& kind) {
    std::vector<Group> groups;
    std::map<std::string_view, std::size_t> places;
    for (const ParameterDescription& parameter : kind.parameters) {
        if (isWide(parameter.type)) {
            groups.push_back({titleOf(parameter), false, {&parameter}});
            continue;
        }
        const auto [place, added] = places.try_emplace(parameter.group, groups.size());
        const QString title =
            parameter.group.empty() ? InspectorPanel::tr("Settings") : kindText(parameter.group);
        if (added) groups.push_back({title, parameter.group == "Size", {}});
        groups[place->second].parameters.push_back(&parameter);
    }
    return groups;
}

}  // namespace

InspectorPanel::InspectorPanel(Session session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      scroll_(new QScrollArea(this)),
      nothing_(new QLabel(tr("Select a node."), this)),
      help_(new QAction(tr("Manual page of the kind"), this)) {
    setObjectName("inspector");
    setWindowTitle(tr("Inspector"));
    setMinimumSize(300, 120);
    setFocusPolicy(Qt::ClickFocus);  // a click beside all fields takes what is typed
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    nothing_->setObjectName("nothing");
    nothing_->setProperty("quiet", true);
    nothing_->setAlignment(Qt::AlignCenter);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll_);
    all->addWidget(nothing_, 1);
    help_->setObjectName("inspector.help");
    help_->setIcon(session.theme.icon("help", Role::secondary));
    help_->setToolTip(tr("The manual page of the kind that is shown (F1)"));
    connect(help_, &QAction::triggered, this, [this] {
        if (kind_ == nullptr) return;
        emit helpRequested(QString::fromStdString(std::string(kind_->description.name)));
    });
    session_.document.pending().add(this, [this] { return handOver(); });
    connect(&session_.selection, &Selection::changed, this, &InspectorPanel::follow);
    connect(&session_.document, &Document::changed, this, &InspectorPanel::follow);
    connect(&session_.selection, &Selection::revealed, this,
            [this](const QString&, const QString& parameter) { reveal(parameter); });
    connect(&session_.theme, &Theme::changed, this, [this] {
        help_->setIcon(session_.theme.icon("help", Role::secondary));
        takeWhatIsTyped();
        keepUnfinished();
        rebuild();
        showUnfinished();
    });
    connect(&session_.document, &Document::fileChanged, this, [this] { unfinished_.clear(); });
    kindChoice_ = {.key = "kind", .title = "Kind", .type = ParameterType::choice, .required = true};
    rebuild();
}

InspectorPanel::~InspectorPanel() {
    takeWhatIsTyped();
}

const YamlValue* InspectorPanel::body() const {
    return session_.document.nodeText(node_);
}

void InspectorPanel::follow() {
    if (renaming_) return;
    const QString& active = session_.selection.active();
    const DesignNode* node = session_.document.node(active);
    const QString name = node == nullptr ? QString() : active;
    const bool root =
        node != nullptr && session_.document.design()->root == session_.document.design()->find(node->name);
    const Kind* kind = node == nullptr ? nullptr : node->kind;
    const QStringList strange = strangeKeys(session_, name);
    if (name == node_ && kind == kind_ && root == root_ && strange == strange_) return refresh();
    takeWhatIsTyped();
    keepUnfinished();
    node_ = name;
    kind_ = kind;
    root_ = root;
    strange_ = strange;
    rebuild();
    showUnfinished();
}

/// What stands in a field but is no value yet waits for the node to be shown again.
void InspectorPanel::keepUnfinished() {
    if (content_ == nullptr) return;
    for (const QuantityField* field : content_->findChildren<QuantityField*>()) {
        const QPair<QString, QString> place(node_, field->objectName());
        unfinished_.remove(place);
        if (!field->problem().isEmpty()) unfinished_.insert(place, field->text());
    }
}

void InspectorPanel::showUnfinished() {
    if (content_ == nullptr) return;
    for (QuantityField* field : content_->findChildren<QuantityField*>()) {
        const QString text = unfinished_.take({node_, field->objectName()});
        if (!text.isEmpty()) field->setTyped(text);
    }
}

/// What is half typed belongs to the node that goes, so it is taken before.
void InspectorPanel::takeWhatIsTyped() {
    if (content_ != nullptr && content_->focusWidget() != nullptr) content_->focusWidget()->clearFocus();
}

/// Takes what is typed, and leaves the keyboard where it is. \return why a text is not taken
QString InspectorPanel::handOver() {
    const QPointer<QWidget> typing = content_ == nullptr ? nullptr : content_->focusWidget();
    const bool focused = typing != nullptr && typing->hasFocus();
    takeWhatIsTyped();
    if (focused && typing != nullptr && typing->isVisible()) typing->setFocus(Qt::OtherFocusReason);
    for (auto text = unfinished_.cbegin(); text != unfinished_.cend(); ++text) {
        if (session_.document.node(text.key().first) != nullptr)
            return tr("%1: \"%2\" is no value. Select %1 and correct it.").arg(text.key().first, *text);
    }
    if (content_ == nullptr) return {};
    for (const QuantityField* field : content_->findChildren<QuantityField*>()) {
        if (!field->problem().isEmpty())
            return tr("%1: \"%2\". %3").arg(node_, field->text(), sentence(field->problem()));
    }
    for (const Bound& bound : rows_) {
        if (!bound.row->refusal().isEmpty())
            return tr("%1 of %2: %3").arg(titleOf(bound.row->wanted()), node_, bound.row->refusal());
    }
    return head_->unnamed();
}

void InspectorPanel::rebuild() {
    // A signal of a widget in it may have led here.
    if (content_ != nullptr) {
        scroll_->takeWidget();
        content_->hide();
        content_->deleteLater();
    }
    content_ = nullptr;
    head_ = nullptr;
    inputs_ = nullptr;
    inputsSection_ = nullptr;
    size_ = nullptr;
    sizeSection_ = nullptr;
    rows_.clear();
    stops_.clear();
    help_->setEnabled(kind_ != nullptr);
    scroll_->setVisible(!node_.isEmpty());
    nothing_->setVisible(node_.isEmpty());
    if (node_.isEmpty()) return;
    content_ = new QWidget;
    column_ = new QVBoxLayout(content_);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    head_ = new NodeHead(session_, node_, content_);
    connect(head_, &NodeHead::renamed, this, &InspectorPanel::rename);
    column_->addWidget(head_);
    new StillLayout(content_);
    if (kind_ == nullptr) addKindChoice();
    if (kind_ != nullptr) {
        const SizeRule size = kind_->description.size;
        // A size that a node must have is the first thing that one wants to know of it.
        if (size == SizeRule::required) addSize(size);
        if (size == SizeRule::required && root_) addPitch();
        addParameters(kind_->description);
        if (!kind_->description.links.empty()) addInputs();
        if (size == SizeRule::optional) addSize(size);
    }
    if (root_) addJob();
    if (!strange_.isEmpty()) addStrangers();
    column_->addStretch(1);
    refresh();
    scroll_->setWidget(content_);
}

Section* InspectorPanel::addSection(const QString& title) {
    auto* section = new Section(session_.theme, title, content_);
    section->setFolded(folded_.contains(title));
    connect(section, &Section::foldedChanged, this, [this, title](bool folded) {
        if (folded) {
            folded_.insert(title);
        } else {
            folded_.remove(title);
        }
    });
    column_->addWidget(section);
    return section;
}

void InspectorPanel::addRow(Section* section, const ParameterDescription& wanted,
                            std::function<const YamlValue*()> read, Write write) {
    auto* row = new ParameterRow(wanted, {session_, node_, std::string(wanted.key)}, section);
    connect(
        row, &ParameterRow::edited, this,
        [this, row, &wanted, node = node_, read, write = std::move(write)](
            const std::optional<YamlValue>& value, int gesture) {
            const QString why = session_.document.edit(
                tr("%1 of %2: %3").arg(titleOf(wanted), node, valueWords(wanted, value ? &*value : nullptr)),
                [&](DesignEdit& edit) { write(edit, value); }, gesture);
            row->refuse(why, why.isEmpty() ? nullptr : read());
            // An edit that changes nothing leaves no trace, but the field may show what it was given.
            refresh();
        });
    if (QWidget* head = row->editor()->makeHead()) section->setHead(head);
    if (isWide(wanted.type)) section->setTip(row->tip());
    section->add(row);
    rows_.push_back({row, section, std::move(read)});
}

void InspectorPanel::addParameters(const KindDescription& kind) {
    for (const Group& group : groupsOf(kind)) {
        Section* section = group.size && sizeSection_ != nullptr ? sizeSection_ : addSection(group.title);
        for (const ParameterDescription* parameter : group.parameters) {
            const std::string key(parameter->key);
            addRow(
                section, *parameter,
                [this, key]() -> const YamlValue* { return body() == nullptr ? nullptr : body()->find(key); },
                [name = node_.toStdString(), key](DesignEdit& edit, std::optional<YamlValue> value) {
                    edit.setValue(name, key, std::move(value));
                });
        }
    }
}

void InspectorPanel::addKindChoice() {
    kindChoice_.choices.clear();
    // A design has one surface.
    for (const Kind& kind : session_.document.kinds()) {
        if (feedsOthers(kind.description) || !session_.document.design()->root)
            kindChoice_.choices.push_back(kind.description.name);
    }
    addRow(
        addSection(tr("Unknown kind")), kindChoice_,
        [this] { return body() == nullptr ? nullptr : body()->find("kind"); },
        [name = node_.toStdString()](DesignEdit& edit, std::optional<YamlValue> value) {
            edit.setValue(name, "kind", std::move(value));
        });
}

void InspectorPanel::addStrangers() {
    Section* section = addSection(tr("Not understood"));
    section->add(new StrangeKeys(session_, node_, strange_, section));
}

void InspectorPanel::addInputs() {
    inputsSection_ = addSection(tr("Inputs"));
    inputsSection_->setAside(tr("order of reduction"));
    std::vector<Trait> traits;
    for (const LinkDescription& link : kind_->description.links)
        traits.push_back(link.trait);
    inputs_ = new InputsList({session_, node_, "inputs"}, std::move(traits), inputsSection_);
    inputsSection_->setHead(inputs_->makeHead());
    inputsSection_->add(inputs_);
}

void InspectorPanel::addSize(SizeRule rule) {
    sizeSection_ = addSection(tr("Size"));
    size_ = new SizeEditor(rule, {session_, node_, "width"}, sizeSection_);
    sizeSection_->add(size_);
    size_->setLocked(locked_.contains(node_));
    connect(size_, &SizeEditor::lockChanged, this, [this, node = node_](bool locked) {
        if (locked) {
            locked_.insert(node);
        } else {
            locked_.remove(node);
        }
    });
}

// What the file says beside its nodes belongs to the surface.

const YamlValue* InspectorPanel::top(const char* key) const {
    return session_.document.design()->document.find(key);
}

void InspectorPanel::addPitch() {
    addRow(
        sizeSection_, pitchParameter(), [this] { return top("pixel"); },
        [](DesignEdit& edit, std::optional<YamlValue> value) { edit.setTop("pixel", std::move(value)); });
}

void InspectorPanel::addJob() {
    Section* job = addSection(tr("Job"));
    for (const ParameterDescription& parameter : jobParameters()) {
        const std::string key(parameter.key);
        addRow(
            job, parameter,
            [this, key]() -> const YamlValue* {
                const YamlValue* all = top("job");
                return all == nullptr ? nullptr : all->find(key);
            },
            [key](DesignEdit& edit, std::optional<YamlValue> value) {
                edit.setTop("job", withEntry(edit.document().find("job"), key, std::move(value)));
            });
    }
}

void InspectorPanel::refresh() {
    if (content_ == nullptr || body() == nullptr) return;
    head_->refresh();
    for (const Bound& bound : rows_)
        bound.row->setValue(bound.read());
    if (inputs_ != nullptr) inputs_->setInputs(body()->find("inputs"));
    if (size_ != nullptr) size_->setBody(body());
    showProblems();
    const QList<QWidget*> stops = tabStops(content_);
    if (stops == stops_) return;
    stops_ = stops;
    setTabStops(stops);
}

void InspectorPanel::showProblems() {
    std::map<std::string, QStringList, std::less<>> byParameter;
    for (const Diagnostic& problem : session_.document.design()->diagnostics) {
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
    renaming_ = true;
    session_.document.edit(tr("Rename %1 to %2").arg(before, name), [&](DesignEdit& edit) {
        edit.renameNode(before.toStdString(), name.toStdString());
    });
    renaming_ = false;
    if (locked_.remove(before)) locked_.insert(name);
    QStringList chosen = session_.selection.nodes();
    chosen.replaceInStrings(QRegularExpression('^' + QRegularExpression::escape(before) + '$'), name);
    if (session_.selection.solo() == before) session_.selection.setSolo(name);
    session_.selection.select(chosen, name);
    if (typing && head_ != nullptr) head_->name()->setFocus();
}

void InspectorPanel::reveal(const QString& parameter) {
    QWidget* found = nullptr;
    Section* section = nullptr;
    for (const Bound& bound : rows_) {
        if (bound.row->wanted().key != parameter.toStdString()) continue;
        found = bound.row->editor()->first();
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
    // Where it lies is known once what has changed is laid out.
    content_->layout()->activate();
    scroll_->ensureWidgetVisible(found);
}

void InspectorPanel::focusInEvent(QFocusEvent* event) {
    if (head_ == nullptr || event->reason() == Qt::MouseFocusReason) return;
    const bool sized = kind_ != nullptr && kind_->description.size == SizeRule::required;
    QWidget* first = sized           ? size_->field("width")
                     : rows_.empty() ? head_->name()
                                     : rows_.front().row->editor()->first();
    first->setFocus(Qt::TabFocusReason);
}

void InspectorPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_F1) return help_->trigger();
    if (event->key() == Qt::Key_Escape) return emit left();
    QWidget::keyPressEvent(event);
}

}  // namespace burin::ui
