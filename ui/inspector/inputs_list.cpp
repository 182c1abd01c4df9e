// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inputs_list.hpp"

#include "core/design/design_edit.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/editors/value_menu.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/inspector/fields/notes_foot.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/link_offset.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/problem_text.hpp"

#include <QAction>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

namespace burin::ui {

namespace {

constexpr int inputHeight = 32;
constexpr int offsetWidth = 64;
constexpr int handleWidth = 12;
constexpr int numberWidth = 16;
constexpr int symbolWidth = 14;
constexpr int traitWidth = 50;
constexpr int dragDistance = 4;
/// Each row is a dozen widgets, and a node may have thousands of inputs.
constexpr std::size_t mostInputRows = 200;

/// A link, as far as the file can be understood.
struct Link {
    std::optional<Trait> trait;
    QString child;
    const YamlValue* at = nullptr;
};

Link linkOf(const YamlValue& entry) {
    Link link;
    for (const Trait trait : {Trait::data, Trait::mask, Trait::pattern}) {
        const YamlValue* child = entry.find(traitName(trait));
        if (child == nullptr || link.trait) continue;
        link.trait = trait;
        link.child = scalarText(child);
    }
    link.at = entry.find("at");
    return link;
}

/// A line for each socket without a link.
QString unlinkedText(const std::vector<InputSocket>& sockets) {
    QStringList lines;
    for (const InputSocket& socket : sockets) {
        const QString trait = kindText(traitName(socket.trait));
        lines << (socket.optional ? InputsList::tr("Not linked: %1, %2, optional")
                                  : InputsList::tr("Not linked: %1, %2"))
                     .arg(socket.name, trait);
    }
    return lines.join('\n');
}

}  // namespace

/// A row for one link. Alt+Up and Alt+Down reorder it, C centres the child, Del unlinks it, and Enter goes to
/// the child.
class InputRow : public QWidget {
  public:
    InputRow(InputsList& list, std::size_t entry)
        : QWidget(&list), list_(list), entry_(entry), x_(makeField("x")), y_(makeField("y")) {
        const Theme& theme = list.place_.workbench.theme;
        setObjectName(QString("input.%1").arg(entry));
        setFixedHeight(inputHeight);
        setFocusPolicy(Qt::StrongFocus);
        trait_ = new CutLabel(theme, {}, this);
        trait_->setFont(theme.font(12));
        trait_->setFixedWidth(traitWidth);
        child_ = new CutLabel(theme, {}, this);
        child_->setRole(Role::text);
        centre_ = makeButton("centre", "centre", InputsList::tr("Centre (C)"));
        away_ = makeButton("unlink", "close", InputsList::tr("Unlink (Del)"));
        auto* line = new QHBoxLayout(this);
        line->setContentsMargins(handleWidth + numberWidth + 8 + symbolWidth + 8, 0, 0, 0);
        line->setSpacing(4);
        line->addWidget(trait_);
        line->addWidget(child_, 1);
        line->addWidget(centre_);
        line->addWidget(away_);
        line->addWidget(x_);
        line->addWidget(y_);
        QObject::connect(centre_, &QToolButton::clicked, &list, [this] { list_.centre(entry_); });
        QObject::connect(away_, &QToolButton::clicked, &list, [this] { list_.unlink(entry_); });
        addChoice(InputsList::tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up),
                  [this] { list_.move(entry_, -1); });
        addChoice(InputsList::tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down),
                  [this] { list_.move(entry_, 1); });
        addChoice(InputsList::tr("Centre"), QKeySequence(Qt::Key_C), [this] { list_.centre(entry_); });
        addChoice(InputsList::tr("Unlink"), QKeySequence(Qt::Key_Delete), [this] { list_.unlink(entry_); });
        for (const Trait trait : list.traits_) {
            addChoice(InputsList::tr("Read as %1").arg(kindText(traitName(trait))), {},
                      [this, trait] { list_.setTrait(entry_, trait); });
        }
    }

    /// \param socket  what the link feeds; empty: the node itself, as the link's trait
    void set(const Link& link, const QString& socket) {
        const QString trait = link.trait ? kindText(traitName(*link.trait)) : QStringLiteral("?");
        link_ = link.trait;
        trait_->setText(socket.isEmpty() ? trait : socket);
        trait_->setToolTip(socket.isEmpty() ? trait : InputsList::tr("%1: %2").arg(trait, socket));
        child_->setText(link.child);
        child_->setToolTip(link.child);
        const QuantityRule rule = offsetRule(list_.place_.workbench.document);
        const YamlValue zero = yamlScalar("0");
        const bool pair = link.at != nullptr && link.at->items.size() == 2;
        for (const int i : {0, 1}) {
            QuantityField* field = i == 0 ? x_ : y_;
            field->setRule(rule);
            const YamlValue* written = pair ? &link.at->items[static_cast<std::size_t>(i)] : &zero;
            const auto length = quantityOf(written, rule);
            if (length && length->unit == LengthUnit::pixel) {
                field->setQuantity(inSizeUnit(list_.place_.workbench.document, list_.place_.node, *length));
            } else {
                showQuantity(*field, written);
            }
        }
        update();
    }

    [[nodiscard]] QString child() const { return child_->text(); }
    /// The errors in the texts of the fields.
    [[nodiscard]] QStringList problems() const {
        QStringList problems;
        for (const QuantityField* field : {x_, y_}) {
            if (!field->problem().isEmpty()) problems << field->problem();
        }
        return problems;
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = list_.place_.workbench.theme;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double middle = height() / 2.0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Role::quiet));
        for (const int dx : {2, 6}) {
            for (const int dy : {-4, 0, 4})
                painter.drawEllipse(QPointF(dx, middle + dy), 1, 1);
        }
        painter.setPen(theme.color(Role::secondary));
        painter.setFont(theme.numbers(12));
        painter.drawText(QRectF(handleWidth, 0, numberWidth, height()), Qt::AlignCenter | Qt::TextDontClip,
                         QString::number(entry_ + 1));
        if (link_) paintSymbol(painter, QPointF(handleWidth + numberWidth + 8 + symbolWidth / 2.0, middle));
        if (!hasFocus()) return;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Role::accent), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(-3, 2, x_->x() - width() - 3, -2), 4, 4);
    }
    void enterEvent(QEnterEvent*) override { showButtons(true); }
    void leaveEvent(QEvent*) override { showButtons(hasFocus()); }
    void focusInEvent(QFocusEvent*) override {
        showButtons(true);
        update();
    }
    void focusOutEvent(QFocusEvent*) override {
        showButtons(underMouse());
        update();
    }
    /// A field has the menu of its value; everything else has the menu of the link.
    void contextMenuEvent(QContextMenuEvent* event) override {
        const QWidget* below = childAt(event->pos());
        if (below != x_ && below != y_) {
            auto* menu = new QMenu(this);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            menu->addActions(actions());
            menu->popup(event->globalPos());
            return;
        }
        const ValuePath path = {"inputs", std::to_string(entry_), "at", below == x_ ? "0" : "1"};
        showValueMenu(this, list_.place_, event, {{{path}}, {}, {}});
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return visit();
        QWidget::keyPressEvent(event);
    }
    void mousePressEvent(QMouseEvent* event) override { grabbed_ = event->position().toPoint(); }
    void mouseMoveEvent(QMouseEvent* event) override {
        if (!event->buttons().testFlag(Qt::LeftButton)) return;
        const int dy = static_cast<int>(event->position().y()) - grabbed_.y();
        dragging_ = dragging_ || std::abs(dy) > dragDistance;
        if (dragging_) list_.dragTo(entry_, mapToParent(event->position().toPoint()).y());
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (!std::exchange(dragging_, false)) return;
        list_.drop(entry_, mapToParent(event->position().toPoint()).y());
    }
    void mouseDoubleClickEvent(QMouseEvent*) override { visit(); }

  private:
    QToolButton* makeButton(const QString& what, const QString& icon, const QString& tip) {
        auto* button = new QToolButton(this);
        button->setObjectName(QString("%1.%2").arg(what).arg(entry_));
        button->setIcon(list_.place_.workbench.theme.icon(icon, Role::secondary));
        button->setIconSize({16, 16});
        button->setProperty("row", true);
        button->setToolTip(tip);
        button->setFocusPolicy(Qt::NoFocus);
        button->hide();
        return button;
    }

    /// The buttons take the place of the trait's name, so that the row keeps its width.
    void showButtons(bool shown) {
        trait_->setVisible(!shown);
        centre_->setVisible(shown);
        away_->setVisible(shown);
    }

    QuantityField* makeField(const QString& axis) {
        auto* field = new QuantityField(this);
        field->setObjectName(QString("at.%1.%2").arg(entry_).arg(axis));
        field->setFixedWidth(offsetWidth);
        field->setProperty("narrow", true);
        field->setFont(list_.place_.workbench.theme.numbers());
        QObject::connect(field, &QuantityField::focusChanged, &list_, [this](bool focused) {
            if (focused) gesture_ = list_.place_.workbench.document.newGesture();
        });
        const auto enter = [this](int gesture) {
            const auto text = [](const QuantityField* of) {
                return of->written().isEmpty() ? QString('0') : of->written();
            };
            setLinkOffset(list_.place_.workbench.document, list_.place_.node, entry_, text(x_), text(y_),
                          gesture);
        };
        QObject::connect(field, &QuantityField::entered, &list_,
                         [this, enter](const Length&, bool stepping) { enter(stepping ? gesture_ : 0); });
        QObject::connect(field, &QuantityField::formulaEntered, &list_, [enter] { enter(0); });
        QObject::connect(field, &QuantityField::problemChanged, &list_, &InputsList::showProblems);
        if (list_.place_.formulas != nullptr) field->setFormulas(*list_.place_.formulas);
        return field;
    }

    void addChoice(const QString& words, const QKeySequence& keys, const std::function<void()>& act) {
        auto* action = new QAction(words, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        QObject::connect(action, &QAction::triggered, &list_, act);
        addAction(action);
    }

    void visit() {
        const Workbench& workbench = list_.place_.workbench;
        if (workbench.document.node(child()) != nullptr) workbench.selection.select({child()});
    }

    /// Draws the circle, diamond or square of the graph's sockets.
    void paintSymbol(QPainter& painter, QPointF centre) const {
        painter.setPen(Qt::NoPen);
        painter.setBrush(list_.place_.workbench.theme.color(*link_));
        if (*link_ == Trait::data) return painter.drawEllipse(centre, 5, 5);
        const double half = *link_ == Trait::mask ? 6.5 : 4.75;
        if (*link_ == Trait::pattern)
            return painter.drawRect(QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half));
        const std::array<QPointF, 4> corners = {centre + QPointF(0, -half), centre + QPointF(half, 0),
                                                centre + QPointF(0, half), centre + QPointF(-half, 0)};
        painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
    }

    InputsList& list_;
    const std::size_t entry_;
    std::optional<Trait> link_;
    CutLabel* trait_;
    CutLabel* child_;
    QToolButton* centre_;
    QToolButton* away_;  ///< unlinks
    QuantityField* x_;
    QuantityField* y_;
    QPoint grabbed_;
    bool dragging_ = false;
    int gesture_ = 0;
};

