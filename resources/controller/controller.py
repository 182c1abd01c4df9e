#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small controller of a machine, as a starting point. docs/controller.md explains what it does.

    controller.py FILE.raw [ADDRESS:PORT]

It "engraves" by appending lines to FILE.raw. FILE.raw.state records its position, also if it is killed. It supports
neither certificates nor tokens, so let it listen on this computer only.
"""
import json
import os
import subprocess
import sys
import tempfile
import threading
from concurrent import futures
from pathlib import Path

import grpc

# Usually the contract is compiled once, when the program is built.
generated, here = tempfile.TemporaryDirectory(), Path(__file__).resolve().parent
subprocess.run(["protoc", f"--proto_path={here}", f"--python_out={generated.name}",
                f"--grpc_python_out={generated.name}", "--plugin=protoc-gen-grpc_python=/usr/bin/grpc_python_plugin",
                "burin.proto"], check=True)
sys.path.insert(0, generated.name)
import burin_pb2 as pb  # noqa: E402
import burin_pb2_grpc as services  # noqa: E402

BUFFER = 1 << 20
MOST_SLICE = BUFFER // 4
BEGIN_SECONDS = 10  # A call that has not sent `begin` by then wastes a thread.
# Two headers are the same job if these fields are equal.
IDENTITY = ("design_hash", "software", "backend", "width", "height", "region_x", "region_y", "surface_width",
            "surface_height", "pitch_x_um", "pitch_y_um", "depth", "swath_width", "serpentine")


LONGEST_SIDE = 2**31 - 1
LONGEST = 1e12
LENGTHS = {"pitch_x_um": 1e-9, "pitch_y_um": 1e-9, "overscan_um": 0, "bidirectional_offset_um": -LONGEST,
           "full_depth_um": 0}  # the least value
TEXTS = {"id": 128, "design_hash": 256, "software": 256, "backend": 256}  # up to how many bytes


def unknown(field, value):
    return f"{field} has the value {value}, which this controller does not know; the sender may be newer"


def mistake_in(begin):
    """The first mistake in a header, with the name of its field; None if the header is right."""
    if not begin.HasField("job"):
        return "job is missing"
    job = begin.job
    for message, field, values in ((begin, "mode", pb.Mode), (job, "polarity", pb.Polarity),
                                   (job, "slice_compression", pb.Compression)):
        if getattr(message, field) not in values.values():
            return unknown(field, getattr(message, field))
    if job.depth not in (1, 8, 16):
        return "depth is not 1, 8 or 16"
    for start, side, whole in (("region_x", "width", "surface_width"), ("region_y", "height", "surface_height")):
        if not 0 < getattr(job, whole) <= LONGEST_SIDE:
            return f"{whole} is not from 1 to {LONGEST_SIDE}"
        if not 0 < getattr(job, side) <= getattr(job, whole) - getattr(job, start):
            return f"{start} and {side} are not inside the surface"
    if job.swath_width > LONGEST_SIDE:
        return f"swath_width is not from 0 to {LONGEST_SIDE}"
    for field, least in LENGTHS.items():
        if not least <= getattr(job, field) <= LONGEST:
            return f"{field} is {getattr(job, field)}, which is not from {least} to {LONGEST}"
    for field in ("id", "design_hash"):
        if not getattr(job, field):
            return f"{field} is empty"
    for field, most in TEXTS.items():
        text = getattr(job, field)
        if len(text.encode()) > most or not text.isprintable():
            return f"{field} is not plain text of at most {most} bytes"
    return None


def crc_table():
    table = []
    for crc in range(256):
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
        table.append(crc)
    return table


CRC = crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


class Layout:
    """The places of the lines of a job in its bytes."""

    def __init__(self, job):
        swath = job["swath_width"] or job["width"]
        swath = min(swath, job["width"])
        swaths = (job["width"] - 1) // swath + 1
        last = job["width"] - (swaths - 1) * swath
        self.depth = job["depth"]
        self.lines = swaths * job["height"]
        self.wide = (swaths - 1) * job["height"]  # lines of whole swaths
        self.wide_bytes, self.last_bytes = self.packed(swath), self.packed(last)
        self.wide_unused, self.last_unused = -swath * self.depth % 8, -last * self.depth % 8

    def packed(self, samples):
        return (samples * self.depth + 7) // 8

    def offset(self, line):
        wide = min(line, self.wide)
        return wide * self.wide_bytes + (line - wide) * self.last_bytes

    def unused(self, line):
        """The mask of the bits of a line's last byte that belong to no sample."""
        return (1 << (self.wide_unused if line < self.wide else self.last_unused)) - 1


class Job:
    """The engraved lines, and how many of them are stored."""

    def __init__(self, path):
        self.path, self.state_path = path, path + ".state"
        self.header, self.executed, self.sender = None, 0, 0
        self.buffer = b""
        if os.path.exists(self.state_path):
            with open(self.state_path) as file:
                state = json.load(file)
            self.begin(state["header"], state["executed"], state["sender"])

    def begin(self, header, executed, sender):
        self.header, self.executed, self.sender = header, executed, sender
        self.layout = Layout(header)
        self.buffer = b""
        with open(self.path, "ab") as file:
            file.truncate(self.layout.offset(executed))
        self.store()

    def store(self):
        with open(self.state_path + ".new", "w") as file:
            json.dump({"header": self.header, "executed": self.executed, "sender": self.sender}, file)
        os.replace(self.state_path + ".new", self.state_path)

    @property
    def received(self):
        return self.layout.offset(self.executed) + len(self.buffer)

    @property
    def done(self):
        return self.header is not None and self.executed == self.layout.lines

    def engrave(self):
        """Engraves all complete lines at once; a real machine needs time."""
        with open(self.path, "ab") as file:
            while not self.done:
                size = self.layout.offset(self.executed + 1) - self.layout.offset(self.executed)
                if size > len(self.buffer):
                    break
                file.write(self.buffer[:size])
                file.flush()
                self.buffer = self.buffer[size:]
                self.executed += 1
        self.store()

    def report(self):
        state = pb.DONE if self.done else pb.ENGRAVING if self.executed else pb.FILLING
        return pb.Report(state=state, received=self.received, executed_lines=self.executed,
                         credit=self.layout.offset(self.executed) + BUFFER, lines=self.layout.lines)


