// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problems_panel.hpp"

#include "ui/inspector/editors/choose_file.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/named_file.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/kind_text.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAbstractListModel>
#include <QAction>
#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int rowHeight = 32;
constexpr int textLine = 16;
constexpr int padding = 12;
constexpr int iconSide = 16;
constexpr int nodeLeft = 36;
constexpr int gap = 16;
constexpr int leastColumn = 48;
constexpr int mostColumn = 140;
constexpr std::size_t mostMeasured = 200;  // rows that each paint measures; there may be a hundred thousand

QString linkText(ProblemRemedy remedy) {
    switch (remedy) {
        case ProblemRemedy::chooseFile:
            return ProblemsPanel::tr("Choose\u2026");
        case ProblemRemedy::useMillimetres:
            return ProblemsPanel::tr("Use mm");
        case ProblemRemedy::unmute:
            return ProblemsPanel::tr("Unmute");
        case ProblemRemedy::none:
            break;
    }
    return {};
}

}  // namespace

class ProblemsPanel::Rows : public QAbstractListModel {
  public:
    using QAbstractListModel::QAbstractListModel;

    void set(std::vector<ProblemRow> rows) {
        if (rows == rows_) return;
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
    }
    [[nodiscard]] const std::vector<ProblemRow>& all() const { return rows_; }
    [[nodiscard]] const ProblemRow& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(rows_.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};  // a view asks for the row to copy even if there is none
        const ProblemRow& row = at(index.row());
        if (role == Qt::ToolTipRole) return row.text;
        if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
            return QStringList{row.node, row.title, row.text}.join(QStringLiteral(" \u2014 "));
        return {};
    }

  private:
    std::vector<ProblemRow> rows_;
};

/// Draws a row: icon, node, parameter, text, link. The rows have two lines if a text does not fit on one.
class ProblemsPanel::Drawing : public QStyledItemDelegate {
  public:
    Drawing(const Theme& theme, const Rows& rows, QListView* view)
        : QStyledItemDelegate(view), theme_(theme), rows_(rows), view_(view) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        const QRect row(0, 0, view_->viewport()->width(), rowHeight);
        const QFontMetrics metrics(theme_.font(12));
        const auto measured =
            rows_.all().begin() + static_cast<std::ptrdiff_t>(std::min(rows_.all().size(), mostMeasured));
        const bool fit = std::all_of(rows_.all().begin(), measured, [&](const ProblemRow& each) {
            return metrics.horizontalAdvance(each.text) <= textBox(row, each).width();
        });
        return {100, fit ? rowHeight : rowHeight + textLine};
    }

    /// The rectangle of a row's link.
    [[nodiscard]] QRect link(const QRect& row, ProblemRemedy remedy) const {
        const QString text = linkText(remedy);
        if (text.isEmpty()) return {};
        const int width = QFontMetrics(theme_.font(12)).horizontalAdvance(text);
        return {row.right() - padding - width, row.top(), width + padding, row.height()};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ProblemRow& row = rows_.at(index.row());
        const QRect& box = option.rect;
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
        if (selected || hovered)
            painter->fillRect(box, theme_.color(selected ? Role::selectedGround : Role::hover));
        const bool error = row.severity == Severity::error;
        painter->drawPixmap(
            box.left() + padding, box.top() + (box.height() - iconSide) / 2,
            theme_.pixmap(error ? "error" : "warning", iconSide, error ? Role::error : Role::warning,
                          painter->device()->devicePixelRatioF()));
        const QFont nodeFont = theme_.font(12, 600);
        const QFont textFont = theme_.font(12);
        QRect cell(box.left() + nodeLeft, box.top(), nodeWidth(), box.height());
        draw(painter, cell, nodeFont, Role::text, row.node);
        cell.translate(cell.width() + gap, 0);
        cell.setWidth(titleWidth());
        draw(painter, cell, textFont, Role::secondary, row.title);
        draw(painter, textBox(box, row), textFont, Role::text, row.text);
        const QRect action = link(box, row.remedy);
        if (!action.isEmpty()) draw(painter, action, textFont, Role::accent, linkText(row.remedy));
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(theme_.color(Role::accent), 2));
            painter->drawRect(box.adjusted(1, 1, -1, -1));
        }
    }

  private:
    void draw(QPainter* painter, const QRect& box, const QFont& font, Role role, const QString& text) const {
        painter->setFont(font);
        painter->setPen(theme_.color(role));
        const qsizetype lines = box.height() > rowHeight ? 2 : 1;
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                          cutLines(text, QFontMetrics(font), box.width(), lines).join('\n'));
    }

    [[nodiscard]] int nodeWidth() const { return columnWidth(theme_.font(12, 600), &ProblemRow::node); }
    [[nodiscard]] int titleWidth() const { return columnWidth(theme_.font(12), &ProblemRow::title); }

    /// The rectangle of the text of a problem.
    [[nodiscard]] QRect textBox(const QRect& box, const ProblemRow& row) const {
        const QRect action = link(box, row.remedy);
        const int left = box.left() + nodeLeft + nodeWidth() + gap + titleWidth() + gap;
        const int right = action.isEmpty() ? box.right() - padding : action.left() - gap;
        return {QPoint(left, box.top()), QPoint(right, box.bottom())};
    }

    /// A column is as wide as the widest text of its first rows.
    [[nodiscard]] int columnWidth(const QFont& font, QString ProblemRow::*member) const {
        const QFontMetrics metrics(font);
        int width = leastColumn;
        constexpr int mostLetters = 64;  // letters that fill the column; a key may have a thousand
        for (std::size_t i = 0; i < std::min(rows_.all().size(), mostMeasured); ++i)
            width = std::max(width, metrics.horizontalAdvance(rows_.all()[i].*member, mostLetters) + 1);
        return std::min(width, mostColumn);
    }

    const Theme& theme_;
    const Rows& rows_;
    QListView* view_;
};

