// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/certificates.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace burin {
namespace {

struct Free {
    void operator()(BIO* bio) const { ::BIO_free(bio); }
    void operator()(X509* certificate) const { ::X509_free(certificate); }
    void operator()(EVP_PKEY* key) const { ::EVP_PKEY_free(key); }
    void operator()(SSL_CTX* context) const { ::SSL_CTX_free(context); }
};
template <class Object>
using Owner = std::unique_ptr<Object, Free>;

/// Reads the first object of its kind in a text. With a password, even an empty one, OpenSSL does not ask for
/// one at the terminal. Its list of errors is cleared afterwards, because gRPC reads that list too.
template <class Object, class Read>
Owner<Object> objectIn(const std::string& text, const Read& read) {
    const Owner<BIO> bio(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    std::string password;
    Owner<Object> object(bio ? read(bio.get(), nullptr, nullptr, password.data()) : nullptr);
    ::ERR_clear_error();
    return object;
}

Owner<X509> certificateIn(const std::string& text) {
    return objectIn<X509>(text, &::PEM_read_bio_X509_AUX);
}

Owner<EVP_PKEY> keyIn(const std::string& text) {
    return objectIn<EVP_PKEY>(text, &::PEM_read_bio_PrivateKey);
}

/// The position of a certificate's first byte.
struct Beginning {
    std::size_t offset = 0;
    std::size_t line = 0;  ///< counted from 1
};

/// Whether a line begins a certificate. OpenSSL ignores such a line if anything precedes it.
bool beginsCertificate(std::string_view line) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    constexpr std::array<std::string_view, 3> firstLines = {"-----BEGIN CERTIFICATE-----",
                                                            "-----BEGIN X509 CERTIFICATE-----",
                                                            "-----BEGIN TRUSTED CERTIFICATE-----"};
    if (line.starts_with(byteOrderMark)) line.remove_prefix(byteOrderMark.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return std::any_of(firstLines.begin(), firstLines.end(),
                       [&](std::string_view first) { return line.starts_with(first); });
}

std::vector<Beginning> certificatesIn(std::string_view text) {
    std::vector<Beginning> found;
    std::size_t offset = 0;
    for (std::size_t number = 1; offset < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', offset), text.size());
        if (beginsCertificate(text.substr(offset, end - offset))) found.push_back({offset, number});
        offset = end + 1;
    }
    return found;
}

}  // namespace

bool isCertificate(const std::string& text) {
    return certificateIn(text) != nullptr;
}

std::optional<DamagedCertificate> damagedCertificate(const std::string& text) {
    const std::vector<Beginning> certificates = certificatesIn(text);
    for (std::size_t i = 0; i < certificates.size(); ++i) {
        const std::size_t begin = certificates[i].offset;
        const std::size_t end = i + 1 < certificates.size() ? certificates[i + 1].offset : text.size();
        // OpenSSL skips a byte order mark, but only at the beginning of its input.
        const bool readable = begin == 0 || text[begin] == '-';
        if (!readable || !isCertificate(text.substr(begin, end - begin)))
            return DamagedCertificate{i + 1, certificates.size(), certificates[i].line};
    }
    return {};
}

std::optional<Problem> whyRefused(const std::string& certificate) {
    const Owner<SSL_CTX> context(::SSL_CTX_new(::TLS_method()));
    if (context && ::SSL_CTX_use_certificate(context.get(), certificateIn(certificate).get()) == 1) return {};
    const char* const reason = ::ERR_reason_error_string(::ERR_peek_last_error());
    ::ERR_clear_error();
    return Problem{.reason = "OpenSSL refuses the certificate: %1",
                   .details = {reason == nullptr ? "unknown reason" : reason}};
}

std::size_t certificateBytes(const std::string& text) {
    const Owner<BIO> bio(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    std::size_t bytes = 0;
    while (const Owner<X509> next{::PEM_read_bio_X509_AUX(bio.get(), nullptr, nullptr, nullptr)})
        bytes += static_cast<std::size_t>(::i2d_X509(next.get(), nullptr));
    ::ERR_clear_error();
    return bytes;
}

bool isKey(const std::string& text) {
    return keyIn(text) != nullptr;
}

bool isKeyOf(const std::string& key, const std::string& certificate) {
    const bool belongs = ::X509_check_private_key(certificateIn(certificate).get(), keyIn(key).get()) == 1;
    ::ERR_clear_error();
    return belongs;
}

}  // namespace burin
