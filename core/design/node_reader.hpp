// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/problems.hpp"
#include "core/design/value_checker.hpp"
#include "core/images/decoded_image.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>

namespace burin {

/// How far nodes are read.
enum class ReadingDepth {
    whole,  ///< until operations can compute
    values  ///< only until an operation would begin to compute
};

/// Reads the nodes of one design independently of each other: the targets of links are not checked here.
class NodeReader {
  public:
    /// \param folder  the folder of the design file
    /// \param targetFolder  if the design file is a symbolic link, the folder of its target; otherwise equal
    ///         to `folder`
    /// \param pitchUm  nothing if the design does not give it
    /// \param version  the version of the design; features of later versions are refused
    NodeReader(std::span<const Kind> kinds, std::filesystem::path folder, std::filesystem::path targetFolder,
               std::optional<double> pitchUm, Problems& problems, int version, ReadingDepth depth,
               std::stop_token stop = {})
        : kinds_(kinds),
          folder_(std::move(folder)),
          targetFolder_(std::move(targetFolder)),
          pitchUm_(pitchUm),
          problems_(problems),
          version_(version),
          depth_(depth),
          stop_(std::move(stop)) {}

    /// Reads the node `name` and reports every problem of its own.
    /// \param before  the node's operation before an edit, or nullptr
    /// \throws FileRefused
    [[nodiscard]] DesignNode read(const YamlValue& name, const YamlValue& body,
                                  const Operation* before = nullptr);

  private:
    void noKind(const YamlValue& body, const std::string& remedy);
    void readKind(const YamlValue& body);
    void readSize(const YamlValue& body);
    void readMuted(const YamlValue& body);
    void readLinks(const YamlValue& body);
    void readLink(const YamlValue& entry, std::size_t place);
    [[nodiscard]] std::optional<Point> readOffset(const YamlValue& value);
    void checkLinks(const YamlValue& body);
    void checkFunctions(const ParameterDescription& wanted, const YamlValue& given);
    void readParameters(const YamlValue& body);
    void checkKeys(const YamlValue& body);
    void bind(const YamlValue& body);
    [[nodiscard]] const std::filesystem::path& folderOf(const YamlValue& body) const;

    /// The checked value of a parameter; problems are reported under its key.
    [[nodiscard]] std::optional<Value> checked(const ParameterDescription& wanted, const YamlValue& value);
    [[nodiscard]] const Value& fallback(const ParameterDescription& wanted);
    void error(std::string_view parameter, SourceMark mark, std::string reason, std::string advice,
               std::vector<std::string> details = {});
    /// Whether `subject` needs version `since` and the design has an older one. If so, reports it.
    bool tooNew(std::string_view parameter, const YamlValue& subject, int since);

    std::span<const Kind> kinds_;
    std::filesystem::path folder_;
    std::filesystem::path targetFolder_;
    std::optional<double> pitchUm_;
    Problems& problems_;
    int version_;
    ReadingDepth depth_;
    std::stop_token stop_;
    /// Checked defaults by description, shared because thousands of nodes may have the same kind.
    std::unordered_map<const ParameterDescription*, Value> fallbacks_;

    /// Bytes that opened images may still take. All images of a design share this limit.
    std::int64_t decodable_ = DecodedImage::decodedAtOnceBytes;

    DesignNode node_;  ///< the node that is being read
    const Operation* before_ = nullptr;
    bool linksSound_ = true;
    bool valuesSound_ = true;
};

/// Quotes the expressions of a node, so that they are saved in quotes.
void quoteExpressions(const KindDescription& kind, YamlValue& body);

}  // namespace burin
