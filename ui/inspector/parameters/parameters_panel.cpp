// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/parameters/parameters_panel.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/editors/value_words.hpp"
#include "ui/inspector/fields/typed_cells.hpp"
#include "ui/inspector/fields/typed_field.hpp"
#include "ui/inspector/fields/typed_texts.hpp"
#include "ui/inspector/group_kind.hpp"
#include "ui/inspector/parameters/expose_popup.hpp"
#include "ui/inspector/parameters/parameter_columns.hpp"
#include "ui/inspector/parameters/parameter_line.hpp"
#include "ui/inspector/parameters/plain_keys.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/scoped_design.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/column_titles.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/pasted_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text_start.hpp"

#include <QApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace burin::ui {

struct ParametersPanel::Shown {
    QString group;
    GroupKind kind;
    YamlValue structure;  ///< the parameters without what their lines refresh

    Shown(std::shared_ptr<const Design> design, std::span<const Kind> kinds, const QString& name,
          YamlValue parameters)
        : group(name), kind(std::move(design), kinds, name.toStdString()), structure(std::move(parameters)) {}
};

namespace {

/// The insets of the text in a plain field and in a plain choice.
constexpr int textInField = ParameterColumns::inset / 2;
constexpr int textInChoice = 4;

/// The part of the parameters that lines are built from: all except titles, help and the values of defaults.
/// A line that was built with a default would show it again if the default is removed.
YamlValue structureOf(const YamlValue* parameters) {
    YamlValue structure = parameters == nullptr ? yamlMap() : *parameters;
    for (YamlEntry& entry : structure.entries) {
        if (YamlValue* fallback = valueIn(entry.value, "default")) *fallback = YamlValue();
        for (const char* key : {"title", "help"})
            eraseIn(entry.value, key);
    }
    return structure;
}

}  // namespace

