// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"
#include "core/outlines/drawing_request.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QStringList>
#include <QToolButton>

#include <memory>
#include <vector>

class QAction;

namespace burin::ui {

class PickMenu;

/// Opens a menu with names in the drawing of a path, to choose those that a list of the node has. Another
/// thread reads the drawing each time, since its file may have changed.
class PartsButton : public QToolButton {
    Q_OBJECT

  public:
    /// \param place  of the list
    PartsButton(EditorPlace place, DrawingNames offers, QWidget* parent);

  signals:
    /// The names that the list gets; may be none.
    void picked(const QStringList& names);

  private:
    struct Entry {
        QAction* action;
        QStringList names;  ///< the first one is written
    };

    void read();
    void clear();
    void offer(const DrawingParts& parts);
    void add(const QStringList& names, const QString& note, const QStringList& now);
    void say(const QString& words);
    void open();
    void take();
    [[nodiscard]] QStringList listed() const;
    [[nodiscard]] bool isNamed(const Entry& entry, const QString& name) const;

    EditorPlace place_;
    const DrawingNames offers_;
    PickMenu* menu_;
    std::vector<Entry> entries_;
    Qt::CaseSensitivity case_ = Qt::CaseSensitive;
    Inbox inbox_;
    std::unique_ptr<LatestTask> reading_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui
