// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/model/engine.hpp"

#include <QHash>
#include <QImage>
#include <QObject>
#include <QString>

#include <memory>

namespace burin::ui {

/// Computes what is shown of a design: the only place of the interface that asks the engine for samples.
///
/// Interface thread only; the work itself runs on threads of its own and comes back by signals.
class Previews : public QObject {
    Q_OBJECT

  public:
    explicit Previews(Engine engine, QObject* parent = nullptr);
    ~Previews() override;

    [[nodiscard]] const Engine& engine() const { return engine_; }

    /// What is shown from now on. Cancels what that outdates; pictures of what has not changed stay.
    void setDesign(std::shared_ptr<const Design> design);

    /// The newest picture of a node, at most 128 x 128 px, gray; null until there is one. Asks for a better
    /// one where it is outdated: thumbnailChanged() follows.
    [[nodiscard]] QImage thumbnail(const QString& node);
    /// Whether anything is still to be computed.
    [[nodiscard]] bool busy() const;

    /// Whether a thumbnail of the node has been computed for over 150 ms.
    [[nodiscard]] bool computing(const QString& node) const;

  signals:
    void thumbnailChanged(const QString& node);
    void computingChanged(const QString& node);

  private:
    Engine engine_;
    std::shared_ptr<const Design> design_;
};

}  // namespace burin::ui
