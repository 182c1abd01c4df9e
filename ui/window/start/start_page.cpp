// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start/start_page.hpp"

#include "ui/inspector/fields/cut_label.hpp"
#include "ui/inspector/fields/icon_label.hpp"
#include "ui/theme/sketch_mark.hpp"
#include "ui/window/start/example_gallery.hpp"

#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QSvgRenderer>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int sideWidth = 390;  // with the line at its right
constexpr int lineWidth = 1;
constexpr int leastSideWidth = 280;
/// A row of a recent file reaches that far beyond its picture and its words, which are level with the rest.
constexpr int beyondRow = 12;
constexpr int recentFile = Qt::UserRole + 1;
constexpr int recentSize = Qt::UserRole + 2;
constexpr int recentDay = Qt::UserRole + 3;
constexpr int recentSketch = Qt::UserRole + 4;

QString dayText(const QDateTime& time) {
    const qint64 days = time.date().daysTo(QDate::currentDate());
    const QLocale locale;
    if (days == 0) return StartPage::tr("today");
    if (days < 7) return locale.dayName(time.date().dayOfWeek(), QLocale::ShortFormat);
    return QString("%1 %2")
        .arg(time.date().day())
        .arg(locale.monthName(time.date().month(), QLocale::ShortFormat));
}

/// Draws a recent file: two lines and a picture.
class RecentDelegate : public QStyledItemDelegate {
  public:
    RecentDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {0, 56};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QFileInfo file(index.data(recentFile).toString());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(
                theme_.color(option.state & QStyle::State_HasFocus ? Role::selectedGround : Role::hover));
            painter->drawRoundedRect(option.rect, 4, 4);
        }
        const QRectF inner = QRectF(option.rect).adjusted(beyondRow, 8, -beyondRow, -8);
        const QRectF picture(inner.x(), inner.y(), 40, 40);
        painter->fillRect(picture, theme_.color(Role::field));
        const auto image = index.data(Qt::DecorationRole).value<QImage>();
        if (!image.isNull()) {
            QRectF whole({}, QSizeF(image.size()).scaled(picture.size(), Qt::KeepAspectRatio));
            whole.moveCenter(picture.center());
            painter->drawImage(whole, image);
            if (index.data(recentSketch).toBool())
                paintSketchMark(*painter, theme_, theme_.font(11), picture);
        }
        const QRectF text = inner.adjusted(52, 0, 0, 0);
        line(*painter, text, Qt::AlignTop, file.fileName(), theme_.font(13, 500), Role::text,
             index.data(recentSize).toString(), theme_.numbers(12), Role::secondary);
        line(*painter, text, Qt::AlignBottom, folderText(file), theme_.font(12), Role::quiet,
             index.data(recentDay).toString(), theme_.font(12), Role::quiet);
        if (option.state & QStyle::State_HasFocus) {
            painter->setPen(QPen(theme_.color(Role::accent), 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 4, 4);
        }
        painter->restore();
    }

  private:
    static QString folderText(const QFileInfo& file) {
        const QStringList parts = file.absolutePath().split('/', Qt::SkipEmptyParts);
        return parts.mid(std::max<qsizetype>(0, parts.size() - 2)).join('/');
    }

    /// Two texts of one line. If less than three quarters of the left one fit, the right one is left
    /// out.
    void line(QPainter& painter, const QRectF& place, Qt::Alignment where, const QString& left,
              const QFont& leftFont, Role leftRole, const QString& right, const QFont& rightFont,
              Role rightRole) const {
        const QFontMetricsF metrics(leftFont);
        const qreal beside = place.width() - QFontMetricsF(rightFont).horizontalAdvance(right) - 12;
        const bool both = beside >= metrics.horizontalAdvance(left) * 0.75;
        painter.setFont(rightFont);
        painter.setPen(theme_.color(rightRole));
        if (both) painter.drawText(place, where | Qt::AlignRight, right);
        painter.setFont(leftFont);
        painter.setPen(theme_.color(leftRole));
        painter.drawText(place, where | Qt::AlignLeft,
                         metrics.elidedText(left, Qt::ElideMiddle, both ? beside : place.width()));
    }

    const Theme& theme_;
};