class Controller(services.ControllerServicer):
    def __init__(self, path):
        self.job = Job(path)
        self.one_at_a_time = threading.Lock()

    def machine(self):
        return pb.Machine(name="a small controller", software="controller.py", depths=[1, 8, 16], rows=True,
                          swaths=True, serpentine=True, buffer_bytes=BUFFER, most_slice_bytes=MOST_SLICE,
                          job_id=self.job.header["id"] if self.job.header else "",
                          report=self.job.report() if self.job.header else None)

    def Describe(self, request, context):
        return self.machine()

    def refusal(self, begin):
        """The reason to refuse the job, and the names of its remedies; None if the job is accepted."""
        wanted, job = begin.job, self.job
        mistake = mistake_in(begin)
        if mistake:
            return "the header is malformed: " + mistake, ""
        if wanted.slice_compression != pb.NONE:
            return "the machine takes no compressed slices", ""
        if Layout(self.identity(wanted)).wide_bytes > BUFFER // 2:
            return "lines are too long for the machine's buffer", "swaths"
        if job.header is None or begin.mode == pb.REPLACE:
            return None
        different = [key for key in IDENTITY if job.header[key] != getattr(wanted, key)
                     and not (begin.allow_mixed and key in ("software", "backend"))]
        if job.done:
            other = begin.admitted and different
            return ("the machine has engraved another job since it took this one", "") if other else None
        if different:
            return "the machine's job was begun with another " + ", ".join(different), "replace"
        if begin.mode == pb.START and begin.sender != job.sender:
            return "the machine has an unfinished job", "resume,replace"
        return None

    @staticmethod
    def identity(job):
        return {key: getattr(job, key) for key in IDENTITY + ("id",)}

    def adopt(self, begin):
        """Continues the job, or starts it. Returns True if it is finished already."""
        job, header = self.job, self.identity(begin.job)
        same = job.header is not None and all(job.header[k] == header[k] for k in IDENTITY)
        if same and job.done and begin.mode == pb.RESUME:
            return True
        known = same and begin.sender == job.sender and not job.done
        if job.header is None or job.done or (begin.mode == pb.REPLACE and not known):
            job.begin(header, 0, begin.sender)
        else:
            job.header["id"] = header["id"]
            if not known:
                job.begin(job.header, job.executed, begin.sender)  # drops the data of another sender
        return False

    def Engrave(self, messages, context):
        reader = futures.ThreadPoolExecutor(1)  # its thread ends with the call at the latest
        try:
            first = reader.submit(next, messages, None).result(BEGIN_SECONDS)
        except futures.TimeoutError:
            context.abort(grpc.StatusCode.DEADLINE_EXCEEDED,
                          f"the sender sent no `begin` within {BEGIN_SECONDS} s of its call")
        finally:
            reader.shutdown(wait=False)
        if first is None or first.WhichOneof("what") != "begin":
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the sender does not begin with `begin`")
        if not self.one_at_a_time.acquire(timeout=1):
            context.set_trailing_metadata((("burin-remedies", "later"),))
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, "the machine takes a job from another sender")
        try:
            refusal = self.refusal(first.begin)
            if refusal:
                reason, remedies = refusal
                context.set_trailing_metadata((("burin-remedies", remedies),))
                context.abort(grpc.StatusCode.FAILED_PRECONDITION, reason)
            if self.adopt(first.begin):
                yield pb.ControllerMessage(finished=self.job.report())
                return
            yield pb.ControllerMessage(accepted=pb.Accepted(machine=self.machine(), report=self.job.report()))
            yield from self.engrave(messages)
        finally:
            self.one_at_a_time.release()

    def engrave(self, messages):
        expected, damaged = 0, 0
        for message in messages:
            if message.WhichOneof("what") == "command":
                if message.command == pb.STOP:
                    yield self.ended(pb.STOPPED_BY_SOMEONE, "stopped by the sender")
                    return
                if message.command not in pb.Command.values():
                    yield self.ended(pb.REFUSED, unknown("command", message.command))
                    return
                continue
            piece = message.slice
            if damaged and piece.sequence > expected:
                continue  # was under way when a damaged slice was reported
            reason = self.complaint(piece, expected)
            if reason:
                yield self.ended(pb.REFUSED, reason)
                return
            if crc32c(piece.data) != piece.crc32c:
                damaged += 1
                if damaged == 3:
                    yield self.ended(pb.REFUSED, f"slice {piece.sequence} fails its checksum for the third time")
                    return
                yield pb.ControllerMessage(resend=pb.Resend(sequence=expected))
                continue
            if self.sets_unused_bits(piece.data):
                reason = f"slice {piece.sequence} sets bits after the end of a line, which must be 0"
                yield self.ended(pb.REFUSED, reason)
                return
            expected, damaged = expected + 1, 0
            self.job.buffer += piece.data
            self.job.engrave()
            yield pb.ControllerMessage(report=self.job.report())
            if self.job.done:
                yield self.ended(pb.COMPLETE, "")
                return

    def complaint(self, piece, expected):
        layout, job = self.job.layout, self.job
        if piece.sequence != expected:
            return f"slice {piece.sequence} came where {expected} was expected"
        if piece.line >= layout.lines or piece.bytes == 0 or piece.bytes != len(piece.data):
            return "the slice does not lie in the job"
        if layout.offset(piece.line) + layout.packed(piece.sample) != job.received:
            return "the slice does not begin at the end of the last one"
        if job.received + piece.bytes > job.report().credit:
            return "the slice exceeds the credit"
        return None

    def sets_unused_bits(self, data):
        layout, line, received = self.job.layout, self.job.executed, self.job.received
        while line < layout.lines and layout.offset(line + 1) <= received + len(data):
            if data[layout.offset(line + 1) - received - 1] & layout.unused(line):
                return True
            line += 1
        return False

    @staticmethod
    def ended(end, reason):
        return pb.ControllerMessage(ended=pb.Ended(end=end, reason=reason))


def main():
    path = sys.argv[1]
    address = sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1:4590"
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=4),
                         options=[("grpc.max_receive_message_length", MOST_SLICE + 65536)])
    services.add_ControllerServicer_to_server(Controller(path), server)
    port = server.add_insecure_port(address)
    server.start()
    print(f"listening on {address.rsplit(':', 1)[0]}:{port}", file=sys.stderr, flush=True)
    server.wait_for_termination()


if __name__ == "__main__":
    main()
