// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/node_reader.hpp"

#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/version.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/expression/names.hpp"
#include "core/kinds/form/passthrough.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>

namespace burin {

namespace {

constexpr std::size_t mostLinks = 4096;
constexpr std::size_t longestName = 255;
constexpr double largestSize = 2147483647;
constexpr double largestOffset = 0x1p40;

/// Whether a parameter is a file, or a spot that a file describes.
bool isFile(const ParameterDescription& wanted, const YamlValue* value) {
    if (wanted.type == ParameterType::file) return true;
    return wanted.type == ParameterType::spot && value != nullptr && value->find("file") != nullptr;
}

const ParameterDescription& sizeDescription() {
    static const ParameterDescription size{
        .key = "width", .type = ParameterType::pixels, .minimum = 1, .maximum = largestSize};
    return size;
}

const ParameterDescription& offsetDescription() {
    static const ParameterDescription offset{
        .key = "at", .type = ParameterType::pixelSize, .minimum = -largestOffset, .maximum = largestOffset};
    return offset;
}

const ParameterDescription& mutedDescription() {
    static const ParameterDescription muted{
        .key = "muted", .type = ParameterType::boolean, .fallback = "false"};
    return muted;
}

/// The traits that a kind takes, for messages.
std::string takenTraits(const KindDescription& kind) {
    std::vector<std::string_view> names;
    for (const LinkDescription& link : kind.links)
        names.push_back(traitName(link.trait));
    return names.empty() ? "takes no links" : "takes " + alternatives(names);
}

/// The key of the kind, such as `bar_height`, that is probably meant by a key `width` or `height` that the
/// kind does not have; empty if there is none.
std::string_view ownSide(const KindDescription& kind, const YamlValue& body, std::string_view side) {
    const auto meant = [&](const ParameterDescription& parameter) {
        if (!parameter.key.ends_with("_" + std::string(side)) || body.find(parameter.key) != nullptr)
            return false;
        const UsedWith& with = parameter.usedWith;
        const YamlValue* const choice = body.find(with.parameter);
        return with.has(choice == nullptr ? std::string_view() : std::string_view(choice->scalar));
    };
    const auto found = std::find_if(kind.parameters.begin(), kind.parameters.end(), meant);
    return found == kind.parameters.end() ? std::string_view() : found->key;
}

/// The text of a scalar, or of a null that was written out: names are compared as text.
bool hasText(const YamlValue& value) {
    return value.type == YamlValue::Type::scalar ||
           (value.type == YamlValue::Type::null && !value.scalar.empty());
}

}  // namespace

void NodeReader::error(std::string_view parameter, SourceMark mark, std::string reason, std::string advice,
                       std::vector<std::string> details) {
    problems_.error(node_.name, std::string(parameter),
                    {mark, std::move(reason), std::move(advice), std::move(details)});
}

bool NodeReader::tooNew(std::string_view parameter, const YamlValue& subject, int since) {
    if (since <= version_) return false;
    problems_.error(node_.name, std::string(parameter), needsVersion(subject, since));
    return true;
}

DesignNode NodeReader::read(const YamlValue& name, const YamlValue& body, const Operation* before) {
    const std::size_t errorsBefore = problems_.errors();
    node_ = {};
    before_ = before;
    node_.name = name.scalar;
    node_.mark = name.mark;
    linksSound_ = valuesSound_ = true;
    if (name.scalar.empty() || name.scalar.size() > longestName) {
        error("", name.mark, "the name has %1", "names have 1 to 255 bytes",
              {counted(name.scalar.size(), "byte")});
    } else if (firstControl(name.scalar)) {
        error("", name.mark, "the name has a control character", "remove it");
    }
    if (body.type != YamlValue::Type::map) {
        error("", body.mark, "%1 is not a node", "write `kind: ...` and the node's other keys below its name",
              {shownText(body)});
        return std::move(node_);
    }
    readKind(body);
    readSize(body);
    readMuted(body);
    readLinks(body);
    if (node_.kind != nullptr) {
        checkLinks(body);
        readParameters(body);
        checkKeys(body);
        if (valuesSound_ && linksSound_ && !node_.needsPitch) bind(body);
    }
    node_.sound = problems_.errors() == errorsBefore && node_.operation != nullptr;
    return std::move(node_);
}

/// \param remedy  names the kinds
void NodeReader::noKind(const YamlValue& body, const std::string& remedy) {
    const auto meant = std::find_if(body.entries.begin(), body.entries.end(), [](const YamlEntry& entry) {
        return firstOddCharacter(entry.key.scalar) || !nearest(entry.key.scalar, {"kind"}).empty();
    });
    if (meant == body.entries.end()) return error("kind", node_.mark, "the kind is missing", remedy);
    error("kind", meant->key.mark, "the kind is missing; there is a key %1", "%2",
          {shownText(meant->key), suggestion(meant->key.scalar, {"kind"}, remedy)});
}

void NodeReader::readKind(const YamlValue& body) {
    std::vector<std::string_view> names;
    for (const Kind& kind : kinds_) {
        if (kind.description.since <= version_) names.push_back(kind.description.name);
    }
    if (version_ >= groupsVersion) names.push_back("group");
    const std::string remedy = "write one of " + alternatives(names);
    const YamlValue* given = body.find("kind");
    if (given == nullptr) return noKind(body, remedy);
    if (given->type != YamlValue::Type::scalar) {
        error("kind", given->mark, "%1 is not a kind", remedy, {shownText(*given)});
        return;
    }
    if (isInstance(body) && tooNew("kind", *given, groupsVersion)) return;
    for (const Kind& kind : kinds_) {
        if (kind.description.name == given->scalar) node_.kind = &kind;
    }
    if (node_.kind != nullptr && tooNew("kind", *given, node_.kind->description.since)) {
        node_.kind = nullptr;
        return;
    }
    if (node_.kind == nullptr) {
        error("kind", given->mark, "unknown kind %1", "%2",
              {shownText(*given), suggestion(given->scalar, names, remedy)});
    }
}

std::optional<Value> NodeReader::checked(const ParameterDescription& wanted, const YamlValue& value) {
    std::vector<ValueProblem> found;
    ValueChecker checker(pitchUm_, found, version_);
    auto result = checker.check(wanted, value);
    node_.needsPitch = node_.needsPitch || checker.pitchMissed();
    for (ValueProblem& problem : found)
        problems_.add(node_.name, std::string(wanted.key), std::move(problem));
    if (!result) valuesSound_ = false;
    return result;
}

void NodeReader::readSize(const YamlValue& body) {
    const SizeRule rule = node_.kind == nullptr ? SizeRule::optional : node_.kind->description.size;
    std::array<std::optional<std::int64_t>, 2> sides;
    std::array<const YamlValue*, 2> given{};
    constexpr std::array<std::string_view, 2> keys = {"width", "height"};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        given[i] = body.find(keys[i]);
        if (given[i] == nullptr) continue;
        if (rule == SizeRule::none) {
            error(keys[i], keyIn(body, keys[i])->mark, "%1 takes no %2", "remove it",
                  {std::string(node_.kind->description.name), std::string(keys[i])});
            valuesSound_ = false;
            continue;
        }
        ParameterDescription wanted = sizeDescription();
        wanted.key = keys[i];
        if (const auto side = checked(wanted, *given[i])) sides[i] = std::get<std::int64_t>(*side);
    }
    if (sides[0] && sides[1]) node_.size = Size{*sides[0], *sides[1]};
    const bool any = given[0] != nullptr || given[1] != nullptr;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (given[i] != nullptr || rule == SizeRule::none || (!any && rule == SizeRule::optional)) continue;
        const std::string_view otherKey = keys[1 - i];
        const YamlValue* other = keyIn(body, otherKey);
        const std::string_view own = other == nullptr || node_.kind == nullptr
                                         ? std::string_view()
                                         : ownSide(node_.kind->description, body, otherKey);
        error(keys[i], other == nullptr ? node_.mark : other->mark, "the %1 is missing",
              !own.empty()                 ? "write `%2` in place of `%3`, or give width and height"
              : rule == SizeRule::required ? "this kind needs width and height"
                                           : "give width and height, or neither",
              own.empty() ? std::vector{std::string(keys[i])}
                          : std::vector{std::string(keys[i]), std::string(own), std::string(otherKey)});
        valuesSound_ = false;
    }
}