InputsList::InputsList(EditorPlace place, std::vector<Trait> traits, QWidget* parent)
    : QWidget(parent),
      place_(std::move(place)),
      traits_(std::move(traits)),
      column_(new QVBoxLayout(this)),
      more_(new QLabel(this)),
      nothing_(new QLabel(this)),
      problem_(new QLabel(this)),
      mark_(new QWidget(this)) {
    setObjectName("inputs");
    const Theme& theme = place_.workbench.theme;
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    more_->setObjectName("more.inputs");
    more_->setFont(theme.font(12));
    more_->setProperty("quiet", true);
    more_->hide();
    nothing_->setObjectName("unlinked.inputs");
    nothing_->setTextFormat(Qt::PlainText);
    nothing_->setWordWrap(true);
    nothing_->setFont(theme.font(12));
    nothing_->setProperty("quiet", true);
    problem_->setObjectName("problem.inputs");
    problem_->setFont(theme.font(11));
    problem_->setProperty("error", true);
    problem_->setWordWrap(true);
    column_->addWidget(more_);
    column_->addWidget(nothing_);
    column_->addWidget(problem_);
    mark_->setObjectName("dropMark");
    mark_->hide();
}

/// A field that is destroyed with the focus reports that it loses it, and this list has no members then.
InputsList::~InputsList() {
    for (QWidget* const inner : findChildren<QWidget*>())
        inner->disconnect(this);
}

