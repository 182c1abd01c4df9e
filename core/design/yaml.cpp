// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/yaml.hpp"

#include "core/base/text.hpp"
#include "core/design/layout/yaml_text.hpp"
#include "core/design/yaml_source.hpp"
#include "core/geometry/length.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>
#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <span>
#include <streambuf>
#include <unordered_set>

namespace burin {

namespace {

constexpr const char* aliasReason = "aliases are not supported";
constexpr const char* aliasAdvice = "write the value itself, or put a text that starts with * in quotes";

constexpr std::size_t deepest = 64;
constexpr std::size_t mostValues = std::size_t{1} << 21U;

/// Feeds a text to the YAML library, which cannot be interrupted: after a stop the text appears to end.
class TextBuffer final : public std::streambuf {
  public:
    TextBuffer(std::string_view text, const std::stop_token& stop)
        : begin_(const_cast<char*>(text.data())), end_(begin_ + text.size()), stop_(stop) {
        setg(begin_, begin_, begin_);
    }

  protected:
    int_type underflow() override {
        if (egptr() == end_ || stop_.stop_requested()) return traits_type::eof();
        // The whole text before the reading position stays available, because the library puts characters
        // back.
        setg(begin_, gptr(), gptr() + std::min<std::ptrdiff_t>(pieceBytes, end_ - gptr()));
        return traits_type::to_int_type(*gptr());
    }

  private:
    static constexpr std::ptrdiff_t pieceBytes = 65536;

    char* begin_;  // never written to
    char* end_;
    const std::stop_token& stop_;
};

/// Completes the characters U+00A0 and U+0085. The library reads their escapes \_ and \N as single bytes,
/// which are not UTF-8. All other bytes of a text are well-formed.
std::string withWholeCharacters(std::string_view text) {
    std::string whole;
    while (const auto byte = firstInvalidUtf8(text)) {
        whole.append(text.substr(0, *byte)).append({'\xC2', text[*byte]});
        text.remove_prefix(*byte + 1);
    }
    return whole += text;
}

/// Thrown inside an event to leave the YAML library.
struct Refused {
    Diagnostic diagnostic;
};

/// Builds the tree from the library's events, and refuses everything that a design may not contain.
///
/// The library recurses once a level, so refusing a level that is too deep also bounds its recursion.
class TreeBuilder final : public YAML::EventHandler {
  public:
    TreeBuilder(YamlSource& source, std::shared_ptr<const YamlText> text)
        : source_(source), text_(std::move(text)) {}

    [[nodiscard]] bool complete() const { return complete_; }
    [[nodiscard]] YamlValue take() { return std::move(document_); }

