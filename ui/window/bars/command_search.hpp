// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"
#include "ui/model/workbench.hpp"

#include <QAction>
#include <QCompleter>
#include <QIcon>
#include <QKeySequence>
#include <QLineEdit>
#include <QPointer>
#include <QStandardItemModel>
#include <QVariant>

#include <functional>
#include <utility>
#include <vector>

namespace burin::ui {

/// Finds commands, nodes, and kinds to add, all of them also by synonyms. The best matches come first, and
/// the first is highlighted. Enter takes the highlighted row: it runs the command, shows the node or adds a
/// node of the kind. Commands that cannot run now come last and say why.
class CommandSearch : public QLineEdit {
    Q_OBJECT

  public:
    explicit CommandSearch(Workbench workbench, QWidget* parent = nullptr);

    /// \param actions  called for each search, so that new actions are found
    void setCommands(std::function<QList<QAction*>()> actions) { actions_ = std::move(actions); }
    /// \param kinds  the kinds that can be added; called for each search \param add  adds a node of a kind
    void setKinds(std::function<std::vector<const KindDescription*>()> kinds,
                  std::function<void(const KindDescription&)> add) {
        kinds_ = std::move(kinds);
        add_ = std::move(add);
    }
    /// The property of a QAction that holds further words for the search.
    static constexpr const char* synonyms = "synonyms";
    /// Starts a search for nodes only or for everything.
    void begin(bool nodesOnly);
    /// Sets the keys that begin a search. The empty field shows them, if it has the room.
    void setKeys(const QKeySequence& keys);
    [[nodiscard]] QSize sizeHint() const override { return {wantedWidth, QLineEdit::sizeHint().height()}; }

  signals:
    /// The graph should get the focus: it shows the node that was found, or nothing had the focus before.
    void graphWanted();

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    /// Something that can be found.
    struct Entry {
        QIcon icon;
        QString shown;
        QString name;   ///< matches in it rank before those in other words
        QString words;  ///< all other text to search in
        bool enabled = true;
        int role = 0;  ///< under which `value` is stored in the row
        QVariant value;
    };

    void collect();
    void collectCommands(const QList<QAction*>& actions);
    void collectNodes();
    void collectKinds();
    void list();
    void run(const QModelIndex& index);
    void giveFocusBack();
    void sayIfNothing();

    static constexpr int wantedWidth = 160;
    Workbench workbench_;
    std::function<QList<QAction*>()> actions_;
    std::function<std::vector<const KindDescription*>()> kinds_;
    std::function<void(const KindDescription&)> add_;
    std::vector<const KindDescription*> offered_;
    std::vector<Entry> entries_;
    QStandardItemModel model_;    ///< the entries that match, best first
    QCompleter completer_{this};  ///< shows the list
    QList<QPointer<QAction>> found_;
    QString keys_;
    bool nodesOnly_ = false;
    QPointer<QWidget> before_;  ///< had the focus before the search
};

}  // namespace burin::ui
