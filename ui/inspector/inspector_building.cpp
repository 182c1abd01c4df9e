// SPDX-License-Identifier: GPL-3.0-or-later

// How the inspector builds its sections and rows from descriptions.

#include "core/design/edits/choice_edit.hpp"
#include "core/design/edits/roller_edit.hpp"
#include "core/design/job.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/inspector/code_readback.hpp"
#include "ui/inspector/cost_line.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/editors/size_editor.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/editors/value_words.hpp"
#include "ui/inspector/fact_run.hpp"
#include "ui/inspector/fields/notes_foot.hpp"
#include "ui/inspector/group_kind.hpp"
#include "ui/inspector/inputs_list.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/inspector/lattice_values.hpp"
#include "ui/inspector/node_head.hpp"
#include "ui/inspector/parts_button.hpp"
#include "ui/inspector/roller_note.hpp"
#include "ui/inspector/section.hpp"
#include "ui/inspector/spot_meter.hpp"
#include "ui/inspector/still_layout.hpp"
#include "ui/inspector/strange_keys.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/document/scope.hpp"
#include "ui/model/named_file.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/written_length.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"
#include "ui/words/why_disabled.hpp"
#include "ui/words/word_button.hpp"

#include <QAction>
#include <QCheckBox>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace burin::ui {

namespace {

/// A copy of the map with one entry changed; nothing if it would be empty.
std::optional<YamlValue> withEntry(const YamlValue* before, const std::string& key,
                                   std::optional<YamlValue> value) {
    YamlValue map = before != nullptr && before->isMap() ? *before : yamlMap();
    setIn(map, key, std::move(value));
    return map.entries.empty() ? std::nullopt : std::optional(std::move(map));
}

/// Gives a node's first series the vectors that it lacks. They are a quarter longer than the sides of the
/// item, so that longer numbers fit.
void addVectors(YamlValue& series, const Workbench& workbench, const QString& node) {
    const YamlValue* body = workbench.document.nodeText(node);
    if (!series.isMap() || body == nullptr || body->find("series") != nullptr) return;
    const auto scoped = workbench.document.scope().nodes();
    const std::optional<NodeIndex> index = scoped->design->find(node.toStdString());
    if (!index || !scoped->design->nodes[*index].sound) return;
    const Extent extent = Fitting(*scoped).extent(*index);
    if (!extent.bounded() || extent.empty() || extent.rect().x < 0 || extent.rect().y < 0) return;
    const Design& whole = *workbench.document.design();
    const auto length = [&](std::int64_t end) {
        return writtenLength(std::ceil(static_cast<double>(end) * 1.25), surfaceWidth(whole), whole.pixelUm);
    };
    const Rect& rect = extent.rect();
    const std::vector<std::string> u = {length(rect.x + rect.width), "0"};
    const std::vector<std::string> v = {"0", length(rect.y + rect.height)};
    if (series.find("u") == nullptr) setIn(series, "u", yamlList(u));
    if (series.find("v") == nullptr) setIn(series, "v", yamlList(v));
}

/// The parameters under one heading.
struct Heading {
    QString title;
    bool size = false;  ///< shown with width and height
    std::vector<const ParameterDescription*> parameters;
};

/// The headings in order of first appearance; a wide editor gets its own. The parameters of a heading are
/// contiguous, so Tab goes from top to bottom.
std::vector<Heading> headingsOf(const KindDescription& kind) {
    std::vector<Heading> headings;
    std::map<std::string_view, std::size_t> places;
    for (const ParameterDescription& parameter : kind.parameters) {
        if (isWide(parameter)) {
            headings.push_back({titleOf(parameter), false, {&parameter}});
            continue;
        }
        const auto [place, added] = places.try_emplace(parameter.group, headings.size());
        const QString title =
            parameter.group.empty() ? InspectorPanel::tr("Settings") : kindText(parameter.group);
        if (added) headings.push_back({title, parameter.group == "Size", {}});
        headings[place->second].parameters.push_back(&parameter);
    }
    return headings;
}

}  // namespace