QWidget* InputsList::makeHead() {
    head_ = new QWidget;
    QSizePolicy policy = head_->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    head_->setSizePolicy(policy);
    auto* line = new QHBoxLayout(head_);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    for (const QString& words : {tr("at x"), tr("at y")}) {
        auto* label = new QLabel(words, head_);
        label->setFont(place_.workbench.theme.font(12));
        label->setProperty("quiet", true);
        label->setFixedWidth(offsetWidth);
        line->addWidget(label);
    }
    return head_;
}

void InputsList::setInputs(const YamlValue* inputs) {
    const std::size_t all =
        inputs != nullptr && inputs->type == YamlValue::Type::sequence ? inputs->items.size() : 0;
    const std::size_t count = std::min(all, mostInputRows);
    while (rows_.size() > count) {
        // Deleted later: a key of the row itself may have led here.
        rows_.back()->hide();
        rows_.back()->deleteLater();
        rows_.pop_back();
    }
    while (rows_.size() < count) {
        rows_.push_back(new InputRow(*this, rows_.size()));
        column_->insertWidget(static_cast<int>(rows_.size()) - 1, rows_.back());
    }
    std::vector<InputSocket> unlinked = sockets_;
    for (std::size_t i = 0; i < count; ++i) {
        const Link link = linkOf(inputs->items[i]);
        const auto fed = std::find_if(unlinked.begin(), unlinked.end(),
                                      [&](const InputSocket& socket) { return socket.trait == link.trait; });
        const bool named = fed != unlinked.end();
        rows_[i]->set(link, named ? fed->name : QString());
        if (named) unlinked.erase(fed);
    }
    more_->setText(tr("And %1 more, in the graph").arg(groupedText(static_cast<std::int64_t>(all - count))));
    more_->setVisible(all > count);
    nothing_->setText(sockets_.empty() ? tr("Nothing is linked yet.") : unlinkedText(unlinked));
    nothing_->setVisible(sockets_.empty() ? count == 0 : !unlinked.empty());
    if (head_ != nullptr) head_->setVisible(count > 0);
}

