// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/connection_gate.hpp"

#include "core/base/errors.hpp"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace burin {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds tickInterval{100};
constexpr std::chrono::seconds refusalInterval{1};
/// How long the memory of an ended stranger is assumed to be held once a call has arrived.
constexpr std::chrono::seconds afterlife{2};
/// Files reserved for the job, its tokens and its log.
constexpr int filesForTheJob = 48;
/// Connections accepted from one listener before anything else is checked.
constexpr int acceptsAtOnce = 256;
/// The most refused connections that are sent a notice in one tick.
constexpr int noticesOfTick = 4;
/// In events of listeners and of the gate's end, this value takes the place of a connection's inode.
constexpr std::uint64_t noConnection = 0;

void say(const Descriptor& socket, const std::string& words) {
    static_cast<void>(::send(socket.number(), words.data(), words.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

Descriptor spareFile() {
    return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

}  // namespace

ConnectionGate::ConnectionGate(const MachineAddress& address, const ServerLimits& limits, Log log,
                               GateNotices notices)
    : limits_(limits), log_(std::move(log)), notices_(std::move(notices)) {
    MachineAddress where = address;
    listeners_ = listenAt(where);
    port_ = where.port;
    spare_ = spareFile();
    events_ = Descriptor(::epoll_create1(EPOLL_CLOEXEC));
    end_ = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    bool watched = watch(end_.number(), EPOLLIN, noConnection);
    for (const Descriptor& listener : listeners_)
        watched = watched && watch(listener.number(), EPOLLIN, noConnection);
    if (!watched)
        throw UsageError({.subject = address.text(),
                          .reason = "cannot listen there: %1",
                          .details = {std::strerror(errno)}});
    most_ = std::clamp(filesLeft() - filesForTheJob, 1, std::max(1, limits_.connections));
}

void ConnectionGate::open(std::function<void(int socket)> handOver, std::function<void()> tick) {
    handOver_ = std::move(handOver);
    tick_ = std::move(tick);
    if (most_ < limits_.connections && log_) {
        log_("at most " + std::to_string(most_) +
             " connections are served because of the limit on open files (ulimit -n)");
    }
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void ConnectionGate::close() {
    thread_ = {};
    listeners_.clear();
}

int ConnectionGate::connections() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(connections_.size());
}

void ConnectionGate::run(const std::stop_token& stop) {
    const std::stop_callback end(stop, [this] { static_cast<void>(::eventfd_write(end_.number(), 1)); });
    std::array<epoll_event, 64> events{};
    Time now = std::chrono::steady_clock::now();
    Time nextTick = now;
    while (!stop.stop_requested()) {
        const auto rest = std::chrono::ceil<std::chrono::milliseconds>(nextTick - now).count();
        const int happened = ::epoll_wait(events_.number(), events.data(), events.size(),
                                          static_cast<int>(std::max<std::int64_t>(0, rest)));
        for (int i = 0; i < happened; ++i)
            heed(events[static_cast<std::size_t>(i)].data.u64);
        now = std::chrono::steady_clock::now();
        if (now < nextTick) continue;
        nextTick = now + tickInterval;
        turnedAway_ = 0;
        sweep(now);
        tick_();
        report(now);
    }
}

/// \param inode  of the connection that has received something, or noConnection
void ConnectionGate::heed(std::uint64_t inode) {
    if (inode != noConnection) return stopTalker(inode);
    for (const Descriptor& listener : listeners_)
        acceptSome(listener.number());
}

bool ConnectionGate::watch(int descriptor, std::uint32_t what, std::uint64_t inode) const {
    epoll_event event{};
    event.events = what;
    event.data.u64 = inode;
    return ::epoll_ctl(events_.number(), EPOLL_CTL_ADD, descriptor, &event) == 0;
}

/// After this, each arrival of data is an event, even if the connection's owner has already read the data.
/// (The kernel drops an event whose condition no longer holds, but a socket can nearly always be written.)
/// The kernel forgets the socket when its owner closes it. \pre the lock is held
bool ConnectionGate::watchStranger(const Connection& connection) const {
    return watch(connection.socket, EPOLLIN | EPOLLOUT | EPOLLET, connection.inode);
}

void ConnectionGate::acceptSome(int listener) {
    for (int i = 0; i < acceptsAtOnce; ++i) {
        sockaddr_storage address{};
        socklen_t size = sizeof address;
        Descriptor socket(
            ::accept4(listener, reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (socket.isOpen()) {
            receive(std::move(socket), peerOf(reinterpret_cast<const sockaddr&>(address)));
            continue;
        }
        if (errno == EAGAIN) return;
        if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
            return outOfFiles(listener);
        // Any other error concerns only this connection.
    }
}

void ConnectionGate::receive(Descriptor socket, const Peer& peer) {
    if (isGone(socket.number())) return resetConnection(std::move(socket));
    const Time now = std::chrono::steady_clock::now();
    const std::string network = peer.network();
    {
        const std::lock_guard lock(mutex_);
        Verdict verdict = verdictOn(network);
        if (verdict != Verdict::welcome) {
            forgetEnded(now);
            verdict = verdictOn(network);
        }
        if (verdict != Verdict::welcome) {
            ++refusals_[verdict].count;
            refusals_[verdict].network = network;
            return turnAway(std::move(socket));
        }
        const Connection connection{socket.number(), inodeOf(socket.number()), peer, network, now, now};
        if (!watchStranger(connection)) {
            ++refusals_[Verdict::noFiles].count;
            return resetConnection(std::move(socket));
        }
        connections_.push_back(connection);
    }
    handOver_(socket.release());
}

/// Closes a connection that the gate has no room for. A few are sent a notice first and closed as usual,
/// which the kernel remembers for a minute each; all others are reset.
void ConnectionGate::turnAway(Descriptor socket) {
    if (notices_.noRoom.empty() || turnedAway_ >= noticesOfTick) return resetConnection(std::move(socket));
    ++turnedAway_;
    say(socket, notices_.noRoom);
}

/// No file descriptor is left to accept a connection: closes a stranger, then accepts the waiting connection
/// with the spare descriptor and resets it.
void ConnectionGate::outOfFiles(int listener) {
    closeNewestStranger();
    spare_.reset();
    Descriptor socket(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (socket.isOpen()) {
        const std::lock_guard lock(mutex_);
        ++refusals_[Verdict::noFiles].count;
        resetConnection(std::move(socket));
    } else {
        std::this_thread::sleep_for(1ms);  // waits for other connections to close
    }
    spare_ = spareFile();
}

ConnectionGate::Verdict ConnectionGate::verdictOn(const std::string& network) const {
    if (connections_.size() >= static_cast<std::size_t>(most_)) return Verdict::tooMany;
    const auto ofAddress = std::count_if(connections_.begin(), connections_.end(),
                                         [&](const Connection& c) { return c.network == network; });
    return ofAddress >= limits_.connectionsOfAddress ? Verdict::tooManyOfAddress : Verdict::welcome;
}

/// Drops ended connections, except those of strangers whose memory may still be held.
void ConnectionGate::forgetEnded(Time now) {
    std::erase_if(connections_, [&](const Connection& c) {
        const bool settled =
            c.known || now - c.since >= (c.called || c.stopped ? afterlife : limits_.handshake);
        return settled && c.calls == 0 && inodeOf(c.socket) != c.inode;
    });
}

bool ConnectionGate::isLate(const Connection& c, Time now) const {
    if (!c.called) return now - c.since >= limits_.handshake;
    return c.calls == 0 && now - c.lastCall >= limits_.begin;
}

void ConnectionGate::sweep(Time now) {
    const std::lock_guard lock(mutex_);
    if (!spare_.isOpen()) spare_ = spareFile();
    forgetEnded(now);
    for (const Connection& connection : connections_) {
        if (isLate(connection, now)) shutDown(connection);
    }
}

/// Closes the connection of a stranger who has sent more bytes than a sender needs up to its `begin`.
void ConnectionGate::stopTalker(std::uint64_t inode) {
    const std::lock_guard lock(mutex_);
    const auto talker = std::find_if(connections_.rbegin(), connections_.rend(),
                                     [inode](const Connection& c) { return c.inode == inode; });
    if (talker == connections_.rend() || talker->admitted > 0 || talker->stopped) return;
    if (inodeOf(talker->socket) == inode &&
        receivedBytes(talker->socket) - talker->answeredBytes > limits_.strangersBytes)
        stop(*talker);
}

void ConnectionGate::stop(Connection& connection) {
    connection.stopped = true;
    shutDown(connection, notices_.tooMuch);
    ++refusals_[Verdict::tooTalkative].count;
    refusals_[Verdict::tooTalkative].network = connection.network;
}

/// While the copy exists, the socket's number cannot be reused for another connection.
/// \return not open if the number already belongs to another connection
Descriptor ConnectionGate::copyOf(const Connection& connection) {
    Descriptor copy(::fcntl(connection.socket, F_DUPFD_CLOEXEC, 0));
    if (!copy.isOpen() && errno == EMFILE) {
        spare_.reset();
        copy = Descriptor(::fcntl(connection.socket, F_DUPFD_CLOEXEC, 0));
    }
    if (copy.isOpen() && inodeOf(copy.number()) != connection.inode) copy.reset();
    return copy;
}

/// Shuts down the connection as if the other side had closed it; its owner then closes it.
/// \param lastWords  bytes for the other side. They are sent between two frames of the owner, which writes
///         whole frames as long as there is room. Without room, they are lost.
void ConnectionGate::shutDown(const Connection& connection, const std::string& lastWords) {
    const Descriptor copy = copyOf(connection);
    if (!copy.isOpen()) return;
    if (!lastWords.empty()) say(copy, lastWords);
    ::shutdown(copy.number(), SHUT_RDWR);
}

void ConnectionGate::closeNewestStranger() {
    const std::lock_guard lock(mutex_);
    const auto newest = std::find_if(connections_.rbegin(), connections_.rend(), [](const Connection& c) {
        return c.admitted == 0 && inodeOf(c.socket) == c.inode;
    });
    if (newest != connections_.rend()) shutDown(*newest);
}

void ConnectionGate::report(Time now) {
    std::map<Verdict, Refusals> refused;
    {
        const std::lock_guard lock(mutex_);
        if (refusals_.empty() || now - lastReport_ < refusalInterval) return;
        refused.swap(refusals_);
    }
    lastReport_ = now;
    for (const auto& [verdict, refusals] : refused) {
        std::string line = refusals.count == 1 ? "1 connection is refused"
                                               : std::to_string(refusals.count) + " connections are refused";
        if (!refusals.network.empty())
            line += (refusals.count == 1 ? ", from " : ", the last one from ") + refusals.network;
        if (verdict == Verdict::tooMany) line += ": at most " + std::to_string(most_) + " are served";
        if (verdict == Verdict::tooManyOfAddress)
            line +=
                ": at most " + std::to_string(limits_.connectionsOfAddress) + " of one address are served";
        if (verdict == Verdict::tooTalkative) line += ": they send too much before they are admitted";
        if (verdict == Verdict::noFiles) line += ": no more files can be opened (ulimit -n)";
        if (log_) log_(line);
    }
}

/// The newest connection of the peer: a port may be reused after its connection has ended.
ConnectionGate::Connection* ConnectionGate::find(const Peer& peer) {
    const auto newest = std::find_if(connections_.rbegin(), connections_.rend(),
                                     [&](const Connection& c) { return c.peer == peer; });
    return newest == connections_.rend() ? nullptr : &*newest;
}

ConnectionGate::Visit::Visit(ConnectionGate& gate, Peer peer) : gate_(gate), peer_(std::move(peer)) {
    const std::lock_guard lock(gate_.mutex_);
    Connection* const connection = gate_.find(peer_);
    if (connection == nullptr) return;
    inode_ = connection->inode;
    connection->called = true;
    ++connection->calls;
    if (++connection->unanswered > gate_.limits_.strangersCalls && !connection->stopped)
        gate_.stop(*connection);
}

ConnectionGate::Visit::~Visit() {
    const std::lock_guard lock(gate_.mutex_);
    Connection* const connection = gate_.find(peer_);
    if (connection == nullptr || connection->inode != inode_) return;
    --connection->calls;
    connection->lastCall = std::chrono::steady_clock::now();
    if (!admitted_ || --connection->admitted > 0 || inodeOf(connection->socket) != inode_) return;
    connection->answeredBytes = receivedBytes(connection->socket);
    static_cast<void>(gate_.watchStranger(*connection));
}

void ConnectionGate::Visit::answer() {
    const std::lock_guard lock(gate_.mutex_);
    Connection* const connection = gate_.find(peer_);
    if (connection == nullptr || connection->inode != inode_) return;
    connection->known = true;
    connection->unanswered = 0;
    connection->answeredBytes = receivedBytes(connection->socket);
}

void ConnectionGate::Visit::admit() {
    const std::lock_guard lock(gate_.mutex_);
    Connection* const connection = gate_.find(peer_);
    if (connection == nullptr || connection->inode != inode_ || admitted_) return;
    admitted_ = true;
    if (connection->admitted++ == 0 && inodeOf(connection->socket) == inode_)
        ::epoll_ctl(gate_.events_.number(), EPOLL_CTL_DEL, connection->socket, nullptr);
    connection->known = true;
    connection->unanswered = 0;
    const Descriptor copy = gate_.copyOf(*connection);
    if (copy.isOpen()) widen(copy.number());
}

}  // namespace burin
