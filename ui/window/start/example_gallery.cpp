// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start/example_gallery.hpp"

#include "ui/words/cut_text.hpp"

#include <QHBoxLayout>
#include <QHash>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int cardWidth = 272;  ///< the least width, if the view has room for two columns
constexpr int pictureHeight = 168;
constexpr int lineHeight = 16;
constexpr int gap = 16;
constexpr int headGap = 8;
constexpr int aroundWords = 46;  // the icon and the padding of the search field
constexpr int exampleIndex = Qt::UserRole + 1;

/// The room below the picture of a card.
int textHeight(int width) {
    return 64 + linesOnCard(width) * lineHeight;
}

/// Paints the text in at most `most` lines; the last one ends with an ellipsis if the text is longer.
void paintLines(QPainter& painter, const QRectF& place, const QString& text, int most) {
    QTextLayout lines(text, painter.font());
    lines.beginLayout();
    const QFontMetricsF metrics(painter.font());
    qreal y = place.top();
    for (int i = 0; i < most; ++i, y += metrics.lineSpacing()) {
        QTextLine line = lines.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(place.width());
        const QString part =
            i + 1 < most ? text.mid(line.textStart(), line.textLength()) : text.mid(line.textStart());
        painter.drawText(QRectF(place.x(), y, place.width(), metrics.height()), Qt::AlignLeft | Qt::AlignTop,
                         cutText(part.trimmed(), metrics, place.width()));
    }
    lines.endLayout();
}

/// Paints a card: picture, title, text, icons of the kinds, number of nodes.
class CardDelegate : public QStyledItemDelegate {
  public:
    CardDelegate(const QList<Example>& examples, const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent), examples_(examples), theme_(theme) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        const auto* view = qobject_cast<const QAbstractScrollArea*>(option.widget);
        return cardFor(view == nullptr ? 2 * (cardWidth + gap) : view->viewport()->width()) + QSize(gap, gap);
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const int at = index.data(exampleIndex).toInt();
        const Example& example = examples_[at];
        const QRectF card = QRectF(option.rect).adjusted(0.5, 0.5, -gap - 0.5, -gap - 0.5);
        const qreal upper = card.height() - textHeight(static_cast<int>(card.width()));
        const bool selected = option.state & QStyle::State_Selected;
        const bool focused = option.state & QStyle::State_HasFocus;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        QPainterPath shape;
        shape.addRoundedRect(card, 6, 6);
        painter->fillPath(shape,
                          theme_.color(option.state & QStyle::State_MouseOver ? Role::hover : Role::panel));
        painter->setClipPath(shape);
        paintPicture(*painter, pictureOf(at), {card.x(), card.y(), card.width(), upper});
        painter->setClipping(false);
        const bool lit = option.state & QStyle::State_MouseOver;
        // Only the focus has a wide frame in the accent colour.
        const Role frame = focused || lit ? Role::accent : selected ? Role::strongLine : Role::line;
        painter->setPen(QPen(theme_.color(frame), focused || (selected && !lit) ? 2 : 1));
        painter->drawPath(shape);
        paintText(*painter, example, card.adjusted(16, upper + 12, -16, -12),
                  linesOnCard(static_cast<int>(card.width())));
        painter->restore();
    }

  private:
    /// The size at which the cards fill the width. As many columns are used as fit, but at least two.
    static QSize cardFor(int viewWidth) {
        constexpr int spare = 4;  // the view starts a new row if a card reaches its last pixels
        const int columns = std::max(2, (viewWidth - spare) / (cardWidth + gap));
        const int width = std::max((viewWidth - spare) / columns - gap, 96);
        return {width, width * pictureHeight / cardWidth + textHeight(width)};
    }

    /// The picture of an example; null if there is none. It is read when the card is drawn for the first
    /// time, because a start with a design draws no card. All galleries share the pictures.
    QImage pictureOf(int example) const {
        static QHash<QString, QImage> pictures;
        const QString& file = examples_[example].picture;
        const auto known = pictures.constFind(file);
        return known != pictures.constEnd() ? *known : *pictures.insert(file, QImage(file));
    }

    void paintPicture(QPainter& painter, const QImage& picture, const QRectF& place) const {
        painter.fillRect(place, theme_.color(Role::field));
        if (picture.isNull()) return;
        const QSizeF size = QSizeF(picture.size()).scaled(place.size(), Qt::KeepAspectRatioByExpanding);
        QRectF target({0, 0}, size);
        target.moveCenter(place.center());
        painter.save();
        painter.setClipRect(place, Qt::IntersectClip);
        painter.drawImage(target, picture);
        painter.restore();
    }

    void paintText(QPainter& painter, const Example& example, const QRectF& place, int lines) const {
        painter.setFont(theme_.font(13, 600));
        painter.setPen(theme_.color(Role::text));
        paintLines(painter, place, example.title, 1);
        painter.setFont(theme_.font(12));
        painter.setPen(theme_.color(Role::secondary));
        paintLines(painter, place.adjusted(0, 20, 0, 0), example.text, lines);
        painter.setPen(theme_.color(Role::quiet));
        const QString nodes = example.nodes == 1 ? ExampleGallery::tr("1 node")
                                                 : ExampleGallery::tr("%1 nodes").arg(example.nodes);
        painter.drawText(place, Qt::AlignRight | Qt::AlignBottom, nodes);
        constexpr int step = 24;
        const qreal room = place.width() - painter.fontMetrics().horizontalAdvance(nodes);
        const int most = std::clamp(static_cast<int>(room) / step, 0, 5);
        const qreal ratio = painter.device()->devicePixelRatioF();
        for (int i = 0; i < std::min<int>(most, static_cast<int>(example.kinds.size())); ++i) {
            painter.drawPixmap(
                QPointF(place.x() + step * i, place.bottom() - 16),
                theme_.pixmap(Theme::kindIcon(example.kinds[i].toStdString()), 16, Role::secondary, ratio));
        }
    }

    const QList<Example>& examples_;
    const Theme& theme_;
};

}  // namespace

