// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/export_queue_panel.hpp"

#include "ui/export/queue/queue_list.hpp"

#include <QVBoxLayout>

namespace burin::ui {

ExportQueuePanel::ExportQueuePanel(Workbench workbench, ExportQueue& queue, QWidget* parent)
    : QWidget(parent), queue_(queue), list_(new QueueList(workbench.theme, queue, this)) {
    setObjectName("export.queue");
    setWindowTitle(tr("Export queue"));
    setFocusProxy(list_);
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 4, 0, 0);
    box->addWidget(list_);
    setMinimumSize(320, 64);
    connect(list_, &QueueList::opened, this, &ExportQueuePanel::opened);
    connect(list_, &QueueList::batchOpened, this, &ExportQueuePanel::batchOpened);
    connect(list_, &QueueList::stopWanted, this, &ExportQueuePanel::stopWanted);
    connect(list_, &QueueList::resumeWanted, this, &ExportQueuePanel::resumeWanted);
    const auto count = [this] { emit countChanged(queue_.waiting() + (queue_.active() != nullptr ? 1 : 0)); };
    connect(&queue, &ExportQueue::inserted, this, count);
    connect(&queue, &ExportQueue::removed, this, count);
    connect(&queue, &ExportQueue::activeChanged, this, count);
}

}  // namespace burin::ui