void InspectorPanel::rebuild() {
    // The content is deleted later, because a signal of one of its widgets may have led here. It keeps its
    // parent, because a widget that moves to another parent applies the style again.
    if (content_ != nullptr) {
        scroll_->widget()->layout()->removeWidget(content_);
        content_->hide();
        for (QObject* const part : content_->findChildren<QObject*>())
            part->setObjectName({});  // so that only the new content is found
        content_->deleteLater();
    }
    content_ = nullptr;
    head_ = nullptr;
    inputs_ = nullptr;
    reached_ = nullptr;
    contents_ = nullptr;
    readback_ = nullptr;
    sketch_ = nullptr;
    cost_ = nullptr;
    lattice_.reset();
    inputsSection_ = nullptr;
    size_ = nullptr;
    sizeSection_ = nullptr;
    onRoller_ = nullptr;
    rollerNote_ = nullptr;
    predictedSection_ = nullptr;
    effect_ = nullptr;
    predicted_ = nullptr;
    if (spotRun_ != nullptr) spotRun_->stop();
    if (codeRun_ != nullptr) codeRun_->stop();
    rows_.clear();
    changing_.clear();
    stops_.clear();
    enableIf(*help_, kind_ != nullptr, tr("select a node first"));
    notes_->clear();
    scroll_->setVisible(!node_.isEmpty());
    nothing_->setVisible(node_.isEmpty());
    if (node_.isEmpty()) return;
    content_ = new QWidget(scroll_->widget());
    // The descriptions of a group live as long as the widgets that show them.
    connect(content_, &QObject::destroyed, this, [group = group_] {});
    column_ = new QVBoxLayout(content_);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    head_ = new NodeHead(workbench_, node_, kind_, *notes_, content_);
    connect(head_, &NodeHead::renamed, this, &InspectorPanel::rename);
    column_->addWidget(head_);
    new StillLayout(content_);
    if (kind_ == nullptr && !isInstance(*body())) addKindChoice();
    if (kind_ != nullptr) {
        const SizeRule size = kind_->size;
        // A required size comes first, because it matters most.
        if (size == SizeRule::required) addSize(size);
        if (size == SizeRule::required && root_) addPitch();
        addParameters();
        if (!group_ && showsPicture(kind_->name)) addInvert();
        if (group_ && kind_->parameters.empty()) addKnobHint();
        if (!group_ && kind_->compensates) addEffect();
        if (root_) addMachine();
        if (!kind_->links.empty()) addInputs();
        if (size == SizeRule::optional && sizeSection_ == nullptr) addSize(size);
    }
    if (root_) addJob();
    if (!strange_.isEmpty()) addStrangers();
    cost_ = new CostLine(workbench_.theme, content_);
    column_->addWidget(cost_);
    column_->addStretch(1);
    column_->addSpacing(NotesFoot::wholeHeight());  // so that the notes need not cover the last field
    refresh();
    scroll_->widget()->layout()->addWidget(content_);
    content_->show();
    layOutAtOnce();
    scroll_->verticalScrollBar()->setValue(0);
}

