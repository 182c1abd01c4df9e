// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/credentials.hpp"

#include "core/base/errors.hpp"

#include <QByteArray>
#include <QCryptographicHash>

#include <ctime>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>

namespace burin {
namespace {

/// One line of a file of tokens.
struct Token {
    std::string text;
    std::optional<std::int64_t> until;  ///< seconds since 1970
};

/// Nothing for a line that is none, also where its time is not understood: no token holds by accident.
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

/// Takes the same time wherever two digests differ.
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
        throw UsageError("--certificate and --key go together");
    for (const auto* file : {&credentials.certificate, &credentials.key, &credentials.ca}) {
        if (!file->empty()) static_cast<void>(contentsOf(*file));
    }
}

}  // namespace

void checkSender(const MachineAddress& address, const Credentials& credentials) {
    checkPair(credentials);
    if (!credentials.tokens.empty()) static_cast<void>(firstToken(credentials.tokens));
    if (credentials.insecure && (!credentials.ca.empty() || !credentials.certificate.empty()))
        throw UsageError("--insecure is for plain connections: it takes neither --ca nor --certificate");
    if (!credentials.encrypts(address) || !credentials.certificate.empty() || !credentials.tokens.empty())
        return;
    throw UsageError(address.text() +
                     ": is another computer; say who you are with --certificate and --key or with "
                     "--token-file, or connect without any protection with --insecure");
}

void checkListener(const MachineAddress& address, const Credentials& credentials) {
    checkPair(credentials);
    if (!credentials.ca.empty() && credentials.certificate.empty())
        throw UsageError("--ca is for encrypted connections: they need --certificate and --key");
    if (!credentials.tokens.empty()) static_cast<void>(contentsOf(credentials.tokens));
    if (address.loopback() || credentials.insecure) return;
    if (credentials.certificate.empty()) {
        throw UsageError(address.text() +
                         ": can be reached from other computers; encrypt with --certificate and --key, or "
                         "listen without any protection with --insecure");
    }
    if (credentials.ca.empty() && credentials.tokens.empty()) {
        throw UsageError(address.text() +
                         ": anybody could engrave; ask for a client certificate with --ca, or for a token "
                         "with --token-file");
    }
}

std::string contentsOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream || text.empty()) throw UsageError(file.string() + ": cannot be read, or is empty");
    return text;
}

bool hasToken(const std::filesystem::path& file, const std::string& token, std::int64_t now) {
    std::ifstream stream(file);
    // Digests have one length, and what they have in common says nothing about what the texts have in common.
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
    if (first.empty()) throw UsageError(file.string() + ": holds no token");
    return first;
}

}  // namespace burin