ParametersPanel::ParametersPanel(Workbench workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      exposer_(workbench),
      popup_(new ExposePopup(workbench.theme, this)),
      scroll_(new QScrollArea(this)),
      content_(new QWidget),
      mark_(new QWidget(content_)) {
    setObjectName("parameters");
    setWindowTitle(tr("Parameters"));
    setMinimumSize(300, 160);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    column_ = new QVBoxLayout(content_);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    column_->addStretch(1);
    scroll_->setWidget(content_);
    mark_->setObjectName("dropMark");
    mark_->hide();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(makeHeader());
    all->addWidget(scroll_, 1);
    all->addWidget(makeDetails());
    all->addWidget(makeFoot());
    workbench_.document.pending().add(this, [this] { return handOver(); });
    // Another design may have a group of the same name.
    connect(&workbench_.document, &Document::fileChanged, this, [this] { forgetTypedIn(*this); });
    connect(&workbench_.document, &Document::changed, this, &ParametersPanel::follow);
    // A line may show what was refused.
    connect(&workbench_.document, &Document::refused, this, &ParametersPanel::buildAgain);
    connect(&workbench_.document.scope(), &Scope::changed, this, &ParametersPanel::follow);
    follow();
}

/// A field that has the focus writes its text while all that it needs still exists.
ParametersPanel::~ParametersPanel() {
    hide();
}

QWidget* ParametersPanel::makeHeader() {
    auto* header = new QWidget(this);
    auto* line = new QHBoxLayout(header);
    line->setContentsMargins(ParameterColumns::left, 4, ParameterColumns::right, 0);
    line->setSpacing(ParameterColumns::gap);
    const auto add = [&](const QString& words, const char* column, int indent = textInField) {
        auto* label = new QLabel(words, header);
        label->setObjectName(QString("parameters.") + column);
        label->setIndent(indent);
        label->setFont(workbench_.theme.font(11));
        label->setProperty("quiet", true);
        line->addWidget(label);
        return label;
    };
    nameTitle_ = add(tr("name"), "name");
    add(tr("type"), "type", textInChoice)->setFixedWidth(ParameterColumns::type);
    line->setStretchFactor(add(tr("default"), "default", 0), 1);  // above the frame of the field
    limitsTitle_ = add(tr("from, to"), "limits");
    new ColumnTitles(header, scroll_);
    scroll_->viewport()->installEventFilter(this);
    return header;
}

QWidget* ParametersPanel::makeDetails() {
    details_ = new QWidget(this);
    details_->setObjectName("parameter.details");
    auto* grid = new QGridLayout(details_);
    grid->setContentsMargins(12, 4, 12, 4);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    const auto add = [&](const QString& words, const char* key, int row, int column, int span) {
        auto* label = new QLabel(words, details_);
        label->setProperty("secondary", true);
        auto* field = new QLineEdit(details_);
        field->setObjectName(QString("parameter.") + key);
        grid->addWidget(label, row, column);
        grid->addWidget(field, row, column + 1, 1, span);
        takeWholeTexts(*field);
        new PlainKeys(*field);
        new TextStart(*field);
        connect(field, &QLineEdit::editingFinished, this, [this, key, field] { setDetail(key, *field); });
        return field;
    };
    title_ = add(tr("Title"), "title", 0, 0, 1);
    unit_ = add(tr("Unit"), "unit", 0, 2, 1);
    help_ = add(tr("Help"), "help", 1, 0, 3);
    unit_->setMaximumWidth(64);
    grid->setColumnStretch(1, 1);
    details_->hide();
    return details_;
}

QWidget* ParametersPanel::makeFoot() {
    auto* foot = new QFrame(this);
    foot->setProperty("look", "foot");
    auto* line = new QHBoxLayout(foot);
    line->setContentsMargins(12, 0, 8, 0);
    auto* expose = new QPushButton(tr("Expose a value"), foot);
    expose->setObjectName("parameters.expose");
    expose->setProperty("link", true);
    expose->setIcon(workbench_.theme.icon("plus", Role::accent));
    said_ = new QLabel(foot);
    said_->setObjectName("parameters.said");
    said_->setFont(workbench_.theme.font(11));
    said_->setProperty("quiet", true);
    said_->setTextFormat(Qt::PlainText);
    said_->setWordWrap(true);
    more_ = new QToolButton(foot);
    more_->setObjectName("parameters.more");
    more_->setCheckable(true);
    more_->setIcon(workbench_.theme.icon("more", Role::secondary));
    more_->setToolTip(tr("Title, unit and help of the parameter"));
    line->addWidget(expose);
    line->addWidget(said_, 1);
    line->addWidget(more_);
    connect(expose, &QPushButton::clicked, this, [this, expose] {
        popup_->open(exposer_.all(), workbench_.selection.active(), expose->mapToGlobal(QPoint(0, 0)));
    });
    connect(popup_, &ExposePopup::chosen, this,
            [this](const Exposure& one) { exposer_.expose(one.node, one.knobs); });
    connect(&exposer_, &Exposer::exposed, this, &ParametersPanel::begin);
    connect(more_, &QToolButton::toggled, this, &ParametersPanel::showDetails);
    return foot;
}

QString ParametersPanel::group() const {
    return workbench_.document.scope().group();
}

const YamlValue* ParametersPanel::parameters() const {
    const YamlValue* body = groupText(workbench_.document.design()->document, group().toStdString());
    return body == nullptr ? nullptr : body->find("parameters");
}

/// Whether the lines must be built again, because they show another group or an earlier structure.
bool ParametersPanel::outdated() const {
    return again_ || !shown_ || shown_->group != group() || !(shown_->structure == structureOf(parameters()));
}

void ParametersPanel::follow() {
    if (!workbench_.document.scope().open()) return;
    const auto design = workbench_.document.design();
    formulas_.setGroup(design, workbench_.document.kinds(), group().toStdString(),
                       workbench_.document.scope().instance().toStdString());
    if (saidOf_.lock() != design) said_->clear();
    std::optional<Focused> focused;
    QList<Refused> refused;
    if (outdated()) {
        focused = focusedField();
        takeTyped();  // this may change the design, and so lead here again
        if (group_ == group()) refused = refusedTexts();
        if (outdated()) rebuild();
    }
    refresh(parameters());
    showRefused(refused);
    if (focused && !focusedField()) focusOn(*focused);
}

/// Builds all lines again, although the parameters have not changed.
void ParametersPanel::buildAgain() {
    const std::optional<Focused> focused = focusedField();
    takeTyped();
    again_ = true;  // the lines need what they were built from until they are deleted
    follow();
    if (focused && !focusedField()) focusOn(*focused);
}

/// Applies what is typed in a line, because the lines are about to be replaced.
void ParametersPanel::takeTyped() {
    QWidget* const field = window()->focusWidget();
    if (field != nullptr && content_->isAncestorOf(field)) field->clearFocus();
}

std::optional<ParametersPanel::Focused> ParametersPanel::focusedField() const {
    const QWidget* focus = window()->focusWidget();
    for (std::size_t i = 0; focus != nullptr && i < lines_.size(); ++i) {
        const ParameterLine* line = lines_[i];
        if (line == focus) return Focused{line->parameter(), {}, i};
        if (line->isAncestorOf(focus)) return Focused{line->parameter(), focus->objectName(), i};
    }
    return {};
}

/// Applies typed text and keeps the focus. \return why a text is refused
QString ParametersPanel::handOver() {
    const std::optional<Focused> focused = focusedField();
    applyTypedIn(*this);
    if (focused && !focusedField()) focusOn(*focused);  // the edit has built the lines again
    return refusedText();
}

/// The first text that was not accepted, and why; empty: there is none.
QString ParametersPanel::refusedText() const {
    const YamlValue* of = groupText(workbench_.document.design()->document, group_.toStdString());
    const YamlValue* all = of == nullptr ? nullptr : of->find("parameters");
    for (const Refused& text : refusedTexts()) {
        // While no group is open, the lines stay, although their parameters may be removed.
        if (all == nullptr || all->find(text.parameter.toStdString()) == nullptr) continue;
        const QString what =
            tr("%1: \"%2\" was not accepted. %3").arg(text.parameter, text.text, sentence(text.problem));
        if (group_ == group()) return what;
        return what + ' ' + tr("Open the group %1 and correct it.").arg(group_);
    }
    return {};
}

QList<ParametersPanel::Refused> ParametersPanel::refusedTexts() const {
    QList<Refused> all;
    for (const ParameterLine* line : lines_) {
        for (const TypedField* field : line->findChildren<TypedField*>()) {
            if (!field->problem().isEmpty())
                all << Refused{line->parameter(), field->objectName(), {}, field->text(), field->problem()};
        }
        for (const TypedCells* table : line->findChildren<TypedCells*>()) {
            for (const TypedCells::Cell& cell : table->all())
                all << Refused{line->parameter(), cell.place, cell.value, cell.text, cell.problem};
        }
    }
    return all;
}

/// Shows texts again that were not accepted, after the lines were built again.
void ParametersPanel::showRefused(const QList<Refused>& texts) {
    for (const Refused& text : texts) {
        for (const ParameterLine* line : lines_) {
            if (line->parameter() != text.parameter) continue;
            if (auto* field = line->findChild<TypedField*>(text.place)) {
                field->setTyped(text.text);
                if (field->problem().isEmpty()) field->forgetTyped();
            }
            for (TypedCells* table : line->findChildren<TypedCells*>()) {
                if (table->has(text.place))
                    table->setTyped({text.place, text.value, text.text, text.problem});
            }
        }
    }
}

/// Gives the focus to a field again, after the lines were built again. A renamed parameter is the chosen one.
/// If the parameter was removed, the line that took its place gets the focus.
void ParametersPanel::focusOn(const Focused& focused) {
    ParameterLine* found = nullptr;
    for (const QString& parameter : {focused.parameter, chosen_}) {
        for (ParameterLine* line : lines_) {
            if (found == nullptr && line->parameter() == parameter) found = line;
        }
    }
    const bool gone = found == nullptr;
    if (gone && lines_.empty()) return setFocus(Qt::OtherFocusReason);
    if (gone) found = lines_[std::min(focused.place, lines_.size() - 1)];
    auto* field = gone || focused.field.isEmpty() ? nullptr : found->findChild<QWidget*>(focused.field);
    const bool shown = field != nullptr && field->isVisibleTo(found);
    (shown ? field : found)->setFocus(Qt::OtherFocusReason);
}

void ParametersPanel::rebuild() {
    QStringList unfolded;
    for (ParameterLine* line : std::exchange(lines_, {})) {
        line->disconnect(this);  // what is typed there has been taken
        if (line->unfolded()) unfolded << line->parameter();
        // Deleted later: its own signal may have led here.
        line->hide();
        line->deleteLater();
        connect(line, &QObject::destroyed, this, [before = shown_] {});
    }
    again_ = false;
    group_ = group();
    if (!shown_ || shown_->group != group_) said_->clear();
    shown_ = std::make_shared<const Shown>(workbench_.document.design(), workbench_.document.kinds(), group_,
                                           structureOf(parameters()));
    const auto& rules = shown_->kind.description().parameters;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        auto* line = new ParameterLine(workbench_, group_, rules[i], shown_->kind.parameterType(i), formulas_,
                                       content_);
        line->setUnfolded(unfolded.contains(line->parameter()));
        column_->insertWidget(static_cast<int>(i), line);
        line->show();  // at once, so that it can get the focus
        lines_.push_back(line);
        connect(line, &ParameterLine::chosen, this, [this, line] { choose(line->parameter()); });
        // The line may be deleted while a slow edit lets other events through, so the name is copied.
        connect(line, &ParameterLine::renamed, this,
                [this, line](const QString& name) { rename(QString(line->parameter()), name); });
        connect(line, &ParameterLine::removeWanted, this,
                [this, line] { remove(QString(line->parameter())); });
        connect(line, &ParameterLine::moveWanted, this, [this, i](int by) { move(i, by); });
        connect(line, &ParameterLine::dragged, this, [this, i](int y, bool dropped) { drag(i, y, dropped); });
    }
}