    /// Rewords the library's error and finds the place of the mistake.
    [[nodiscard]] Diagnostic explain(const YAML::ParserException& error) const;
    [[nodiscard]] Diagnostic explanation(const YAML::ParserException& error) const;

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (complete_) {
            refuse(mark, "there is more text after the end of the document",
                   "check the indentation of this line; a file holds one document");
        }
    }
    void OnDocumentEnd() override { complete_ = true; }

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        YamlValue value = begin(mark, "?", anchor);
        value.scalar = source_.nullSpelling(lastOffset_, keyExpected());
        if (keyExpected()) {
            // As a key, a spelling of null is an ordinary name.
            if (value.scalar.empty() && source_.longKey(lastOffset_)) throw Refused{longKey(lastOffset_)};
            if (value.scalar.empty()) refuse(mark, "this value has no key", "write `key: value`");
            value.type = YamlValue::Type::scalar;
        } else if (value.scalar.empty()) {
            if (inFlow() && !levels_.back().key && source_.at(lastOffset_) == ',') {
                refuse(mark, "a value is missing before this comma", "remove the comma or write a value");
            }
            // The library reports the place of the next token.
            value.source = nullptr;
            if (!levels_.empty() && levels_.back().key) {
                value.mark = levels_.back().key->mark;
            } else if (!levels_.empty()) {
                value.mark = source_.mark(source_.dashBefore(lastOffset_));
            }
        }
        add(std::move(value));
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuseAlias(mark); }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& read) override {
        YamlValue value = begin(mark, tag, anchor);
        const std::size_t start = offset(mark);
        value.scalar = withWholeCharacters(read);
        const std::string_view text = value.scalar;
        if (text.size() > longestDesignText) throw Refused{source_.refuseLongText(start)};
        value.type = YamlValue::Type::scalar;
        const char first = source_.at(start);
        const bool inQuotes = tag == "!" && (first == '"' || first == '\'');
        const std::size_t textStart = start + (inQuotes ? 1 : 0);
        value.columnsKnown = source_.text().substr(textStart, text.size()) == text;
        if (inQuotes) {
            const std::size_t end = closingQuote(start);
            value.columnsKnown = value.columnsKnown && textStart + text.size() + 1 == end;
        }
        value.quoted = tag == "!" || !value.columnsKnown;
        add(std::move(value));
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override {
        open(begin(mark, tag, anchor), YamlValue::Type::sequence, mark, style);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override {
        open(begin(mark, tag, anchor), YamlValue::Type::map, mark, style);
    }
    void OnMapEnd() override { close(); }

  private:
    /// A collection that is being read.
    struct Level {
        YamlValue value;
        std::size_t offset = 0;
        std::optional<YamlValue> key;          ///< key of the next value
        std::unordered_set<std::string> keys;  ///< keys so far
    };

    /// A quoted text that spans several lines: a missing quote is noticed only after it.
    struct LongQuote {
        std::size_t start = 0;
        std::size_t end = 0;
    };

    [[noreturn]] void refuse(std::size_t offset, std::string reason, std::string advice,
                             std::vector<std::string> details = {}) const {
        throw Refused{source_.refusal(offset, std::move(reason), std::move(advice), std::move(details))};
    }
    [[noreturn]] void refuse(const YAML::Mark& mark, std::string reason, std::string advice) const {
        refuse(offset(mark), std::move(reason), std::move(advice));
    }
    [[nodiscard]] Diagnostic longKey(std::size_t offset) const {
        return source_.refusal(offset, "this key has more than 1,024 bytes", "use a shorter name");
    }
    [[noreturn]] void refuseAlias(const YAML::Mark& mark) const { refuse(mark, aliasReason, aliasAdvice); }

    [[nodiscard]] std::size_t offset(const YAML::Mark& mark) const {
        return mark.pos < 0 ? 0 : std::min(static_cast<std::size_t>(mark.pos), source_.text().size());
    }
    [[nodiscard]] bool inFlow() const { return !levels_.empty() && levels_.back().value.flow; }
    [[nodiscard]] bool keyExpected() const {
        return !levels_.empty() && levels_.back().value.type == YamlValue::Type::map && !levels_.back().key;
    }

    /// The checks that all values have in common.
    YamlValue begin(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        lastOffset_ = offset(mark);
        if (anchor != YAML::NullAnchor || source_.at(lastOffset_) == '&') {
            refuse(mark, "anchors are not supported",
                   "remove it, or put a text that starts with & in quotes");
        }
        if ((tag != "?" && tag != "!") || (tag == "!" && source_.at(lastOffset_) == '!')) {
            refuse(mark, "tags are not supported", "remove it, or put a text that starts with ! in quotes");
        }
        if (!inFlow() && source_.indentedByTab(lastOffset_)) {
            refuse(mark, "the indentation contains a tab", "indent with blanks");
        }
        if (++values_ > mostValues)
            refuse(mark, "the file has more than 2,097,152 values", "check whether this file is a design");
        YamlValue value;
        value.mark = source_.mark(lastOffset_);
        value.offset = static_cast<std::uint32_t>(lastOffset_);
        value.source = text_;
        return value;
    }

    void open(YamlValue value, YamlValue::Type type, const YAML::Mark& mark,
              YAML::EmitterStyle::value style) {
        if (keyExpected()) {
            // The library takes an unclosed bracket for a key that still lacks its colon.
            const char first = source_.at(offset(mark));
            if ((first == '[' || first == '{') && !source_.bracketEnd(offset(mark))) {
                refuse(mark, "this bracket is never closed", "close it");
            }
            refuse(mark, "this key is not a text", "write a name, and put a name with brackets in quotes");
        }
        if (levels_.size() == deepest) {
            refuse(mark, "the values are nested more than 64 deep", "nest them at most 64 deep");
        }
        value.type = type;
        value.flow = style == YAML::EmitterStyle::Flow;
        levels_.push_back({std::move(value), offset(mark), {}, {}});
    }

    void close() {
        YamlValue value = std::move(levels_.back().value);
        levels_.pop_back();
        add(std::move(value));
    }

    void add(YamlValue value) {
        if (levels_.empty()) {
            document_ = std::move(value);
        } else if (keyExpected()) {
            addKey(std::move(value));
        } else if (Level& level = levels_.back(); level.key) {
            level.value.entries.push_back({std::move(*level.key), std::move(value)});
            level.key.reset();
        } else {
            level.value.items.push_back(std::move(value));
        }
    }

    void addKey(YamlValue key) {
        if (key.scalar == "<<" && !key.quoted) {
            refuse(lastOffset_, "merge keys are not supported", "write the values themselves");
        }
        if (!levels_.back().keys.insert(key.scalar).second) {
            refuse(lastOffset_, "the key %1 is given a second time", "keep one of them",
                   {quotedForMessage(key.scalar)});
        }
        levels_.back().key = std::move(key);
    }

    /// The end of a quoted text. The library does not always require the closing quote.
    std::size_t closingQuote(std::size_t start) {
        const auto end = source_.quoteEnd(start);
        if (!end) refuse(start, "this quote is never closed", "close it");
        if (source_.at(*end) == '#')
            refuse(*end, "a # follows a quote directly", "put a blank before a comment");
        const std::string_view quoted = source_.text().substr(start, *end - start);
        if (quoted.find('\n') != std::string_view::npos) longQuote_ = {start, *end};
        return *end;
    }

    YamlSource& source_;
    const std::shared_ptr<const YamlText> text_;
    std::vector<Level> levels_;
    YamlValue document_;
    bool complete_ = false;
    std::size_t values_ = 0;
    std::size_t lastOffset_ = 0;
    LongQuote longQuote_;
};

struct Explanation {
    std::string_view message;  ///< how the library's text starts
    std::string_view what;
    std::string_view remedy;
};

constexpr std::string_view quoteRemedy = "put the text in quotes";

/// The order matters: one text may be the start of another.
std::span<const Explanation> explanations() {
    static const std::array<Explanation, 19> all = {{
        {YAML::ErrorMsg::END_OF_MAP_FLOW, "',' or '}' was expected here",
         "separate entries by commas and close with }"},
        {YAML::ErrorMsg::END_OF_SEQ_FLOW, "',' or ']' was expected here",
         "separate values by commas and close with ]"},
        {YAML::ErrorMsg::END_OF_MAP, "`key: value` was expected here",
         "write a colon and a blank after the key, and indent all keys of a map alike"},
        {YAML::ErrorMsg::END_OF_SEQ, "`- value` was expected here", "indent all entries of a list alike"},
        {YAML::ErrorMsg::MAP_VALUE, "this line has a second ': ', or this key is in the wrong place",
         "put a text that contains ': ' in quotes, and indent all keys of a map alike"},
        {YAML::ErrorMsg::MAP_KEY, "this key is in the wrong place", "indent all keys of a map alike"},
        {YAML::ErrorMsg::BLOCK_ENTRY, "this list entry is in the wrong place",
         "put '- ' on its own line, below its key"},
        {YAML::ErrorMsg::FLOW_END, "this bracket does not match an opening bracket",
         "remove it, add its opening bracket, or put the text in quotes"},
        {YAML::ErrorMsg::UNKNOWN_TOKEN, "a text may not start with this character", quoteRemedy},
        {YAML::ErrorMsg::DOC_IN_SCALAR, "a document ends inside a quoted text", "close the quote before"},
        {YAML::ErrorMsg::EOF_IN_SCALAR, "the file ends inside a quoted text", "close the quote"},
        {YAML::ErrorMsg::TAB_IN_INDENTATION, "the indentation contains a tab", "indent with blanks"},
        {YAML::ErrorMsg::INVALID_ESCAPE, "this escape is not defined in double quotes",
         "write \\\\ for a backslash"},
        {YAML::ErrorMsg::INVALID_HEX, "hexadecimal digits were expected in this escape",
         "write \\\\ for a backslash"},
        {YAML::ErrorMsg::INVALID_UNICODE, "this escape does not name a character",
         "write a Unicode scalar value"},
        {YAML::ErrorMsg::ZERO_INDENT_IN_BLOCK, "a block text cannot be indented by 0",
         "write 1 to 9 or nothing"},
        {YAML::ErrorMsg::CHAR_IN_BLOCK, "there is text after the | or > of a block text",
         "start the text on the next line"},
        {YAML::ErrorMsg::YAML_MAJOR_VERSION, "this version of YAML is not supported",
         "write %YAML 1.2 or remove the line"},
        {"", "this is not YAML", "check quotes, brackets and indentation"},
    }};
    return all;
}

Diagnostic TreeBuilder::explain(const YAML::ParserException& error) const {
    const std::size_t at = offset(error.mark);
    if (auto odd = source_.oddIndentation(at)) return std::move(*odd);
    Diagnostic explained = explanation(error);
    if (error.msg == YAML::ErrorMsg::TAB_IN_INDENTATION) return explained;
    if (std::string remark = source_.oddRemark(explained.mark.line); !remark.empty())
        explained.problem = extended(explained.problem, std::move(remark));
    return explained;
}

Diagnostic TreeBuilder::explanation(const YAML::ParserException& error) const {
    const std::string_view message = error.msg;
    const std::size_t at = offset(error.mark);
    const SourceMark mark = source_.mark(at);
    if (message == YAML::ErrorMsg::EOF_IN_SCALAR) {
        if (const auto quote = source_.unclosedQuote(lastOffset_)) {
            return source_.refusal(*quote, "this quote is never closed", "close it");
        }
    }
    if (longQuote_.end > 0 && at >= longQuote_.end && source_.mark(longQuote_.end).line == mark.line) {
        return source_.refusal(longQuote_.start, "this quote is closed only in line %1",
                               "close it where its text ends", {std::to_string(mark.line)});
    }
    if (inFlow() && (at >= source_.text().size() || (source_.at(at) == ':' || source_.at(at) == '-'))) {
        const std::size_t opened = levels_.back().offset;
        if (at >= source_.text().size() || source_.mark(opened).line != mark.line) {
            const bool list = levels_.back().value.type == YamlValue::Type::sequence;
            return source_.refusal(opened, "this bracket is never closed",
                                   list ? "close it with ]" : "close it with }");
        }
    }
    if (message == YAML::ErrorMsg::MAP_VALUE) {
        if (const auto key = source_.longKeyBefore(at)) return longKey(*key);
        if (const auto line = source_.lineWithoutColon(at)) {
            return source_.refusal(*line, "`key: value` was expected here",
                                   "write a colon and a blank after the key");
        }
    }
    if (source_.at(at) == '*') {
        return source_.refusal(at, aliasReason, aliasAdvice);
    }
    for (const Explanation& known : explanations()) {
        if (message.substr(0, known.message.size()) != known.message) continue;
        return source_.refusal(at, std::string(known.what), std::string(known.remedy));
    }
    return source_.refusal(at, error.msg, "");
}

}  // namespace