/// A formula of several lines finds its height only after it has its width. Qt would lay out one enclosing
/// widget in each round of the event loop; the rows below would move after the first frame, and a click would
/// miss them.
void InspectorPanel::layOutAtOnce() {
    for (QLayout* layout : scroll_->widget()->findChildren<QLayout*>())
        layout->invalidate();
    QEvent request(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(scroll_, &request);
    column_->activate();
}

EditorPlace InspectorPanel::place(std::string_view key) const {
    EditorPlace place{workbench_, node_, std::string(key)};
    place.notes = notes_;
    if (lattice_ != nullptr && LatticeValues::has(key)) {
        if (key == LatticeValues::pitchParameter().key) place.exposer = exposer_;
        return place;
    }
    place.formulas = &formulas_;
    place.exposer = exposer_;
    if (group_ && kind_->parameter(key) != nullptr) place.within = "values";
    return place;
}

Section* InspectorPanel::addSection(const QString& title) {
    auto* section = new Section(workbench_.theme, title, content_);
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
    auto* row = new ParameterRow(wanted, place(wanted.key), section->body());
    connect(
        row, &ParameterRow::edited, this,
        [this, row, &wanted, node = node_, read, write = std::move(write)](
            const std::optional<YamlValue>& value, int gesture) {
            const QString what =
                tr("%1 of %2: %3").arg(titleOf(wanted), node, valueWords(wanted, value ? &*value : nullptr));
            const QString why = value && namesPicture(wanted)
                                    ? nameFile(workbench_, what, node, std::string(wanted.key), *value)
                                    : workbench_.document.edit(
                                          what, [&](DesignEdit& edit) { write(edit, value); }, gesture);
            row->refuse(why, why.isEmpty() ? nullptr : read());
            // An edit that changes nothing emits no signal, but the field may show another text than the
            // value.
            refresh();
        });
    if (wanted.offers != DrawingNames::none && !group_) addPartsButton(row);
    if (QWidget* head = row->editor()->makeHead()) section->setHead(head);
    if (isWide(wanted)) {
        section->setTip(row->tip());
        connect(row, &ParameterRow::wrongChanged, section, &Section::setWrong);
    }
    connect(row, &ParameterRow::wrongChanged, this, &InspectorPanel::tellTypedProblems);
    section->add(row);
    rows_.push_back({row, section, std::move(read)});
}

/// Lets the user choose names of the drawing for a list.
void InspectorPanel::addPartsButton(ParameterRow* row) {
    const ParameterDescription& wanted = row->wanted();
    auto* button = new PartsButton(place(wanted.key), wanted.offers, row);
    row->putBehind(button);
    connect(button, &PartsButton::picked, row, [row](const QStringList& names) {
        std::optional<YamlValue> list;
        if (!names.isEmpty()) list = yamlList(standardTexts(names));
        emit row->edited(list, 0);
    });
}

/// Whether a parameter names the picture that the node shows.
bool InspectorPanel::namesPicture(const ParameterDescription& wanted) const {
    return wanted.type == ParameterType::file && kind_ != nullptr && !group_ && showsPicture(kind_->name);
}

void InspectorPanel::addParameters() {
    for (const Heading& heading : headingsOf(*kind_)) {
        Section* section = heading.size && sizeSection_ != nullptr ? sizeSection_ : addSection(heading.title);
        for (const ParameterDescription* parameter : heading.parameters) {
            const std::string key(parameter->key);
            if (key == "u" && !group_ && spansLattice(*kind_)) addLattice(section);
            addRow(
                section, describedAsChosen(*parameter), [this, key] { return valueOf(key); }, writerOf(key));
            if (hasStarters(*parameter)) section->setHead(makeStarterMenu());
        }
        if (!heading.parameters.empty()) addFacts(section);
        // A kind that makes a surface by itself needs a size, which must not be below sections that may stay
        // empty.
        const bool alone = kind_->size == SizeRule::optional && !needsInput(*kind_);
        if (alone && sizeSection_ == nullptr) addSize(SizeRule::optional);
    }
}

/// The description that a row shows: refresh() adapts it to the choices of the node if it depends on them.
const ParameterDescription& InspectorPanel::describedAsChosen(const ParameterDescription& wanted) {
    if (wanted.shareWith.parameter.empty()) return wanted;
    const auto shown = std::make_shared<ParameterDescription>(asChosen(wanted, *kind_, *body()));
    // It lives as long as the widgets that show it.
    connect(content_, &QObject::destroyed, this, [shown] {});
    changing_.push_back({&wanted, shown});
    return *shown;
}

/// White is deep in a picture, and a logo is mostly black on white.
void InspectorPanel::addInvert() {
    auto* const line = new QWidget;
    auto* const invert = new QPushButton(tr("Invert the depths"), line);
    invert->setObjectName("invert");
    invert->setAutoDefault(false);
    invert->setToolTip(tr("Puts a curve behind the picture, so that black is engraved instead of white"));
    auto* const box = new QHBoxLayout(line);
    box->setContentsMargins(0, 4, 0, 4);
    box->addWidget(invert);
    box->addStretch(1);
    rows_.back().section->add(line);
    connect(invert, &QPushButton::clicked, this, &InspectorPanel::inversionWanted);
}

/// The cost of the node, as long as the graph shows it too.
void InspectorPanel::showCost() {
    if (cost_ == nullptr) return;
    Previews& previews = workbench_.previews;
    if (!previews.costsShown()) return cost_->hide();
    const bool group = body() != nullptr && isInstance(*body());
    cost_->showCost(group ? costOfGroup() : previews.cost(workbench_.document.scope().flat(node_)));
}

/// Whether starters set the value of a wide editor, whose heading has room for their menu. Texts have no
/// such menu.
bool InspectorPanel::hasStarters(const ParameterDescription& parameter) const {
    return isWide(parameter) && !parameter.lines &&
           std::any_of(starters_.begin(), starters_.end(), [&](const Starter& one) {
               return one.shown.name == kind_->name && one.values.find(parameter.key) != nullptr;
           });
}

QWidget* InspectorPanel::makeStarterMenu() {
    auto* button = new WordButton;
    button->setObjectName("starters");
    button->setText(tr("Ready starts"));
    button->setIcon(workbench_.theme.icon("chevron", Role::secondary));
    button->setIconSize({14, 14});
    button->setLayoutDirection(Qt::RightToLeft);  // the arrow comes after the words
    button->setToolTip(tr("Replaces the values with those of a dome, a cone or another starting point"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(button);
    menu->setObjectName("starterMenu");
    for (const Starter& starter : starters_) {
        if (starter.shown.name != kind_->name) continue;
        QAction* action =
            menu->addAction(iconOf(starter, 16, devicePixelRatioF()), kindText(starter.shown.title));
        action->setToolTip(kindText(starter.shown.help));
        connect(action, &QAction::triggered, this, [this, &starter] { start(starter); });
    }
    menu->setToolTipsVisible(true);
    button->setMenu(menu);
    return button;
}

/// Gives the node the values of a starter. The node keeps its own size.
void InspectorPanel::start(const Starter& starter) {
    const bool sized = body()->find("width") != nullptr || body()->find("height") != nullptr;
    const std::string name = node_.toStdString();
    workbench_.document.edit(tr("%1: %2").arg(node_, kindText(starter.shown.title)), [&](DesignEdit& edit) {
        for (const YamlEntry& entry : starter.values.entries) {
            const std::string& key = entry.key.scalar;
            if (!sized || (key != "width" && key != "height")) edit.setValue(name, key, entry.value);
        }
    });
}

/// The arrangement and the pitch of a lattice. Its vectors follow below.
void InspectorPanel::addLattice(Section* section) {
    lattice_ = std::make_shared<LatticeValues>(workbench_, node_);
    addRow(
        section, LatticeValues::arrangementParameter(),
        [lattice = lattice_] { return lattice->arrangement(); },
        [lattice = lattice_](DesignEdit& edit, const std::optional<YamlValue>& value) {
            if (value) lattice->setArrangement(edit, *value);
        });
    addRow(
        section, LatticeValues::pitchParameter(), [lattice = lattice_] { return lattice->pitch(); },
        [lattice = lattice_](DesignEdit& edit, const std::optional<YamlValue>& value) {
            lattice->setPitch(edit, value);
        });
}

/// A parameter's value in the file. If an instance has no value and the default is a formula, the result of
/// that formula.
const YamlValue* InspectorPanel::valueOf(const std::string& key) const {
    if (body() == nullptr) return nullptr;
    if (!group_) return body()->find(key);
    const YamlValue* values = body()->find("values");
    const YamlValue* given = values == nullptr ? nullptr : values->find(key);
    return given != nullptr || !kind_->parameter(key)->fallback.empty() ? given : resultOf(key);
}

/// Whether an instance has its own value for a parameter. Other nodes have the values in the file.
bool InspectorPanel::given(std::string_view key) const {
    const YamlValue* values = group_ && body() != nullptr ? body()->find("values") : nullptr;
    return !group_ || (values != nullptr && values->find(key) != nullptr);
}

/// The value of a group's parameter in the instance that is shown.
const YamlValue* InspectorPanel::resultOf(const std::string& key) const {
    const QString flat = workbench_.document.scope().flat(node_);
    for (const DesignInstance& instance : workbench_.document.design()->instances) {
        if (instance.name != flat.toStdString()) continue;
        const auto result = group_->shownValue(key, instance);
        return result ? &(results_[key] = *result) : nullptr;
    }
    return nullptr;
}

InspectorPanel::Write InspectorPanel::writerOf(const std::string& key) const {
    const std::string name = node_.toStdString();
    if (!group_) {
        const QStringList others =
            QString::fromUtf8(kind_->parameter(key)->insteadOf).split(' ', Qt::SkipEmptyParts);
        return [name, key, others, kind = kind_, workbench = workbench_](DesignEdit& edit,
                                                                         std::optional<YamlValue> value) {
            if (key == "series" && value) addVectors(*value, workbench, QString::fromStdString(name));
            for (qsizetype i = 0; value && i < others.size(); ++i)
                edit.setValue(name, others[i].toStdString(), {});
            edit.setValue(name, key, std::move(value));
            followChoice(edit, name, *kind, key);
        };
    }
    return [name, key](DesignEdit& edit, std::optional<YamlValue> value) {
        edit.setValue(name, "values", withEntry(edit.node(name)->find("values"), key, std::move(value)));
    };
}

void InspectorPanel::addKindChoice() {
    kindChoice_.choices.clear();
    // A design has one surface, so the root is not offered if there is one.
    for (const Kind& kind : workbench_.document.kinds()) {
        const bool takesRoot = !workbench_.document.scope().open() && !workbench_.document.design()->root;
        if (feedsOthers(kind.description) || takesRoot) kindChoice_.choices.push_back(kind.description.name);
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
    section->add(new StrangeKeys(workbench_, node_, strange_, section->body()));
}

/// Tells how an instance gets knobs.
void InspectorPanel::addKnobHint() {
    auto* hint =
        new QLabel(tr("This group has no knobs yet. Double-click its node to open it, right-click a value "
                      "inside and choose Expose as parameter."),
                   content_);
    hint->setObjectName("knobHint");
    hint->setProperty("quiet", true);
    hint->setWordWrap(true);
    hint->setContentsMargins(12, 8, 12, 12);
    column_->addWidget(hint);
}

void InspectorPanel::addInputs() {
    inputsSection_ = addSection(tr("Inputs"));
    std::vector<Trait> traits;
    for (const LinkDescription& link : kind_->links)
        traits.push_back(link.trait);
    inputs_ = new InputsList(place("inputs"), std::move(traits), inputsSection_->body());
    if (group_) {
        std::vector<InputSocket> sockets;
        for (const Socket& socket : group_->sockets())
            sockets.push_back(
                {socket.trait, kindText(socket.name), socket.optional || !socket.otherwise.empty()});
        inputs_->setSockets(std::move(sockets));
    }
    inputsSection_->setHead(inputs_->makeHead());
    inputsSection_->add(inputs_);
}

void InspectorPanel::addSize(SizeRule rule) {
    sizeSection_ = addSection(tr("Size"));
    size_ = new SizeEditor(rule, place("width"), sizeSection_->body());
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

// The keys of the file outside of its nodes are shown with the surface.

const YamlValue* InspectorPanel::top(const char* key) const {
    return workbench_.document.design()->document.find(key);
}

void InspectorPanel::addPitch() {
    addRow(
        sizeSection_, pitchParameter(), [this] { return top("pixel"); },
        [root = node_.toStdString()](DesignEdit& edit, std::optional<YamlValue> value) {
            edit.setTop("pixel", std::move(value));
            fitToRoller(edit, root);
        });
}

/// The parts of the job that have a section of their own: the spot and the roller.
void InspectorPanel::addMachine() {
    for (const ParameterDescription& parameter : jobParameters()) {
        if (!isWide(parameter)) continue;
        Section* section = addSection(titleOf(parameter));
        if (parameter.key == "roller") {
            onRoller_ = new QCheckBox(tr("on a roller"));
            onRoller_->setObjectName("onRoller");
            section->setHead(onRoller_);
            connect(onRoller_, &QCheckBox::clicked, this, &InspectorPanel::setOnRoller);
        }
        addJobRow(section, parameter);
        if (parameter.key == "spot") addPredicted();
        if (parameter.key != "roller") continue;
        rollerNote_ = new RollerNote(workbench_.theme, section->body());
        connect(rollerNote_, &RollerNote::closingWanted, this, &InspectorPanel::closingWanted);
        section->add(rollerNote_);
    }
}

void InspectorPanel::addJob() {
    Section* job = addSection(tr("Job"));
    for (const ParameterDescription& parameter : jobParameters()) {
        if (!isWide(parameter)) addJobRow(job, parameter);
    }
}

/// A key of the job. A roller gives the surface its side, so that both change in one step.
void InspectorPanel::addJobRow(Section* section, const ParameterDescription& parameter) {
    const std::string key(parameter.key);
    addRow(
        section, parameter,
        [this, key]() -> const YamlValue* {
            const YamlValue* all = top("job");
            return all == nullptr ? nullptr : all->find(key);
        },
        [key, root = node_.toStdString()](DesignEdit& edit, std::optional<YamlValue> value) {
            edit.setTop("job", withEntry(edit.document().find("job"), key, std::move(value)));
            if (key == "roller") fitToRoller(edit, root);
        });
}

/// Puts the surface on a roller whose circumference is its height, or takes it off the roller.
void InspectorPanel::setOnRoller(bool on) {
    const Design& design = *workbench_.document.design();
    std::optional<YamlValue> roller;
    const auto& size = design.root ? design.nodes[*design.root].size : std::nullopt;
    if (on && size) {
        const double mm = static_cast<double>(size->height) * design.pixelUm / std::numbers::pi / 1000;
        roller = yamlMap();
        roller->flow = true;
        const std::string diameter = QString::number(mm, 'g', 6).toStdString() + " mm";
        setIn(*roller, "diameter", yamlScalar(diameter));
        setIn(*roller, "axis", yamlScalar("x"));
    }
    workbench_.document.edit(on ? tr("On a roller") : tr("Off the roller"), [&](DesignEdit& edit) {
        edit.setTop("job", withEntry(edit.document().find("job"), "roller", roller));
        fitToRoller(edit, node_.toStdString());
    });
    refresh();
}

void InspectorPanel::showRoller() {
    const auto roller = writtenRoller(workbench_.document.design()->document);
    const YamlValue* job = top("job");
    if (onRoller_ != nullptr) onRoller_->setChecked(job != nullptr && job->find("roller") != nullptr);
    if (rollerNote_ != nullptr) rollerNote_->follow(workbench_.document);
    if (size_ != nullptr) size_->setSideOfRoller(roller ? roller->side() : std::string_view());
}

}  // namespace burin::ui