void ParametersPanel::refresh(const YamlValue* parameters) {
    for (ParameterLine* line : lines_) {
        QStringList problems;
        for (const Diagnostic& problem : workbench_.document.design()->diagnostics) {
            if (problem.group == group_.toStdString() && problem.node.empty() &&
                problem.parameter == line->parameter().toStdString())
                problems << problemText(problem);
        }
        const YamlValue* body = parameters->find(line->parameter().toStdString());
        if (body != nullptr) line->setBody(*body, problems);
        line->setChosen(line->parameter() == chosen_);
    }
    fitColumns();
    showDetails();
}

void ParametersPanel::fitColumns() {
    int names = 0;
    int limits = 0;
    for (const ParameterLine* line : lines_) {
        names = std::max(names, line->nameWidth());
        limits = std::max(limits, line->limitsWidth());
    }
    const auto columns = ParameterColumns::fitting(scroll_->viewport()->width(), names, limits);
    nameTitle_->setFixedWidth(columns.name);
    limitsTitle_->setFixedWidth(columns.limits);
    for (ParameterLine* line : lines_)
        line->setColumns(columns);
}

bool ParametersPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == scroll_->viewport() && event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

void ParametersPanel::choose(const QString& parameter) {
    if (parameter != chosen_) {
        for (QLineEdit* field : {title_, unit_, help_})
            field->setModified(false);  // the texts are those of the other parameter
    }
    chosen_ = parameter;
    for (ParameterLine* line : lines_)
        line->setChosen(line->parameter() == chosen_);
    showDetails();
}