QPushButton* linkButton(const QString& text, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setProperty("link", true);
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

}  // namespace

StartPage::StartPage(Recovery& recovery, Settings& settings, Theme& theme, QWidget* parent)
    : QWidget(parent), recovery_(recovery), settings_(settings), theme_(theme) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    side_ = new QScrollArea(this);
    side_->setObjectName("startScroll");
    side_->setWidgetResizable(true);
    side_->setFrameShape(QFrame::NoFrame);
    side_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    side_->setFocusPolicy(Qt::NoFocus);
    side_->setFixedWidth(sideWidth - lineWidth);
    side_->setWidget(side());
    side_->widget()->installEventFilter(this);
    layout->addWidget(side_);
    auto* line = new QFrame(this);  // right of the scroll bar
    line->setObjectName("startLine");
    line->setFixedWidth(lineWidth);
    layout->addWidget(line);
    static const QList<Example> shipped = examples(examplesFolder());  // they stay as long as the program
    gallery_ = new ExampleGallery(shipped, theme_, this);
    gallery_->setObjectName("gallery");
    connect(gallery_, &ExampleGallery::opened, this, &StartPage::exampleWanted);
    connect(gallery_, &ExampleGallery::insertWanted, this, &StartPage::insertWanted);
    layout->addWidget(gallery_, 1);
    setObjectName("startPage");
    setAttribute(Qt::WA_StyledBackground);
    refresh();
}

QWidget* StartPage::side() {
    auto* side = new QWidget(this);
    side->setObjectName("startSide");
    side->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(24 - beyondRow, 32, 24 - beyondRow, 24);
    layout->setSpacing(12);
    layout->addWidget(title());
    layout->addSpacing(12);
    layout->addWidget(backCard());
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(beyondRow, 0, beyondRow, 0);
    buttons->setSpacing(8);
    auto* create = new QPushButton(theme_.icon("new", Role::onAccentFill), tr("New design"), side);
    create->setObjectName("startNew");
    create->setProperty("primary", true);
    auto* open = new QPushButton(theme_.icon("open"), tr("Open..."), side);
    open->setObjectName("startOpen");
    buttons->addWidget(create, 1);
    buttons->addWidget(open, 1);
    layout->addLayout(buttons);
    connect(create, &QPushButton::clicked, this, &StartPage::newWanted);
    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    left_ = new QVBoxLayout;
    left_->setContentsMargins(beyondRow, 0, beyondRow, 0);
    left_->setSpacing(8);
    layout->addSpacing(8);
    layout->addLayout(left_);
    recentHead_ = new QWidget(side);
    auto* head = new QHBoxLayout(recentHead_);
    head->setContentsMargins(beyondRow, 8, beyondRow, 0);
    auto* recentTitle = new QLabel(tr("Recent"), side);
    recentTitle->setFont(theme_.font(13, 600));
    auto* clear = linkButton(tr("Clear"), side);
    head->addWidget(recentTitle);
    head->addStretch();
    head->addWidget(clear);
    layout->addWidget(recentHead_);
    recent_ = new QListWidget(side);
    recent_->setObjectName("recent");
    recent_->setFrameShape(QFrame::NoFrame);
    recent_->setMouseTracking(true);
    recent_->setItemDelegate(new RecentDelegate(theme_, this));
    recent_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    layout->addWidget(recent_, 1);
    auto* drop = new QHBoxLayout;
    drop->setContentsMargins(beyondRow, 0, beyondRow, 0);
    drop->addWidget(dropHint());
    layout->addLayout(drop);
    connect(clear, &QPushButton::clicked, this, [this] {
        settings_.clearRecent();
        refresh();
    });
    const auto openRecent = [this](const QListWidgetItem* item) {
        emit fileWanted(item->data(recentFile).toString());
    };
    connect(recent_, &QListWidget::itemActivated, this, openRecent);
    connect(recent_, &QListWidget::itemClicked, this, openRecent);
    recent_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(recent_, &QListWidget::customContextMenuRequested, this, &StartPage::openRecentMenu);
    return side;
}

