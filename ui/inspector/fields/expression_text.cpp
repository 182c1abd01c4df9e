// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/expression_text.hpp"

#include "core/expression/lexer.hpp"
#include "core/expression/parser.hpp"
#include "core/expression/vocabulary.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace burin::ui {

namespace {

/// The lexer counts bytes, the editor UTF-16 characters. Counts on from the last place.
class CharacterCount {
  public:
    explicit CharacterCount(std::string_view bytes) : bytes_(bytes) {}

    int until(std::size_t offset) {
        for (; at_ < offset; ++at_) {
            const auto byte = static_cast<unsigned char>(bytes_[at_]);
            const bool starts = (byte & 0xC0U) != 0x80U;
            count_ += starts ? (byte >= 0xF0U ? 2 : 1) : 0;
        }
        return count_;
    }

  private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    int count_ = 0;
};

}  // namespace

std::vector<ExpressionSpan> expressionSpans(const QString& text) {
    using Kind = ExpressionSpan::Kind;
    std::vector<ExpressionSpan> spans;
    if (text.size() > static_cast<qsizetype>(longestExpression)) return spans;
    const std::string bytes = text.toStdString();
    Lexer lexer(bytes);
    CharacterCount characters(bytes);
    try {
        for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
            if (token.kind == Token::Kind::symbol) continue;
            const bool number = token.kind == Token::Kind::number || findConstant(token.text) != nullptr;
            const bool function = !number && findFunction(token.text) != nullptr;
            spans.push_back({number     ? Kind::number
                             : function ? Kind::function
                                        : Kind::variable,
                             characters.until(token.offset), static_cast<int>(token.text.size())});
        }
    } catch (const SyntaxRefusal&) {
        // The rest is drawn plain; the parser reports the error.
    }
    return spans;
}

QString nameBefore(const QString& text, int caret) {
    int start = caret;
    while (start > 0 && text[start - 1].unicode() < 128 && continuesName(text[start - 1].toLatin1()))
        --start;
    while (start < caret && !startsName(text[start].toLatin1()))
        ++start;
    return text.mid(start, caret - start);
}

std::vector<CurvePoint> kneesOf(const std::vector<CurvePoint>& samples, double tolerance) {
    if (samples.size() < 3) return samples;
    std::vector<bool> kept(samples.size(), false);
    kept.front() = kept.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> spans = {{0, samples.size() - 1}};
    while (!spans.empty()) {
        const auto [first, last] = spans.back();
        spans.pop_back();
        const double slope = (samples[last].y - samples[first].y) / (samples[last].x - samples[first].x);
        std::size_t worst = first;
        double most = tolerance;
        for (std::size_t i = first + 1; i < last; ++i) {
            const double straight = samples[first].y + slope * (samples[i].x - samples[first].x);
            if (const double off = std::abs(samples[i].y - straight); off > most) {
                most = off;
                worst = i;
            }
        }
        if (worst == first) continue;
        kept[worst] = true;
        spans.insert(spans.end(), {{first, worst}, {worst, last}});
    }
    std::vector<CurvePoint> knees;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (kept[i]) knees.push_back(samples[i]);
    }
    return knees;
}

}  // namespace burin::ui