void ParametersPanel::showDetails() {
    const YamlValue* all = parameters();
    const YamlValue* body = all == nullptr ? nullptr : all->find(chosen_.toStdString());
    more_->setEnabled(body != nullptr);
    details_->setVisible(more_->isChecked() && body != nullptr);
    if (body == nullptr) return;
    for (const auto& [field, key] :
         {std::pair(title_, "title"), std::pair(unit_, "unit"), std::pair(help_, "help")}) {
        // A text that is being typed stays.
        if (!field->isModified()) showText(*field, scalarText(body->find(key)));
    }
}

void ParametersPanel::setDetail(const char* key, QLineEdit& field) {
    if (!field.isModified()) return;
    field.setModified(false);
    // The change may be made again when another parameter is chosen, or another group is open.
    const std::string of = group_.toStdString();
    const std::string name = chosen_.toStdString();
    const QString text = field.text().trimmed();
    workbench_.document.edit(tr("Describe %1").arg(chosen_), [&](DesignEdit& edit) {
        edit.setParameter(
            of, name, key,
            text.isEmpty() ? std::nullopt : std::optional(yamlScalar(text.toStdString(), true)));
    });
    showDetails();  // an edit that changes nothing emits no signal, but the field may show another text
}

void ParametersPanel::say(const QString& words) {
    said_->setText(words);
    saidOf_ = workbench_.document.design();
}

void ParametersPanel::begin(const QString& parameter, const QString& said) {
    say(said);
    for (ParameterLine* line : lines_) {
        if (line->parameter() != parameter) continue;
        line->editName();
        // Called later, because a new line has no place yet.
        QTimer::singleShot(0, line, [this, line] { scroll_->ensureWidgetVisible(line); });
    }
}

void ParametersPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return emit left();
    QWidget::keyPressEvent(event);
}

