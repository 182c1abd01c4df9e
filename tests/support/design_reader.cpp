// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/design_reader.hpp"

#include "support/kind_reference.hpp"

#include <yaml-cpp/yaml.h>

#include <map>

namespace burin::test {

namespace {

class Reader {
  public:
    explicit Reader(const std::filesystem::path& file)
        : folder_(file.parent_path()), document_(YAML::LoadFile(file.string())) {
        tree_.pixelUm = NodeReader(document_, 1, folder_).realPixels(document_["pixel"]);
    }

    Tree tree() {
        for (const auto& entry : document_["nodes"]) {
            if (entry.second["kind"].as<std::string>() == "root") add(entry.first.as<std::string>());
        }
        return std::move(tree_);
    }

  private:
    /// Adds a node after its children and returns its index.
    std::size_t add(const std::string& name) {
        const auto known = indices_.find(name);
        if (known != indices_.end()) return known->second;
        const YAML::Node node = document_["nodes"][name];
        TreeNode made;
        made.name = name;
        made.muted = node["muted"].as<bool>(false);
        const NodeReader read = reader(node);
        if (node["width"]) made.size = Size{read.length(node["width"]), read.length(node["height"])};
        for (const YAML::Node& link : node["inputs"])
            made.links.push_back(linkOf(link));
        made.kind = referenceNamed(read.kind()).read(read);
        tree_.nodes.push_back(std::move(made));
        return indices_[name] = tree_.nodes.size() - 1;
    }

    TreeLink linkOf(const YAML::Node& node) {
        TreeLink link;
        for (const auto& [key, trait] : {std::pair("data", TreeTrait::data),
                                         {"mask", TreeTrait::mask},
                                         {"pattern", TreeTrait::pattern}}) {
            if (!node[key]) continue;
            link.trait = trait;
            link.child = add(node[key].as<std::string>());
        }
        const NodeReader read = reader(node);
        if (node["at"]) link.at = {read.length(node["at"][0]), read.length(node["at"][1])};
        return link;
    }

    [[nodiscard]] NodeReader reader(const YAML::Node& node) const { return {node, tree_.pixelUm, folder_}; }

    std::filesystem::path folder_;
    YAML::Node document_;
    Tree tree_;
    std::map<std::string, std::size_t> indices_;
};

}  // namespace

Tree readTree(const std::filesystem::path& file) {
    return Reader(file).tree();
}

}  // namespace burin::test
