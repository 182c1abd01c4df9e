// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inputs_list.hpp"

#include "core/design/design_edit.hpp"
#include "ui/inspector/cut_label.hpp"
#include "ui/inspector/number_editor.hpp"
#include "ui/inspector/quantity_field.hpp"
#include "ui/model/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

constexpr int inputHeight = 32;
constexpr int offsetWidth = 64;
constexpr int handleWidth = 12;
constexpr int numberWidth = 16;
constexpr int symbolWidth = 14;
constexpr int dragDistance = 4;

const ParameterDescription& offsetDescription() {
    static const ParameterDescription offset{.key = "at", .type = ParameterType::pixelSize};
    return offset;
}

/// A link as far as the file can be understood.
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

}  // namespace

/// One link. Alt+Up and Alt+Down reorder it, Del takes it away, Enter goes to the child.
class InputRow : public QWidget {
  public:
    InputRow(InputsList& list, std::size_t entry)
        : QWidget(&list), list_(list), entry_(entry), x_(makeField("x")), y_(makeField("y")) {
        const Theme& theme = list.place_.session.theme;
        setObjectName(QString("input.%1").arg(entry));
        setFixedHeight(inputHeight);
        setFocusPolicy(Qt::StrongFocus);
        setContextMenuPolicy(Qt::ActionsContextMenu);
        trait_ = new QLabel(this);
        trait_->setFont(theme.font(12));
        trait_->setProperty("secondary", true);
        trait_->setFixedWidth(44);
        child_ = new CutLabel(theme, {}, this);
        child_->setRole(Role::text);
        away_ = new QToolButton(this);
        away_->setObjectName(QString("unlink.%1").arg(entry));
        away_->setIcon(theme.icon("close", Role::secondary));
        away_->setIconSize({16, 16});
        away_->setFixedSize(20, 24);
        away_->setToolTip(InputsList::tr("Unlink (Del)"));
        away_->setFocusPolicy(Qt::NoFocus);
        away_->hide();
        auto* line = new QHBoxLayout(this);
        line->setContentsMargins(handleWidth + numberWidth + 8 + symbolWidth + 8, 0, 0, 0);
        line->setSpacing(4);
        line->addWidget(trait_);
        line->addWidget(child_, 1);
        line->addWidget(away_);
        line->addWidget(x_);
        line->addWidget(y_);
        QObject::connect(away_, &QToolButton::clicked, &list, [this] { list_.unlink(entry_); });
        addChoice(InputsList::tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up),
                  [this] { list_.move(entry_, -1); });
        addChoice(InputsList::tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down),
                  [this] { list_.move(entry_, 1); });
        addChoice(InputsList::tr("Unlink"), QKeySequence(Qt::Key_Delete), [this] { list_.unlink(entry_); });
        for (const Trait trait : list.traits_) {
            addChoice(InputsList::tr("Read as %1").arg(kindText(traitName(trait))), {},
                      [this, trait] { list_.setTrait(entry_, trait); });
        }
    }

    void set(const Link& link) {
        link_ = link.trait;
        trait_->setText(link.trait ? kindText(traitName(*link.trait)) : QStringLiteral("?"));
        child_->setText(link.child);
        child_->setToolTip(link.child);
        const QuantityRule rule = quantityRule(offsetDescription(), list_.place_.pitchUm());
        const YamlValue zero = yamlScalar("0");
        const bool pair = link.at != nullptr && link.at->items.size() == 2;
        for (const int i : {0, 1}) {
            QuantityField* field = i == 0 ? x_ : y_;
            field->setRule(rule);
            showQuantity(*field, pair ? &link.at->items[static_cast<std::size_t>(i)] : &zero);
        }
        update();
    }

    [[nodiscard]] QString child() const { return child_->text(); }

  protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = list_.place_.session.theme;
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
        painter.drawText(QRectF(handleWidth, 0, numberWidth, height()), Qt::AlignCenter,
                         QString::number(entry_ + 1));
        if (link_) paintSymbol(painter, QPointF(handleWidth + numberWidth + 8 + symbolWidth / 2.0, middle));
        if (!hasFocus()) return;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Role::accent), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(-3, 2, x_->x() - width() - 3, -2), 4, 4);
    }
    void enterEvent(QEnterEvent*) override { away_->show(); }
    void leaveEvent(QEvent*) override { away_->setVisible(hasFocus()); }
    void focusInEvent(QFocusEvent*) override {
        away_->show();
        update();
    }
    void focusOutEvent(QFocusEvent*) override {
        away_->setVisible(underMouse());
        update();
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
    QuantityField* makeField(const QString& axis) {
        auto* field = new QuantityField(this);
        field->setObjectName(QString("at.%1.%2").arg(entry_).arg(axis));
        field->setFixedWidth(offsetWidth);
        field->setProperty("narrow", true);
        field->setFont(list_.place_.session.theme.numbers());
        QObject::connect(field, &QuantityField::focusChanged, &list_, [this](bool focused) {
            if (focused) gesture_ = list_.place_.session.document.newGesture();
        });
        QObject::connect(field, &QuantityField::entered, &list_, [this](const Length&, bool stepping) {
            const auto text = [](const QuantityField* of) {
                return of->quantity() ? fileText(*of->quantity(), of->rule()) : QString('0');
            };
            list_.setOffset(entry_, text(x_), text(y_), stepping ? gesture_ : 0);
        });
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
        const Session& session = list_.place_.session;
        if (session.document.node(child()) != nullptr) session.selection.select({child()});
    }

    /// Circle, diamond and square, as the sockets of the graph.
    void paintSymbol(QPainter& painter, QPointF centre) const {
        painter.setPen(Qt::NoPen);
        painter.setBrush(list_.place_.session.theme.color(*link_));
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
    QLabel* trait_;
    CutLabel* child_;
    QToolButton* away_;
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
      nothing_(new QLabel(tr("Nothing is linked yet."), this)),
      problem_(new QLabel(this)),
      mark_(new QWidget(this)) {
    setObjectName("inputs");
    const Theme& theme = place_.session.theme;
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    nothing_->setFont(theme.font(12));
    nothing_->setProperty("quiet", true);
    problem_->setObjectName("problem.inputs");
    problem_->setFont(theme.font(11));
    problem_->setProperty("error", true);
    problem_->setWordWrap(true);
    column_->addWidget(nothing_);
    column_->addWidget(problem_);
    mark_->setStyleSheet("background: " + theme.color(Role::accent).name());
    mark_->hide();
}

QWidget* InputsList::makeHead() {
    auto* head = new QWidget;
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    for (const QString& words : {tr("at x"), tr("at y")}) {
        auto* label = new QLabel(words, head);
        label->setFont(place_.session.theme.font(12));
        label->setProperty("quiet", true);
        label->setFixedWidth(offsetWidth);
        line->addWidget(label);
    }
    return head;
}

void InputsList::setInputs(const YamlValue* inputs) {
    const std::size_t count =
        inputs != nullptr && inputs->type == YamlValue::Type::sequence ? inputs->items.size() : 0;
    while (rows_.size() > count) {
        // Its own key may have led here.
        rows_.back()->hide();
        rows_.back()->deleteLater();
        rows_.pop_back();
    }
    while (rows_.size() < count) {
        rows_.push_back(new InputRow(*this, rows_.size()));
        column_->insertWidget(static_cast<int>(rows_.size()) - 1, rows_.back());
    }
    for (std::size_t i = 0; i < count; ++i)
        rows_[i]->set(linkOf(inputs->items[i]));
    nothing_->setVisible(count == 0);
}

QWidget* InputsList::first() const {
    return rows_.empty() ? nullptr : rows_.front();
}

void InputsList::setProblems(const QStringList& problems) {
    problem_->setText(problems.join('\n'));
    problem_->setVisible(!problems.isEmpty());
}

void InputsList::move(std::size_t from, std::ptrdiff_t by) {
    const auto to = static_cast<std::ptrdiff_t>(from) + by;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(rows_.size())) return;
    place_.session.document.edit(tr("Reorder the inputs of %1").arg(place_.node), [&](DesignEdit& edit) {
        edit.moveLink(place_.node.toStdString(), from, static_cast<std::size_t>(to));
    });
    rows_[static_cast<std::size_t>(to)]->setFocus();
}

void InputsList::unlink(std::size_t entry) {
    const QString child = rows_[entry]->child();
    place_.session.document.edit(tr("Unlink %1 from %2").arg(child, place_.node),
                                 [&](DesignEdit& edit) { edit.unlink(place_.node.toStdString(), entry); });
    if (!rows_.empty()) rows_[std::min(entry, rows_.size() - 1)]->setFocus();
}

void InputsList::setTrait(std::size_t entry, Trait trait) {
    const QString child = rows_[entry]->child();
    place_.session.document.edit(
        tr("Read %1 as %2 in %3").arg(child, kindText(traitName(trait)), place_.node),
        [&](DesignEdit& edit) { edit.relink(place_.node.toStdString(), entry, trait, child.toStdString()); });
}

void InputsList::setOffset(std::size_t entry, const QString& x, const QString& y, int gesture) {
    const std::vector<std::string> both = {x.toStdString(), y.toStdString()};
    const bool none = both[0] == "0" && both[1] == "0";
    place_.session.document.edit(
        tr("Move %1 in %2").arg(rows_[entry]->child(), place_.node),
        [&](DesignEdit& edit) {
            edit.setOffset(place_.node.toStdString(), entry,
                           none ? std::nullopt : std::optional(yamlList(both)));
        },
        gesture);
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