ProblemsPanel::ProblemsPanel(Workbench workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      view_(new QListView(this)),
      rows_(new Rows(this)),
      next_(new QAction(tr("Next problem"), this)),
      previous_(new QAction(tr("Previous problem"), this)) {
    setObjectName("problemsPanel");
    setWindowTitle(tr("Problems"));
    setFocusPolicy(Qt::ClickFocus);
    view_->setObjectName("problems");
    view_->setModel(rows_);
    view_->setItemDelegate(new Drawing(workbench_.theme, *rows_, view_));
    view_->setMouseTracking(true);
    view_->setUniformItemSizes(true);
    view_->setWordWrap(true);  // the view asks again for the height of the rows if its width changes
    view_->setFrameShape(QFrame::NoFrame);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    view_->viewport()->installEventFilter(this);
    view_->installEventFilter(this);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(view_);
    next_->setObjectName("problems.next");
    next_->setShortcut(Qt::Key_F8);
    previous_->setObjectName("problems.previous");
    previous_->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F8));
    connect(next_, &QAction::triggered, this, [this] { step(1); });
    connect(previous_, &QAction::triggered, this, [this] { step(-1); });
    connect(view_, &QListView::customContextMenuRequested, this, &ProblemsPanel::openMenu);
    connect(&workbench_.document, &Document::changed, this, &ProblemsPanel::refresh);
    connect(&workbench_.theme, &Theme::changed, view_->viewport(), [this] { view_->viewport()->update(); });
    refresh();
}

ProblemsPanel::~ProblemsPanel() = default;

int ProblemsPanel::count() const {
    return rows_->rowCount();
}

int ProblemsPanel::current() const {
    return view_->currentIndex().isValid() ? view_->currentIndex().row() : -1;
}

void ProblemsPanel::refresh() {
    const int before = count();
    const int row = current();
    std::vector<ProblemRow> rows = problemRows(*workbench_.document.design());
    const Design& design = *workbench_.document.design();
    for (const TypedProblem& typed : typed_) {
        const auto node = typed.group.isEmpty() ? design.find(typed.node.toStdString()) : std::nullopt;
        const QString title = titleOf(node ? &design.nodes[*node] : nullptr, typed.parameter.toStdString());
        rows.insert(rows.begin(), ProblemRow{Severity::error, typed.group, typed.node, typed.parameter, title,
                                             typed.text, ProblemRemedy::none});
    }
    rows_->set(std::move(rows));
    const bool any = count() > 0;
    if (row >= 0 && any) view_->setCurrentIndex(rows_->index(std::min(row, count() - 1)));
    for (QAction* const walk : {next_, previous_})
        enableIf(*walk, any, tr("the list of problems is empty"));
    view_->viewport()->update();
    if (count() != before) emit countChanged(count());
}