void NodeReader::readMuted(const YamlValue& body) {
    const YamlValue* given = body.find("muted");
    if (given == nullptr) return;
    if (node_.kind != nullptr && node_.kind->description.name == "root") {
        error("muted", keyIn(body, "muted")->mark, "the surface cannot be muted", "remove it");
        return;
    }
    if (const auto muted = checked(mutedDescription(), *given)) node_.muted = std::get<bool>(*muted);
}

void NodeReader::readLinks(const YamlValue& body) {
    const YamlValue* inputs = body.find("inputs");
    if (inputs == nullptr) return;
    if (inputs->type != YamlValue::Type::sequence) {
        linksSound_ = false;
        error("inputs", inputs->mark,
              isValueInQuotes(*inputs) ? "%1 in quotes is a text, not a list of links"
                                       : "%1 is not a list of links",
              "write `- data: NODE` for each link", {shownText(*inputs)});
        return;
    }
    if (inputs->items.size() > mostLinks) {
        problems_.refuse(node_.name, {inputs->items[mostLinks].mark, "the node has more than 4,096 links",
                                      "join the children in several nodes"});
    }
    for (std::size_t i = 0; i < inputs->items.size(); ++i)
        readLink(inputs->items[i], i);
}

void NodeReader::readLink(const YamlValue& entry, std::size_t place) {
    const std::size_t errorsBefore = problems_.errors();
    const auto complain = [&](const YamlValue& at, std::string reason, std::string advice,
                              std::vector<std::string> details = {}) {
        error("inputs", at.mark, std::move(reason), std::move(advice), std::move(details));
    };
    if (entry.type != YamlValue::Type::map) {
        linksSound_ = false;
        return complain(entry, "%1 is not a link", "write `data: NODE`, `mask: NODE` or `pattern: NODE`",
                        {shownText(entry)});
    }
    DesignLink link;
    link.entry = place;
    const YamlValue* child = nullptr;
    for (const auto& [key, value] : entry.entries) {
        if (const auto trait = traitNamed(key.scalar)) {
            if (child != nullptr) {
                complain(key, "this link has a second trait", "start a new entry with `- %1: NODE`",
                         {key.scalar});
                continue;
            }
            child = &value;
            link.trait = *trait;
            const LinkDescription* taken =
                node_.kind == nullptr ? nullptr : node_.kind->description.link(*trait);
            if (taken != nullptr && taken->maximumBefore == 0) {
                tooNew("inputs", key, taken->since);
            } else if (node_.kind != nullptr && taken == nullptr) {
                const KindDescription& kind = node_.kind->description;
                complain(key, "%1 takes no %2", "%1 %3",
                         {std::string(kind.name), key.scalar, takenTraits(kind)});
            }
        } else if (key.scalar == "at") {
            if (const auto at = readOffset(value)) link.at = *at;
        } else {
            complain(key, "unknown key %1 in a link%2", "%3",
                     {shownText(key), commaRemark(key),
                      suggestion(key.scalar, {"data", "mask", "pattern", "at"},
                                 "a link has data, mask or pattern, and at")});
        }
    }
    if (child == nullptr) {
        if (problems_.errors() == errorsBefore)
            complain(entry, "the link names no child", "add `data: NODE`, `mask: NODE` or `pattern: NODE`");
    } else if (!hasText(*child)) {
        complain(*child, "%1 is not the name of a node", "write the child's name", {shownText(*child)});
        child = nullptr;
    }
    if (problems_.errors() != errorsBefore) linksSound_ = false;
    if (child == nullptr) return;
    link.childName = child->scalar;
    link.mark = child->mark;
    node_.links.push_back(std::move(link));
}