/// The way back to the open design, and whether it has unsaved changes.
QWidget* StartPage::backCard() {
    back_ = new QWidget(this);
    auto* layout = new QVBoxLayout(back_);
    layout->setContentsMargins(beyondRow, 0, beyondRow, 4);
    layout->setSpacing(4);
    backButton_ = new QPushButton(back_);
    backButton_->setObjectName("startBack");
    backState_ = new QLabel(tr("It has unsaved changes."), back_);
    backState_->setObjectName("startBackState");
    backState_->setFont(theme_.font(12));
    backState_->setProperty("secondary", true);
    layout->addWidget(backButton_);
    layout->addWidget(backState_);
    back_->hide();
    connect(backButton_, &QPushButton::clicked, this, &StartPage::backWanted);
    return back_;
}

const QList<Example>& StartPage::shownExamples() const {
    return gallery_->shown();
}

void StartPage::setOpenDesign(const QString& title, bool modified) {
    constexpr int widest = 200;  // px; small windows have no more room at the side
    const QString name = QFontMetrics(backButton_->font()).elidedText(title, Qt::ElideMiddle, widest);
    backButton_->setText(tr("Back to %1").arg(name).replace('&', "&&"));
    backButton_->setToolTip(tr("%1 (Esc)").arg(title));
    backState_->setVisible(modified);
    back_->setVisible(!title.isEmpty());
    gallery_->setInsertsInto(title);
}

void StartPage::openRecentMenu(QPoint at) {
    const QListWidgetItem* item = recent_->itemAt(at);
    if (item == nullptr) return;
    const QString file = item->data(recentFile).toString();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open"), this, [this, file] { emit fileWanted(file); });
    menu->addAction(tr("Open in new window"), this, [this, file] { emit windowWanted(file); });
    menu->popup(recent_->viewport()->mapToGlobal(at));
}

QWidget* StartPage::title() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(beyondRow, 0, beyondRow, 0);
    layout->setSpacing(12);
    auto* logo = new QLabel(row);
    QPixmap picture(QSize(40, 40) * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    QSvgRenderer(QString(":/icons/app.svg")).render(&painter, QRectF(0, 0, 40, 40));
    painter.end();
    logo->setPixmap(picture);
    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    auto* name = new QLabel("Burin", row);
    name->setFont(theme_.font(22, 600));
    auto* version = new QLabel(BURIN_VERSION, row);
    version->setFont(theme_.font(12));
    version->setProperty("quiet", true);
    names->addWidget(name);
    names->addWidget(version);
    layout->addWidget(logo);
    layout->addLayout(names);
    layout->addStretch();
    return row;
}

QWidget* StartPage::dropHint() {
    auto* box = new QWidget(this);
    box->setObjectName("dropHint");
    box->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(16, 12, 16, 12);
    auto* icon = new IconLabel(theme_, 18, box);
    icon->setIcon("folder", Role::secondary);
    auto* words = new QLabel(tr("Drop a design, an image or a drawing here"), box);
    words->setProperty("secondary", true);
    auto* suffixes = new QLabel(".burin .tif .png .jpg .bmp .pgm .webp .svg .dxf", box);
    suffixes->setFont(theme_.font(12));
    suffixes->setProperty("quiet", true);
    for (QLabel* label : {static_cast<QLabel*>(icon), words, suffixes}) {
        label->setAlignment(Qt::AlignHCenter);
        label->setWordWrap(label != icon);
        layout->addWidget(label);
    }
    return box;
}