int linesOnCard(int width) {
    return width < cardWidth ? 3 : 2;
}

ExampleGallery::ExampleGallery(const QList<Example>& examples, Theme& theme, QWidget* parent)
    : QWidget(parent), examples_(examples), theme_(theme), view_(new QListView(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(36, 36, 6, 0);
    layout->setSpacing(16);
    layout->addWidget(head());
    layout->addWidget(view_);
    view_->setObjectName("examples");
    view_->setViewMode(QListView::IconMode);
    view_->setResizeMode(QListView::Adjust);
    view_->setMovement(QListView::Static);
    view_->setMouseTracking(true);
    view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setModel(&model_);
    view_->setItemDelegate(new CardDelegate(examples_, theme_, this));
    const auto open = [this](const QModelIndex& index) {
        emit opened(examples_[index.data(exampleIndex).toInt()]);
    };
    connect(view_, &QListView::clicked, this, open);
    connect(view_, &QListView::activated, this, open);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view_, &QListView::customContextMenuRequested, this, &ExampleGallery::openMenu);
    connect(&theme_, &Theme::changed, view_->viewport(), qOverload<>(&QWidget::update));
    filter();
    setFocusProxy(view_);
}

QWidget* ExampleGallery::head() {
    auto* row = new QWidget(this);
    row->setObjectName("clearGround");
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 30, 0);
    layout->setSpacing(headGap);
    title_ = new QLabel(tr("Examples"), row);
    title_->setFont(theme_.font(18, 600));
    hint_ = new QLabel(tr("each one opens as a new design"), row);
    hint_->setFont(theme_.font(12));
    hint_->setProperty("quiet", true);
    layout->addWidget(title_);
    layout->addWidget(hint_);
    layout->addStretch();
    categories_ = new QButtonGroup(this);
    QStringList names{tr("All")};
    for (const Example& example : examples_) {
        if (!names.contains(example.category)) names << example.category;
    }
    segments_ = new QWidget(row);
    segments_->setObjectName("clearGround");
    auto* segments = new QHBoxLayout(segments_);
    segments->setContentsMargins(0, 0, 0, 0);
    segments->setSpacing(0);
    for (const QString& name : names) {
        auto* button = new QToolButton(row);
        button->setText(name);
        button->setCheckable(true);
        button->setChecked(name == names.first());
        button->setProperty("segment", name == names.first()  ? "first"
                                       : name == names.last() ? "last"
                                                              : "middle");
        categories_->addButton(button);
        segments->addWidget(button);
    }
    layout->addWidget(segments_);
    narrow_ = new QComboBox(row);
    narrow_->setObjectName("exampleCategories");
    narrow_->addItems(names);
    layout->addWidget(narrow_);
    words_ = new QLineEdit(row);
    words_->setObjectName("searchExamples");
    words_->addAction(theme_.icon("search", Role::quiet), QLineEdit::LeadingPosition);
    words_->setMinimumWidth(120);
    words_->setMaximumWidth(224);
    layout->addWidget(words_);
    connect(categories_, &QButtonGroup::idClicked, this, [this] {
        narrow_->setCurrentText(categories_->checkedButton()->text());
        filter();
    });
    connect(narrow_, &QComboBox::activated, this, [this](int index) {
        categories_->buttons().at(index)->setChecked(true);
        filter();
    });
    connect(words_, &QLineEdit::textChanged, this, &ExampleGallery::filter);
    return row;
}