std::optional<Point> NodeReader::readOffset(const YamlValue& value) {
    const bool soundBefore = valuesSound_;
    const auto offset = checked(offsetDescription(), value);
    valuesSound_ = soundBefore;
    if (!offset) return {};
    const auto& at = std::get<Vector>(*offset);
    return Point{static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y)};
}

void NodeReader::checkLinks(const YamlValue& body) {
    if (!linksSound_) return;
    const KindDescription& kind = node_.kind->description;
    const YamlValue* key = keyIn(body, "inputs");
    const SourceMark whole = key == nullptr ? node_.mark : key->mark;
    for (const LinkDescription& wanted : kind.links) {
        const std::string name(traitName(wanted.trait));
        const std::string exactly = wanted.minimum == wanted.maximum ? "exactly "
                                    : wanted.maximum < 0             ? "at least "
                                                                     : "";
        const std::string range =
            wanted.minimum == wanted.maximum || wanted.maximum < 0
                ? std::to_string(wanted.minimum)
                : std::to_string(wanted.minimum) + " to " + std::to_string(wanted.maximum);
        const std::string remedy = std::string(kind.name) + " takes " + exactly + range + " " + name;
        int count = 0;
        bool otherBefore = false;
        for (const DesignLink& link : node_.links) {
            if (link.trait != wanted.trait) {
                otherBefore = true;
                continue;
            }
            ++count;
            if (wanted.since > version_ && count > wanted.maximumBefore) {
                YamlValue subject = yamlScalar(link.childName);
                subject.mark = link.mark;
                tooNew("inputs", subject, wanted.since);
                linksSound_ = false;
            } else if (wanted.maximum >= 0 && count > wanted.maximum) {
                error("inputs", link.mark, "a surplus %1 link", remedy, {name});
                linksSound_ = false;
            } else if (wanted.first && otherBefore) {
                error("inputs", link.mark, "this %1 link must be first", "move it before all other links",
                      {name});
                linksSound_ = false;
            }
        }
        if (count >= wanted.minimum) continue;
        error("inputs", whole, "a %1 link is missing", "link %2%3%4 as %1",
              {name, exactly, range, (range == "1" ? " node" : " nodes")});
        linksSound_ = false;
    }
}

