// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/write_file.hpp"

#include "core/base/files.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <span>

namespace burin::ui {

QString writeFile(const QString& file, const QByteArray& bytes, const std::function<bool()>& mayReplace) {
    const std::span<const char> content(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    const auto failure = replaceFile(pathOf(file), std::as_bytes(content), mayReplace);
    if (!failure) return {};
    const Problem& problem = failure->problem;
    // The caller says that the file could not be written; the system says why.
    return problem.details.empty() ? "it " + problemText(problem) : textOf(problem.details.front());
}

}  // namespace burin::ui