QWidget* InputsList::first() const {
    return rows_.empty() ? nullptr : rows_.front();
}

void InputsList::setProblems(const QStringList& problems) {
    problems_ = problems;
    showProblems();
}

void InputsList::showProblems() {
    QStringList typed;
    for (const InputRow* row : rows_)
        typed += row->problems();
    QStringList all = problems_;
    if (place_.notes == nullptr) {
        all = typed + all;
    } else {
        place_.notes->setProblem(this, tr("Inputs"), typed.isEmpty() ? QString() : sentence(typed.front()));
    }
    all.removeDuplicates();
    problem_->setText(all.join('\n'));
    problem_->setVisible(!all.isEmpty());
}

void InputsList::move(std::size_t from, std::ptrdiff_t by) {
    const auto to = static_cast<std::ptrdiff_t>(from) + by;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(rows_.size())) return;
    place_.workbench.document.edit(tr("Reorder the inputs of %1").arg(place_.node), [&](DesignEdit& edit) {
        edit.moveLink(place_.node.toStdString(), from, static_cast<std::size_t>(to));
    });
    rows_[static_cast<std::size_t>(to)]->setFocus();
}

void InputsList::unlink(std::size_t entry) {
    const QString child = rows_[entry]->child();
    place_.workbench.document.edit(tr("Unlink %1 from %2").arg(child, place_.node),
                                   [&](DesignEdit& edit) { edit.unlink(place_.node.toStdString(), entry); });
    if (!rows_.empty()) rows_[std::min(entry, rows_.size() - 1)]->setFocus();
}

void InputsList::setTrait(std::size_t entry, Trait trait) {
    const QString child = rows_[entry]->child();
    const DesignNode* node = place_.workbench.document.node(place_.node);
    const std::size_t to = node == nullptr ? entry : entryAs(*node, entry, trait);
    const std::string name = place_.node.toStdString();
    place_.workbench.document.edit(
        tr("Read %1 as %2 in %3").arg(child, kindText(traitName(trait)), place_.node), [&](DesignEdit& edit) {
            edit.relink(name, entry, trait, child.toStdString());
            if (to != entry) edit.moveLink(name, entry, to);
        });
}

void InputsList::centre(std::size_t entry) {
    if (centreInput(place_.workbench.document, place_.node, entry)) return;
    QToolTip::showText(rows_[entry]->mapToGlobal(QPoint(0, inputHeight)),
                       cannotBeCentred(rows_[entry]->child()), rows_[entry]);
}

std::size_t InputsList::placeAt(int y) const {
    return static_cast<std::size_t>(std::clamp(y / inputHeight, 0, static_cast<int>(rows_.size()) - 1));
}

void InputsList::dragTo(std::size_t from, int y) {
    const std::size_t to = placeAt(y);
    const int line = static_cast<int>(to + (to > from ? 1 : 0)) * inputHeight;
    mark_->setGeometry(0, std::max(0, line - 1), width(), 2);
    mark_->setVisible(to != from);
    mark_->raise();
}

void InputsList::drop(std::size_t from, int y) {
    mark_->hide();
    const std::size_t to = placeAt(y);
    if (to != from) move(from, static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from));
}

}  // namespace burin::ui
