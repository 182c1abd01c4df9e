// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/problems.hpp"
#include "core/design/value_checker.hpp"
#include "core/images/decoded_image.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <unordered_map>

namespace burin {

/// Reads the nodes of one design, each on its own: what links point at is not looked at.
class NodeReader {
  public:
    /// \param pitchUm  nothing where the design does not say it
    NodeReader(std::span<const Kind> kinds, std::filesystem::path folder, std::optional<double> pitchUm,
               Problems& problems)
        : kinds_(kinds), folder_(std::move(folder)), pitchUm_(pitchUm), problems_(problems) {}

    /// The node `name` with every problem of its own reported.
    /// \throws FileRefused
    [[nodiscard]] DesignNode read(const YamlValue& name, const YamlValue& body);

  private:
    void readKind(const YamlValue& body);
    void readSize(const YamlValue& body);
    void readMuted(const YamlValue& body);
    void readLinks(const YamlValue& body);
    void readLink(const YamlValue& entry, std::size_t place);
    [[nodiscard]] std::optional<Point> readOffset(const YamlValue& value);
    void checkLinks(const YamlValue& body);
    void readParameters(const YamlValue& body);
    void checkKeys(const YamlValue& body);
    void bind(const YamlValue& body);

    /// The checked value of a parameter; problems are reported under its key.
    [[nodiscard]] std::optional<Value> checked(const ParameterDescription& wanted, const YamlValue& value);
    [[nodiscard]] const Value& fallback(const ParameterDescription& wanted);
    void error(std::string_view parameter, SourceMark mark, std::string what, std::string remedy);

    std::span<const Kind> kinds_;
    std::filesystem::path folder_;
    std::optional<double> pitchUm_;
    Problems& problems_;
    /// Checked defaults by their description: thousands of nodes share them.
    std::unordered_map<const ParameterDescription*, Value> fallbacks_;

    /// What images may still take as they are opened: all of a design share it.
    std::int64_t decodable_ = DecodedImage::decodedAtOnceBytes;

    DesignNode node_;  ///< the one that is being read
    bool linksSound_ = true;
    bool valuesSound_ = true;
};

/// Puts the expressions of a node in quotes, so that they are saved so.
void quoteExpressions(const KindDescription& kind, YamlValue& body);

}  // namespace burin
