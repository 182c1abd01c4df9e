// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/export_plan.hpp"
#include "ui/export/machine_query.hpp"
#include "ui/model/session.hpp"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace burin::ui {

class ExportQueue;
class MachineBook;
class PreflightRun;
class RegionMap;

/// What is to be written, and what that takes, before it starts.
class ExportForm : public QWidget {
    Q_OBJECT

  public:
    /// The part of the surface's plane that is looked at; nothing where something else is shown.
    using View = std::function<std::optional<Rect>()>;

    /// \param queue  that its orders are for
    ExportForm(Session session, ExportQueue& queue, MachineBook& book, PreflightRun& preflight,
               QWidget* parent = nullptr);

    /// Without one there is no region to be taken from it.
    void setView(View view);
    /// Takes the document as it is now, and looks ahead anew.
    void refresh();
    /// Chooses to stream to the machine of the book that was used last.
    void chooseMachine();
    [[nodiscard]] QString target() const;
    void setTarget(const QString& file);

    /// Whether what is filled in can start.
    [[nodiscard]] bool ready() const { return ready_; }
    /// The verb of the button that starts it.
    [[nodiscard]] QString verb() const;
    /// \pre ready()
    [[nodiscard]] ExportOrder order() const;

  signals:
    void readyChanged();
    void preflightWanted();
    /// The address book is to be opened.
    void bookWanted();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    enum class Format { tiff, raw, png, swaths, layers, machine };
    enum class Part { whole, view, numbers };

    void makeFields();
    QWidget* makeForm();
    QWidget* makeOutlook();
    [[nodiscard]] Format format() const;
    [[nodiscard]] Part part() const;
    void setFormat(Format format);
    void choose();
    void targetTyped();
    void fillMachines();
    void askMachine();
    void machineAnswered();
    void offerScans();
    [[nodiscard]] const MachineEntry* machine() const;
    [[nodiscard]] const MachineDescription* answered() const;
    [[nodiscard]] bool swathsChosen() const;
    [[nodiscard]] bool compresses() const;
    void adoptMachine();
    [[nodiscard]] QStringList problems() const;
    void showRows();
    void formChanged();
    void fillRegion(const Rect& region);
    void lookAtView();
    [[nodiscard]] std::optional<Rect> typedRegion(QString& problem) const;
    [[nodiscard]] std::optional<std::int64_t> typedSwath() const;
    [[nodiscard]] int typedLayers() const;
    [[nodiscard]] std::optional<ExportOrder> typed(QString& problem) const;
    void lookAhead();
    void showMap(const std::optional<Rect>& region);
    [[nodiscard]] QImage picture() const;
    void take(const ExportPlan& plan);
    void showOutlook();
    void showNotices();
    void showPreflight();
    void notice(const QString& icon, int role, const QString& text);

    const Session session_;
    ExportQueue& queue_;
    MachineBook& book_;
    PreflightRun& preflight_;
    ExportPlanner planner_;
    MachineQuery query_;
    View view_;
    std::optional<Rect> seen_;  ///< the view, as it was last asked
    QTimer soon_;
    std::optional<ExportPlan> plan_;
    QString problem_;   ///< of what is filled in
    QString conflict_;  ///< with the queue
    QString misfit_;    ///< with the machine
    bool ready_ = false;

    QComboBox* format_;
    QLineEdit* target_;
    QLabel* targetHint_;
    QWidget* targetRow_;
    QWidget* machineRow_;
    QComboBox* machines_;
    QComboBox* region_;
    QWidget* numbers_;
    QLineEdit* x_;
    QLineEdit* y_;
    QLineEdit* width_;
    QLineEdit* height_;
    QLabel* size_;
    RegionMap* map_;
    QWidget* scanRow_;
    QLabel* scanName_;
    QComboBox* scan_;
    QLineEdit* swath_;
    QCheckBox* serpentine_;
    QWidget* layersRow_;
    QLineEdit* layers_;
    QWidget* compressionRow_;
    QComboBox* compression_;
    QWidget* slicesRow_;
    QCheckBox* slices_;
    QLabel* bytes_;
    QLabel* freeName_;
    QLabel* free_;
    QLabel* time_;
    QLabel* memory_;
    QVBoxLayout* notices_;
    QCheckBox* again_;
    QLabel* preflightIcon_;
    QLabel* preflightText_;
    QPushButton* preflightButton_;
};

}  // namespace burin::ui
