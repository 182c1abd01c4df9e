// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/parameter_type_list.hpp"

#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace burin {

/// A variant that holds each of these types once, even if some are listed several times.
template <class Variant, class... Types>
struct EachOnce {
    using type = Variant;
};

template <class... Known, class Next, class... Others>
struct EachOnce<std::variant<Known...>, Next, Others...>
    : std::conditional_t<(std::is_same_v<Known, Next> || ...), EachOnce<std::variant<Known...>, Others...>,
                         EachOnce<std::variant<Known..., Next>, Others...>> {};

/// A parameter's checked value; the list of types tells which alternative a type has. The last alternative is
/// Nothing, because the list puts a comma after each of its types.
#define BURIN_VALUE(word, ...) __VA_ARGS__,
using Value = EachOnce<std::variant<std::monostate>, BURIN_PARAMETER_TYPES(BURIN_VALUE) std::monostate>::type;
#undef BURIN_VALUE

/// The one key chosen in a `oneOf` parameter, and its value.
struct Alternative {
    std::string key;
    Value value;
};

/// The checked values of one node, with defaults filled in. A parameter that was not given and has no default
/// is absent.
class Values {
  public:
    void set(std::string key, Value value) { values_[std::move(key)] = std::move(value); }
    [[nodiscard]] bool has(std::string_view key) const { return values_.find(key) != values_.end(); }
    /// \return monostate if it is absent
    [[nodiscard]] const Value& operator[](std::string_view key) const {
        static const Value none;
        const auto found = values_.find(key);
        return found == values_.end() ? none : found->second;
    }
    /// The value as T. \pre has(key) and the description's type yields T
    template <class T>
    [[nodiscard]] const T& as(std::string_view key) const {
        return std::get<T>((*this)[key]);
    }
    /// The value as T, or nullptr if it is absent or of another type.
    template <class T>
    [[nodiscard]] const T* find(std::string_view key) const {
        return std::get_if<T>(&(*this)[key]);
    }
    [[nodiscard]] const std::map<std::string, Value, std::less<>>& all() const { return values_; }

  private:
    std::map<std::string, Value, std::less<>> values_;
};

}  // namespace burin
