// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace burin {

/// Two real numbers: a repetition vector in pixels, a scale, a point of a curve.
struct Vector {
    double x = 0;
    double y = 0;
    friend bool operator==(const Vector&, const Vector&) = default;
};

/// Row-major; rows * columns numbers.
struct Matrix {
    int rows = 0;
    int columns = 0;
    std::vector<double> values;
    friend bool operator==(const Matrix&, const Matrix&) = default;
};

/// In the file's order.
using NumberMap = std::vector<std::pair<std::string, double>>;

struct Alternative;

/// A parameter's checked value: the type says which alternative, see ParameterType.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, Vector, NumberMap,
                           std::vector<Vector>, Matrix, std::shared_ptr<const Alternative>>;

/// The one key that was chosen of a `oneOf` parameter, and its value.
struct Alternative {
    std::string key;
    Value value;
};

/// The checked values of one node, defaults filled in. A parameter that was not given and has no default
/// is absent.
class Values {
  public:
    void set(std::string key, Value value) { values_[std::move(key)] = std::move(value); }
    [[nodiscard]] bool has(std::string_view key) const { return values_.find(key) != values_.end(); }
    /// \return monostate where it is absent
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
    /// The value as T, or nullptr where it is absent or of another type.
    template <class T>
    [[nodiscard]] const T* find(std::string_view key) const {
        return std::get_if<T>(&(*this)[key]);
    }
    [[nodiscard]] const std::map<std::string, Value, std::less<>>& all() const { return values_; }

  private:
    std::map<std::string, Value, std::less<>> values_;
};

}  // namespace burin
