// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/credentials.hpp"

#include "core/base/errors.hpp"
#include "core/base/files.hpp"

#include <QByteArray>
#include <QCryptographicHash>

#include <ctime>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>

namespace burin {
namespace {

/// As much as the file has.
constexpr std::size_t mostBytes = std::numeric_limits<std::size_t>::max();

/// One line of a file of tokens.
struct Token {
    std::string text;
    std::optional<std::int64_t> until;  ///< seconds since 1970
};

/// Nothing if the line is not a token or its time is malformed, so that no token is valid by accident.
std::optional<Token> parseToken(const std::string& line) {
    std::istringstream words(line);
    Token token;
    std::string until;
    words >> token.text >> until;
    if (token.text.empty() || token.text[0] == '#') return {};
    if (until.empty()) return token;
    std::tm time{};
    const char* const end = ::strptime(until.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time);
    if (end == nullptr || *end != '\0') return {};
    token.until = ::timegm(&time);
    return token;
}

QByteArray digestOf(const std::string& text) {
    return QCryptographicHash::hash(QByteArray(text.data(), static_cast<qsizetype>(text.size())),
                                    QCryptographicHash::Sha256);
}

/// Takes the same time wherever the two digests differ.
bool same(const QByteArray& a, const QByteArray& b) {
    unsigned different = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return different == 0;
}

void forEachToken(std::istream& file, const std::function<void(const Token&)>& use) {
    std::string line;
    while (std::getline(file, line)) {
        if (const auto token = parseToken(line)) use(*token);
    }
}

void checkPair(const Credentials& credentials) {
    if (credentials.certificate.empty() != credentials.key.empty())
        throw UsageError("a certificate needs its key and a key its certificate; one of them is missing");
    for (const auto* file : {&credentials.certificate, &credentials.key, &credentials.ca}) {
        if (!file->empty()) static_cast<void>(contentsOf(*file));
    }
}

}  // namespace

void checkSender(const MachineAddress& address, const Credentials& credentials) {
    checkPair(credentials);
    if (!credentials.tokens.empty()) static_cast<void>(firstToken(credentials.tokens));
    if (credentials.insecure && (!credentials.ca.empty() || !credentials.certificate.empty()))
        throw UsageError(
            "a connection without any protection cannot use certificates; leave out one or the other");
    if (!credentials.encrypts(address) || !credentials.certificate.empty() || !credentials.tokens.empty())
        return;
    using Way = Remedy::Way;
    throw UsageError(address.text(), "is another computer",
                     {{Way::identify}, {Way::presentToken}, {Way::connectPlain}});
}

void checkListener(const MachineAddress& address, const Credentials& credentials) {
    using Way = Remedy::Way;
    checkPair(credentials);
    if (!credentials.ca.empty() && credentials.certificate.empty())
        throw UsageError({.reason = "only an encrypted connection can show a client certificate",
                          .remedies = {{Way::encrypt}}});
    if (!credentials.tokens.empty()) static_cast<void>(contentsOf(credentials.tokens));
    if (address.loopback() || credentials.insecure) return;
    if (credentials.certificate.empty()) {
        throw UsageError(address.text(), "can be reached from other computers",
                         {{Way::encrypt}, {Way::listenPlain}});
    }
    if (credentials.ca.empty() && credentials.tokens.empty()) {
        throw UsageError(address.text(), "would let anybody engrave",
                         {{Way::askForCertificate}, {Way::askForToken}});
    }
}

std::string contentsOf(const std::filesystem::path& file) {
    auto read = readRegularFile(file, mostBytes);
    auto* const text = std::get_if<std::string>(&read);
    const auto* const problem = std::get_if<FileProblem>(&read);
    if (problem != nullptr && problem->error == 0) throw UsageError(file.string(), problem->what);
    if (problem != nullptr || text->empty()) throw UsageError(file.string(), "cannot be read, or is empty");
    return std::move(*text);
}

bool hasToken(const std::filesystem::path& file, const std::string& token, std::int64_t now) {
    const auto read = readRegularFile(file, mostBytes);
    const auto* const text = std::get_if<std::string>(&read);
    std::istringstream stream(text != nullptr ? *text : std::string());
    // Digests have equal length, and a common prefix of digests says nothing about the texts.
    const QByteArray digest = digestOf(token);
    bool found = false;
    forEachToken(stream, [&](const Token& known) {
        const bool holds = !known.until || now < *known.until;
        const bool fits = same(digestOf(known.text), digest);
        found = found || (fits && holds);
    });
    return found;
}

std::string firstToken(const std::filesystem::path& file) {
    std::istringstream stream(contentsOf(file));
    std::string first;
    forEachToken(stream, [&](const Token& token) {
        if (first.empty()) first = token.text;
    });
    if (first.empty()) throw UsageError(file.string(), "does not contain a token");
    return first;
}

}  // namespace burin