void ParametersPanel::rename(const QString& before, const QString& name) {
    GroupObstacle obstacle = GroupObstacle::none;
    chosen_ = name;
    const std::string of = group_.toStdString();
    const QString step = tr("Rename the parameter %1 to %2").arg(before, name);
    const QString refused = workbench_.document.edit(step, [&](DesignEdit& edit) {
        obstacle = edit.renameParameter(of, before.toStdString(), name.toStdString());
    });
    if (!refused.isEmpty()) return choose(before);
    if (obstacle == GroupObstacle::none) return said_->clear();
    const QString why = QString::fromStdString(whyNoParameterName(name.toStdString()));
    chosen_ = before;
    buildAgain();  // the field shows the name again
    say(tr("\"%1\" %2. Choose another name.").arg(name, why.isEmpty() ? tr("is taken") : why));
}

void ParametersPanel::remove(const QString& parameter) {
    const std::string of = group_.toStdString();
    const std::string name = parameter.toStdString();
    const YamlValue* body = parameters() == nullptr ? nullptr : parameters()->find(name);
    const YamlValue* written = body == nullptr ? nullptr : body->find("default");
    const QString fallback = written == nullptr ? QString() : shownDefault(name, *written);
    const int others = written == nullptr ? 0 : instancesBeside(of, name, *written);
    QStringList users;
    bool removed = true;
    const QString step = tr("Remove the parameter %1").arg(parameter);
    const QString refused = workbench_.document.edit(step, [&](DesignEdit& edit) {
        users.clear();  // this may be called again
        for (const std::string& user : edit.parameterUsers(of, name))
            users << QString::fromStdString(user);
        if (users.isEmpty()) return edit.removeParameter(of, name);
        removed = edit.fixParameter(of, name);
    });
    if (!refused.isEmpty() || users.isEmpty()) return say({});
    const QString named = users.join(", ");
    if (!removed && written == nullptr)
        return say(
            tr("%1 is used by %2. Give it a default first, which can take its place.").arg(parameter, named));
    if (!removed) return say(tr("%1 is used by %2. Change these formulas first.").arg(parameter, named));
    QString said = tr("%1 was replaced by its default, %2, in %3.").arg(parameter, fallback, named);
    if (others == 1) said += ' ' + tr("1 instance lost another value.");
    if (others > 1) said += ' ' + tr("%n instances lost other values.", nullptr, others);
    say(said);
}

/// A default as the lines show it.
QString ParametersPanel::shownDefault(const std::string& parameter, const YamlValue& value) const {
    const ParameterDescription* rule = shown_ ? shown_->kind.description().parameter(parameter) : nullptr;
    return rule == nullptr ? scalarText(&value) : valueWords(*rule, &value);
}

/// The number of instances of a group whose value of a parameter is not `value`.
int ParametersPanel::instancesBeside(const std::string& group, const std::string& parameter,
                                     const YamlValue& value) const {
    int count = 0;
    forEachNode(workbench_.document.design()->document, [&](const YamlEntry& node) {
        if (groupOfInstance(node.value) != group) return;
        const YamlValue* values = node.value.find("values");
        const YamlValue* own = values == nullptr ? nullptr : values->find(parameter);
        if (own != nullptr && !(*own == value)) ++count;
    });
    return count;
}

void ParametersPanel::move(std::size_t from, int by) {
    const auto to = static_cast<std::ptrdiff_t>(from) + by;
    if (by == 0 || to < 0 || to >= static_cast<std::ptrdiff_t>(lines_.size())) return;
    const std::string of = group_.toStdString();
    const auto place = static_cast<std::size_t>(to);
    workbench_.document.edit(tr("Move the parameter %1").arg(lines_[from]->parameter()),
                             [&](DesignEdit& edit) { edit.moveParameter(of, from, place); });
    // A slow edit lets other events through, which may have removed lines.
    if (place < lines_.size()) lines_[place]->setFocus();
}

void ParametersPanel::drag(std::size_t from, int y, bool dropped) {
    std::size_t to = 0;
    while (to + 1 < lines_.size() && y > lines_[to]->geometry().bottom())
        ++to;
    mark_->setVisible(!dropped && to != from);
    if (dropped) return move(from, static_cast<int>(to) - static_cast<int>(from));
    const QRect line = lines_[to]->geometry();
    mark_->setGeometry(0, to > from ? line.bottom() : std::max(0, line.top() - 1), content_->width(), 2);
    mark_->raise();
}

}  // namespace burin::ui
