// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews.hpp"

#include <utility>

namespace burin::ui {

Previews::Previews(Engine engine, QObject* parent) : QObject(parent), engine_(std::move(engine)) {}
Previews::~Previews() = default;

void Previews::setDesign(std::shared_ptr<const Design> design) {
    design_ = std::move(design);
}

QImage Previews::thumbnail(const QString&) {
    return {};
}

bool Previews::busy() const {
    return false;
}

bool Previews::computing(const QString&) const {
    return false;
}

}  // namespace burin::ui