const Value& NodeReader::fallback(const ParameterDescription& wanted) {
    const auto known = fallbacks_.find(&wanted);
    if (known != fallbacks_.end()) return known->second;
    std::vector<ValueProblem> found;
    ValueChecker checker(pitchUm_, found);
    const auto text = parseYaml(wanted.fallback);
    auto value = text.index() == 0 ? checker.check(wanted, std::get<YamlValue>(text)) : std::nullopt;
    if (!value) throw std::logic_error("the default of " + std::string(wanted.key) + " is not valid");
    return fallbacks_.emplace(&wanted, std::move(*value)).first->second;
}

/// Later versions of the format have more functions. Expressions of older files cannot call them, and in
/// newer files no number may have their names.
void NodeReader::checkFunctions(const ParameterDescription& wanted, const YamlValue& given) {
    if (holdsExpression(wanted.type) && given.type == YamlValue::Type::scalar) {
        if (const auto call = callOfNewer(given.scalar, version_)) {
            YamlValue subject = yamlScalar(std::string(call->name));
            subject.mark = markInText(given, call->offset);
            valuesSound_ = !tooNew(wanted.key, subject, *reservedSince(call->name)) && valuesSound_;
        }
    }
    if (wanted.type != ParameterType::numbers) return;
    for (const auto& [name, number] : given.entries) {
        const auto since = reservedSince(name.scalar);
        if (!since || *since == 1 || *since > version_) continue;
        valuesSound_ = false;
        error(wanted.key, name.mark, "%1 is a function since version %2",
              "give the number another name, also in the expression",
              {shownText(name), std::to_string(*since)});
    }
}

void NodeReader::readParameters(const YamlValue& body) {
    for (const ParameterDescription& wanted : node_.kind->description.parameters) {
        std::string key(wanted.key);
        if (const YamlValue* given = body.find(wanted.key)) {
            if (tooNew(wanted.key, *keyIn(body, wanted.key), wanted.since)) {
                valuesSound_ = false;
                continue;
            }
            checkFunctions(wanted, *given);
            if (auto value = checked(wanted, *given)) node_.values.set(std::move(key), std::move(*value));
        } else if (wanted.required) {
            valuesSound_ = false;
            error(wanted.key, node_.mark, "no value is given", wantedText(wanted));
        } else if (!wanted.fallback.empty()) {
            node_.values.set(std::move(key), fallback(wanted));
        }
    }
}

void NodeReader::checkKeys(const YamlValue& body) {
    const KindDescription& kind = node_.kind->description;
    std::vector<std::string_view> known = {"kind"};
    for (const ParameterDescription& parameter : kind.parameters)
        known.push_back(parameter.key);
    if (kind.size != SizeRule::none) known.insert(known.end(), {"width", "height"});
    if (kind.name != "root") known.push_back("muted");
    if (!kind.links.empty()) known.push_back("inputs");
    const std::vector<std::string_view> reported = {"width", "height", "muted", "inputs"};
    const auto has = [](const std::vector<std::string_view>& list, std::string_view key) {
        return std::find(list.begin(), list.end(), key) != list.end();
    };
    for (const auto& [key, value] : body.entries) {
        if (has(known, key.scalar) || has(reported, key.scalar)) continue;
        error(key.scalar, key.mark, "unknown key %1%2", "%3",
              {shownText(key), commaRemark(key),
               suggestion(key.scalar, known,
                          filledIn("%1 takes %2", {std::string(kind.name), alternatives(known)}))});
    }
}