void ProblemsPanel::setTyped(const QList<TypedProblem>& problems) {
    typed_ = problems;
    refresh();
}

void ProblemsPanel::step(int by) {
    if (count() == 0) return;
    const int from = current() < 0 && by < 0 ? 0 : current();
    jump((from + by + count()) % count());
}

void ProblemsPanel::jump(int row) {
    if (row < 0 || row >= count()) return;
    view_->setCurrentIndex(rows_->index(row));
    const ProblemRow problem = rows_->at(row);
    const QString node = open(problem);
    if (workbench_.document.node(node) != nullptr) workbench_.selection.reveal(node, problem.parameter);
}

/// Opens the group that contains the node of a problem. \return the node's name there
QString ProblemsPanel::open(const ProblemRow& problem) {
    Scope& scope = workbench_.document.scope();
    if (problem.group.isEmpty()) return scope.reveal(problem.node);
    return scope.openGroup(problem.group) ? problem.node : QString();
}

void ProblemsPanel::remedy(int row) {
    if (row < 0 || row >= count()) return;
    const ProblemRow problem = rows_->at(row);
    const QString name = open(problem);
    const std::string node = name.toStdString();
    const std::string key = problem.parameter.toStdString();
    if (problem.remedy == ProblemRemedy::unmute) {
        workbench_.document.edit(tr("Unmute %1").arg(problem.node),
                                 [&](DesignEdit& edit) { edit.setMuted(node, false); });
    }
    if (problem.remedy == ProblemRemedy::useMillimetres) {
        workbench_.document.edit(tr("Units of %1").arg(problem.node),
                                 [&](DesignEdit& edit) { edit.setValue(node, "units", yamlScalar("mm")); });
    }
    if (problem.remedy != ProblemRemedy::chooseFile) return;
    const YamlValue* body = workbench_.document.nodeText(name);
    const QString now = body == nullptr ? QString() : scalarText(body->find(key));
    chooseFile(this, EditorPlace{workbench_, name, key}, now, [this, name, key](const QString& file) {
        nameFile(workbench_, tr("File of %1").arg(name), name, key, yamlScalar(file.toStdString()));
    });
}

void ProblemsPanel::openMenu(const QPoint& at) {
    const QModelIndex index = view_->indexAt(at);
    if (!index.isValid()) return;
    const int row = index.row();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Show"), this, [this, row] { jump(row); });
    const QString link = linkText(rows_->at(row).remedy);
    if (!link.isEmpty()) menu->addAction(link, this, [this, row] { remedy(row); });
    menu->popup(view_->viewport()->mapToGlobal(at));
}

void ProblemsPanel::focusInEvent(QFocusEvent*) {
    if (current() < 0 && count() > 0) view_->setCurrentIndex(rows_->index(0));
    view_->setFocus();
}

/// A click on a row jumps to its node; a click on its link applies the remedy. Enter jumps, Shift+Enter
/// applies.
bool ProblemsPanel::eventFilter(QObject* watched, QEvent* event) {
    const auto& drawing = *static_cast<const Drawing*>(view_->itemDelegate());
    if (watched == view_->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QModelIndex index = view_->indexAt(mouse->pos());
        if (mouse->button() != Qt::LeftButton || !index.isValid()) return false;
        const QRect link = drawing.link(view_->visualRect(index), rows_->at(index.row()).remedy);
        if (link.contains(mouse->pos())) {
            remedy(index.row());
        } else {
            jump(index.row());
        }
        return false;
    }
    if (watched == view_->viewport() && event->type() == QEvent::MouseMove) {
        const QPoint at = static_cast<QMouseEvent*>(event)->pos();
        const QModelIndex index = view_->indexAt(at);
        const bool onLink =
            index.isValid() &&
            drawing.link(view_->visualRect(index), rows_->at(index.row()).remedy).contains(at);
        view_->viewport()->setCursor(onLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
    if (watched == view_->viewport() && event->type() == QEvent::Paint && count() == 0) {
        QPainter painter(view_->viewport());
        painter.setFont(workbench_.theme.font(13));
        painter.setPen(workbench_.theme.color(Role::quiet));
        painter.drawText(view_->viewport()->rect(), Qt::AlignCenter, tr("No problems."));
        return true;
    }
    if (watched == view_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter) return false;
        if (key->modifiers().testFlag(Qt::ShiftModifier)) {
            remedy(current());
        } else {
            jump(current());
        }
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace burin::ui
