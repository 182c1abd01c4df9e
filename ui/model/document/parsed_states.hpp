// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <QByteArray>

#include <memory>
#include <vector>

namespace burin::ui {

/// The documents of the last states of a history, so that undo and redo need not parse them again. The least
/// recently used states are dropped first. Interface thread only; other threads may read the documents.
class ParsedStates {
  public:
    /// \param limitBytes  of the texts of all documents together; a document takes about 25 times its text
    explicit ParsedStates(qint64 limitBytes) : limitBytes_(limitBytes) {}

    /// \param state  the packed text \param textBytes  the size of the text
    void keep(const QByteArray& state, std::shared_ptr<const YamlValue> document, qint64 textBytes);
    /// The document of a state, or null.
    [[nodiscard]] std::shared_ptr<const YamlValue> find(const QByteArray& state);
    void drop(const QByteArray& state);
    void clear();

  private:
    struct Entry {
        QByteArray state;
        std::shared_ptr<const YamlValue> document;
        qint64 textBytes;
    };
    qint64 limitBytes_;
    qint64 usedBytes_ = 0;
    std::vector<Entry> entries_;  ///< the last used one comes last
};

}  // namespace burin::ui