/// The folder that contains the node's files: the design's folder, or the folder of the link's target if they
/// are only there.
const std::filesystem::path& NodeReader::folderOf(const YamlValue& body) const {
    if (targetFolder_ == folder_) return folder_;
    bool onlyThere = false;
    forEachFileIn(body, node_.kind->description.parameters, [&](const YamlValue& file) {
        std::error_code error;
        onlyThere = onlyThere || (!std::filesystem::exists(folder_ / file.scalar, error) &&
                                  std::filesystem::exists(targetFolder_ / file.scalar, error));
    });
    return onlyThere ? targetFolder_ : folder_;
}

void NodeReader::bind(const YamlValue& body) {
    std::vector<ParameterProblem> found;
    // Kinds check their values first, and see the stop when they begin to compute.
    std::stop_source atOnce;
    if (depth_ == ReadingDepth::values) atOnce.request_stop();
    BindContext context{node_.values,         node_.size,
                        pitchUm_.value_or(1), {},
                        folderOf(body),       found,
                        &decodable_,          depth_ == ReadingDepth::values ? atOnce.get_token() : stop_};
    context.before = before_;
    context.files = &node_.files;
    for (const DesignLink& link : node_.links)
        context.links.push_back(link.trait);
    try {
        node_.operation = node_.kind->bind(context);
    } catch (const Cancelled&) {
        if (depth_ == ReadingDepth::whole) throw;
    } catch (const std::bad_alloc&) {
        error("", node_.mark, "there is not enough memory for this node",
              "use smaller files, or close other programs");
    } catch (const std::exception& failure) {
        error("", node_.mark, "%1", "", {failure.what()});
    }
    bool onlyFiles = true;
    for (ParameterProblem& problem : found) {
        // In a map, `stroke.width` names the key of the map.
        const std::size_t dot = std::min(problem.parameter.find('.'), problem.parameter.size());
        const std::string_view key = std::string_view(problem.parameter).substr(0, dot);
        const YamlValue* value = body.find(key);
        const ParameterDescription* wanted = node_.kind->description.parameter(key);
        if (value != nullptr && wanted != nullptr && dot < problem.parameter.size()) {
            const std::string_view inner = std::string_view(problem.parameter).substr(dot + 1);
            if (const YamlValue* given = value->find(inner)) {
                value = given;
                const auto is = [&](const ParameterDescription& entry) { return entry.key == inner; };
                const auto& all = wanted->alternatives;
                const auto entry = std::find_if(all.begin(), all.end(), is);
                wanted = entry == all.end() ? nullptr : &*entry;
            }
        }
        SourceMark mark = value == nullptr ? node_.mark : value->mark;
        if (value != nullptr && wanted != nullptr && holdsExpression(wanted->type))
            mark = markInText(*value, problem.textOffset);
        ValueProblem reported{mark, std::move(problem.problem)};
        reported.ofFile = wanted != nullptr && isFile(*wanted, value);
        const bool missing = reported.ofFile && reported.problem.advice == missingFileAdvice;
        if (missing)
            reported.problem.advice = node_.muted ? "choose the file" : "choose the file, or mute the node";
        if (node_.muted && reported.ofFile) {
            reported.severity = Severity::warning;
        } else {
            onlyFiles = false;
        }
        problems_.add(node_.name, std::string(key), std::move(reported));
    }
    if (found.empty()) return;
    node_.operation = nullptr;
    // A muted node passes its input on, so it needs no file.
    if (onlyFiles) node_.operation = std::make_shared<OperationOf<Passthrough>>(Passthrough{});
}

void quoteExpressions(const KindDescription& kind, YamlValue& body) {
    const auto quote = [](const std::vector<ParameterDescription>& parameters, YamlValue& map,
                          const auto& self) -> void {
        for (auto& [key, value] : map.entries) {
            for (const ParameterDescription& parameter : parameters) {
                if (parameter.key != key.scalar) continue;
                if (holdsExpression(parameter.type) && value.type == YamlValue::Type::scalar)
                    value.quoted = true;
                if (!parameter.alternatives.empty()) self(parameter.alternatives, value, self);
            }
        }
    };
    quote(kind.parameters, body, quote);
}

}  // namespace burin