/// Without space for the buttons the categories are a list; parts that still do not fit are hidden.
void ExampleGallery::resizeEvent(QResizeEvent* event) {
    const QMargins around = layout()->contentsMargins();
    const QMargins inHead = hint_->parentWidget()->layout()->contentsMargins();
    const int fields =
        around.left() + around.right() + inHead.left() + inHead.right() + words_->minimumWidth() + headGap;
    const int taken = fields + title_->sizeHint().width() + headGap;
    const int forCategories = taken + segments_->sizeHint().width() + headGap;
    segments_->setVisible(width() >= forCategories);
    narrow_->setVisible(width() < forCategories);
    title_->setVisible(width() >= forCategories || width() >= taken + narrow_->sizeHint().width() + headGap);
    hint_->setVisible(width() >= forCategories + hint_->sizeHint().width() + headGap);
    // A narrow field has a short hint instead of a cut one.
    const QString words = tr("Search examples");
    const QWidget* const choice = width() >= forCategories ? static_cast<QWidget*>(segments_) : narrow_;
    const int beside = (title_->isHidden() ? 0 : title_->sizeHint().width() + headGap) +
                       choice->sizeHint().width() + headGap;
    const int room = width() - (fields - words_->minimumWidth()) - beside;
    words_->setPlaceholderText(
        room >= words_->fontMetrics().horizontalAdvance(words) + aroundWords ? words : tr("Search"));
    QWidget::resizeEvent(event);
}

void ExampleGallery::openMenu(QPoint at) {
    QModelIndex index = view_->indexAt(at);
    if (!index.isValid()) index = view_->currentIndex();  // the menu was opened by a key
    if (!index.isValid()) return;
    const Example& example = examples_[index.data(exampleIndex).toInt()];
    auto* menu = new QMenu(this);
    menu->setObjectName("exampleMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open as a new design"), this, [this, example] { emit opened(example); });
    const QString title = QString(insertsInto_).replace('&', "&&");
    QAction* insert = menu->addAction(title.isEmpty() ? tr("Insert") : tr("Insert into %1").arg(title), this,
                                      [this, example] { emit insertWanted(example); });
    insert->setEnabled(!title.isEmpty());
    menu->popup(view_->viewport()->mapToGlobal(at));
}

bool ExampleGallery::wanted(const Example& example) const {
    const QString category = categories_->checkedButton()->text();
    if (category != tr("All") && category != example.category) return false;
    const QString all = QStringList{example.title, example.text, example.category, example.kinds.join(' ')}
                            .join(' ')
                            .toLower();
    const QStringList words = words_->text().toLower().split(' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString& word) { return all.contains(word); });
}

void ExampleGallery::filter() {
    model_.clear();
    for (int i = 0; i < examples_.size(); ++i) {
        if (!wanted(examples_[i])) continue;
        auto* item = new QStandardItem(examples_[i].title);
        item->setData(i, exampleIndex);
        item->setEditable(false);
        model_.appendRow(item);
    }
    if (model_.rowCount() > 0) view_->setCurrentIndex(model_.index(0, 0));
}

}  // namespace burin::ui