QWidget* StartPage::leftCard(const Recovery::Left& left) {
    auto* card = new QWidget(this);
    card->setObjectName("leftCard");
    card->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    auto* head = new QHBoxLayout;
    auto* icon = new IconLabel(theme_, 16, card);
    icon->setIcon("clock", Role::warning);
    auto* title = new CutLabel(theme_, tr("%1 was not closed").arg(left.title), card);
    title->setFont(theme_.font(13, 600));
    title->setRole(Role::text);
    head->addWidget(icon);
    head->addWidget(title, 1);
    layout->addLayout(head);
    auto* text = new QLabel(Recovery::textOf(left), card);
    text->setWordWrap(true);
    text->setFont(theme_.font(12));
    text->setProperty("secondary", true);
    layout->addWidget(text);
    auto* buttons = new QHBoxLayout;
    auto* recover = new QPushButton(tr("Recover"), card);
    recover->setObjectName("recover");
    buttons->addWidget(recover);
    connect(recover, &QPushButton::clicked, this, [this, left] { emit recoveryWanted(left); });
    if (!left.file.isEmpty()) {
        auto* open = new QPushButton(tr("Open the file"), card);
        buttons->addWidget(open);
        connect(open, &QPushButton::clicked, this, [this, left] { emit savedFileWanted(left.file); });
    }
    buttons->addStretch();
    auto* discard = linkButton(tr("Discard"), card);
    buttons->addWidget(discard);
    connect(discard, &QPushButton::clicked, this, [this, left] {
        recovery_.discard(left);
        refresh();
    });
    layout->addLayout(buttons);
    return card;
}

void StartPage::addRecent(const Settings::Recent& recent) {
    fillItem(*new QListWidgetItem(recent_), recent);
}

void StartPage::fillItem(QListWidgetItem& item, const Settings::Recent& recent) {
    item.setData(Qt::DisplayRole, QFileInfo(recent.file).fileName());
    item.setData(Qt::DecorationRole, recent.picture);
    item.setData(recentFile, recent.file);
    item.setData(recentSize, recent.size);
    item.setData(recentDay, dayText(recent.used));
    item.setData(recentSketch, recent.sketch);
    item.setToolTip(recent.sketch ? tr("%1\nThe picture is a sketch.").arg(recent.file) : recent.file);
}

void StartPage::showPicture(const QString& file) {
    for (const Settings::Recent& recent : settings_.recent()) {
        for (int row = 0; recent.file == file && row < recent_->count(); ++row) {
            if (recent_->item(row)->data(recentFile).toString() == file)
                fillItem(*recent_->item(row), recent);
        }
    }
}

void StartPage::refresh() {
    while (QLayoutItem* item = left_->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const Recovery::Left& left : recovery_.left())
        left_->addWidget(leftCard(left));
    recent_->clear();
    for (const Settings::Recent& recent : settings_.recent())
        addRecent(recent);
    recentHead_->setVisible(recent_->count() > 0);
    recent_->setVisible(true);
    recent_->setFocusPolicy(recent_->count() > 0 ? Qt::StrongFocus : Qt::NoFocus);
    fitSide();
}

/// In a small window the examples get the larger part, but the text of the side is never cut.
void StartPage::fitSide() {
    const int inside = side_->widget()->minimumSizeHint().width();
    const int needed = inside + side_->verticalScrollBar()->sizeHint().width();
    side_->setFixedWidth(
        std::max(needed, std::clamp(width() * 2 / 5, leastSideWidth, sideWidth) - lineWidth));
}

/// A card only counts in the layout once it is shown, which is a turn of the event loop after it is made.
bool StartPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == side_->widget() && event->type() == QEvent::LayoutRequest) fitSide();
    return QWidget::eventFilter(watched, event);
}

void StartPage::resizeEvent(QResizeEvent* event) {
    fitSide();
    QWidget::resizeEvent(event);
}

/// The examples get the focus. A focus proxy would also get it from Tab, before the buttons of the side.
void StartPage::focusInEvent(QFocusEvent* event) {
    gallery_->setFocus(event->reason());
}

void StartPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !back_->isHidden()) return emit backWanted();
    QWidget::keyPressEvent(event);
}

void StartPage::showEvent(QShowEvent* event) {
    refresh();
    QWidget::showEvent(event);
}

}  // namespace burin::ui