const YamlValue* YamlValue::find(std::string_view key) const {
    for (const auto& [name, value] : entries) {
        if (name.scalar == key) return &value;
    }
    return nullptr;
}

bool operator==(const YamlValue& a, const YamlValue& b) {
    if (a.type != b.type) return false;
    if (a.type == YamlValue::Type::scalar) {
        if (a.scalar != b.scalar) return false;
        // Each edit compares all texts of the document, and nearly all are written in the same way.
        if (a.quoted == b.quoted) return true;
        return !parseNumber(a.scalar) && a.scalar != "true" && a.scalar != "false";
    }
    return a.items == b.items && a.entries == b.entries;
}

std::variant<YamlValue, Diagnostic> parseYaml(std::string_view text, const std::stop_token& stop) {
    const bool marked = text.substr(0, 3) == "\xEF\xBB\xBF";
    if (marked) text.remove_prefix(3);
    YamlSource source(text);
    if (auto complaint = source.complaint()) return std::move(*complaint);
    TreeBuilder builder(source, std::make_shared<YamlText>(text, marked));
    try {
        TextBuffer buffer(text, stop);
        std::istream stream(&buffer);
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(builder)) {
            return source.refusal(0, "the file is empty", "start the design with `burin: 1`");
        }
        parser.HandleNextDocument(builder);
    } catch (Refused& refused) {
        return std::move(refused.diagnostic);
    } catch (const YAML::ParserException& error) {
        return builder.explain(error);
    } catch (const YAML::Exception& error) {
        return source.refusal(0, error.what(), "check quotes, brackets and indentation");
    }
    return builder.take();
}

}  // namespace burin
