# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports are those of the command line: bytes, refusals, resuming and Ctrl-C."""

import hashlib
import inspect
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import textwrap
import types

import pytest

import burin

SOURCE = pathlib.Path(__file__).parents[2]
EXAMPLE = SOURCE / "resources/examples/hexagonal-dimples.burin"


def digest(file):
    return hashlib.sha256(pathlib.Path(file).read_bytes()).hexdigest()


@pytest.mark.parametrize("options, words", [
    ({}, []), ({"region": (100, 200, 300, 400)}, ["--region", "100,200,300,400"]),
    ({"compression": "deflate"}, ["--compression", "deflate"]), ({"bigtiff": True}, ["--bigtiff"]),
    ({"layout": "tiles"}, ["--layout", "tiles"])], ids=repr)
def test_a_file_is_that_of_the_command_line(options, words, program, tmp_path):
    done = burin.load(EXAMPLE).surface().export(tmp_path / "a.tif", backend="cpu", progress=False, **options)
    subprocess.run([program, "export", EXAMPLE, "--to", tmp_path / "b.tif", "--backend", "cpu", *words],
                   check=True, capture_output=True)
    assert digest(tmp_path / "a.tif") == digest(tmp_path / "b.tif")
    assert done.done_px == done.total_px and done.backend == "cpu" and len(done.hash) == 64
    assert done.path == str(tmp_path / "a.tif")


def test_every_option_of_the_command_is_an_argument(program):
    help_text = subprocess.run([program, "export", "--help"], capture_output=True, text=True, check=True).stdout
    options = {word.replace("-", "_") for word in re.findall(r"^  --([a-z-]+)", help_text, re.MULTILINE)}
    of_machines = {"prefill", "slice_compression", "retry_for", "certificate", "key", "ca", "token_file", "insecure"}
    elsewhere = {"set", "stats", "surface"}  # Design.set; for people; not in the module
    arguments = set(inspect.signature(burin.Surface.export).parameters) - {"self"}
    assert options - of_machines - elsewhere == arguments


ROLLER = """burin: 2
pixel: 1 um
nodes:
  surface: {kind: root, width: 64, height: 300, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "0.5 + 0.2 * sin(2 * pi * x / 16) * cos(2 * pi * y / 32)"}
job: {roller: {diameter: 20.3 um, axis: y}}
"""


@pytest.mark.parametrize("name, options, words", [
    ("r.raw", {"helix": "linear"}, ["--helix", "linear"]), ("r.raw", {"helix": "nearest"}, ["--helix", "nearest"]),
    ("r%02d.png", {"layers": 3}, ["--layers", "3"]), ("r.raw", {"tile": 16}, ["--tile", "16"])], ids=repr)
def test_a_roller_is_that_of_the_command_line(name, options, words, program, tmp_path):
    design = tmp_path / "roller.burin"
    design.write_text(ROLLER)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    burin.load(design).surface().export(tmp_path / "a" / name, backend="cpu", progress=False, **options)
    subprocess.run([program, "export", design, "--to", tmp_path / "b" / name, "--backend", "cpu", *words], check=True,
                   capture_output=True)
    made = sorted(file.name for file in (tmp_path / "b").glob("[!.]*"))
    assert len([file for file in made if not file.endswith(".yaml")]) == options.get("layers", 1)
    assert [digest(tmp_path / "a" / file) for file in made] == [digest(tmp_path / "b" / file) for file in made]


def test_fewer_layers_name_the_files_that_are_left(tmp_path):
    surface = burin.parse(ROLLER).surface()
    surface.export(tmp_path / "r%02d.png", layers=4, progress=False)
    surface.export(tmp_path / "r%02d.png", layers=2, progress=False, force=True)
    assert sorted(file.name for file in tmp_path.glob("[!.]*")) == ["r00.png", "r01.png"]


@pytest.mark.parametrize("options, why", [
    ({"helix": "linear", "scan": "swaths:16"}, "scan='rows'"), ({"helix": "linear", "layers": 2}, "leave out layers"),
    ({"helix": "wide"}, "linear or nearest"), ({"layers": 0}, "layers 0"), ({"layers": 70_000}, "layers 70000"),
    ({"layers": 2}, "a name with a number"), ({"tile": 15}, "tile 15"), ({"devices": (-1,)}, "devices"),
    ({"gpu_memory": "much"}, "gpu_memory 'much'")], ids=repr)
def test_arguments_that_exclude_each_other_are_refused(options, why, tmp_path):
    with pytest.raises(burin.UsageError, match=why) as refused:
        burin.parse(ROLLER).surface().export(tmp_path / "r.raw", **options)
    assert "--" not in str(refused.value) and list(tmp_path.iterdir()) == []
    with pytest.raises(burin.UsageError, match="round a roller"):
        burin.load(EXAMPLE).surface().export(tmp_path / "r.raw", helix="linear")


@pytest.mark.parametrize("options", [{"devices": (0,)}, {"gpu_memory": "1G"}], ids=repr)
def test_a_card_that_is_asked_for_and_missing_is_an_error(options):
    surface = burin.load(EXAMPLE).surface()
    if surface.backend == "cuda":
        pytest.skip("this computer has a card")
    with pytest.raises(burin.DeviceError, match="backend='cpu'"):
        surface.export("null:", **options)


def test_rows_of_swaths_are_those_of_the_command_line(program, tmp_path):
    burin.load(EXAMPLE).surface().export(tmp_path / "a.raw", backend="cpu", scan="swaths:1000", serpentine=True)
    subprocess.run([program, "export", EXAMPLE, "--to", tmp_path / "b.raw", "--backend", "cpu", "--scan", "swaths:1000",
                    "--serpentine"], check=True, capture_output=True)
    assert digest(tmp_path / "a.raw") == digest(tmp_path / "b.raw")


def test_the_notes_say_what_check_says_about_the_images(program, tmp_path):
    logo = SOURCE / "tests/data/found/transparent-logo.png"
    design = tmp_path / "logo.burin"
    design.write_text("burin: 1\npixel: 1 um\nnodes:\n"
                      "  surface: {kind: root, width: 60, height: 60, inputs: [{data: p}]}\n"
                      f"  p: {{kind: image, file: '{logo}'}}\n")
    notes = burin.load(design).surface().export("null:", backend="cpu").notes
    said = subprocess.run([program, "check", design], check=True, capture_output=True, text=True).stderr.splitlines()
    assert len(notes) == 1 and "alpha" in notes[0] and notes[0] in said


def test_an_output_that_exists_is_refused_with_what_to_do(tmp_path):
    surface = burin.load(EXAMPLE).surface()
    surface.export(tmp_path / "a.raw", region=(0, 0, 64, 64))
    with pytest.raises(burin.UsageError, match="force=True") as refused:
        surface.export(tmp_path / "a.raw", region=(0, 0, 64, 64))
    assert "--" not in str(refused.value)
    again = surface.export(tmp_path / "a.raw", region=(0, 0, 64, 64), resume=True)
    assert again.notes and again.done_px == 64 * 64
    surface.export(tmp_path / "a.raw", region=(0, 0, 64, 64), force=True)


def test_each_remedy_of_a_surface_that_is_too_wide_is_named():
    wide = burin.parse("burin: 1\npixel: 1 um\nnodes:\n"
                       "  surface: {kind: root, width: 400000000, height: 300, inputs: [data: f]}\n"
                       "  f: {kind: math2d, expression: x / 30}\n")
    with pytest.raises(burin.UsageError, match="use scan='swaths:W', or give more memory"):
        wide.surface().export("-", memory="64M", backend="cpu")


@pytest.mark.parametrize("name, options", [("a.raw", {}), ("layer%d.raw", {"layers": 3}), ("a.raw", {"shard": "0/2"})],
                         ids=repr)
def test_a_finished_export_has_the_pixels_of_the_run_that_finished_it(name, options, tmp_path):
    surface = burin.load(EXAMPLE).surface()
    first = surface.export(tmp_path / name, region=(0, 0, 64, 64), **options)
    again = surface.export(tmp_path / name, region=(0, 0, 64, 64), resume=True, **options)
    assert again.notes and (again.done_px, again.total_px) == (first.done_px, first.total_px)


def test_an_export_does_not_overwrite_what_it_reads(tmp_path):
    design = tmp_path / "design.raw"
    design.write_bytes(EXAMPLE.read_bytes())
    with pytest.raises(burin.UsageError, match="the export reads this file"):
        burin.load(design).surface().export(design, region=(0, 0, 64, 64), force=True)
    assert design.read_bytes() == EXAMPLE.read_bytes()


@pytest.mark.parametrize("options, why", [
    ({"region": (0, 0, 0, 5)}, "region"), ({"region": (7990, 0, 20, 5)}, "region"), ({"region": (1, 2)}, "region"),
    ({"scan": "zigzag"}, "scan"), ({"compression": "zip"}, "compression"), ({"shard": "3/2"}, "shard"),
    ({"backend": "abacus"}, "backend"), ({"memory": "much"}, "memory"), ({"threads": 0}, "threads")], ids=repr)
def test_a_wrong_argument_is_refused_and_nothing_is_written(options, why, tmp_path):
    with pytest.raises(burin.UsageError, match=why):
        burin.load(EXAMPLE).surface().export(tmp_path / "a.tif", **options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [{"threads": "two"}, {"tile": 64.5}, {"layers": "3"}, {"devices": 0}, {"devices": ["a"]}],
                         ids=repr)
def test_a_number_of_another_type_is_named(options, tmp_path):
    [(name, value)] = options.items()
    with pytest.raises(TypeError, match=re.escape(f"{name} {value!r}: ") + ".*number.* expected"):
        burin.load(EXAMPLE).surface().export(tmp_path / "a.tif", **options)
    assert list(tmp_path.iterdir()) == []


def _batch(design, **options):
    burin.batch(design, [{"name": "a"}], "null:", **options)


@pytest.mark.parametrize("call, refusal", [
    (lambda design: design.surface().export("null:", backend=3), "backend 3: a text is expected"),
    (lambda design: design.surface().export("null:", scan=None), "scan None: a text is expected"),
    (lambda design: design.surface().export("null:", resume="no"), "resume 'no': True or False is expected"),
    (lambda design: design.surface().export("null:", bigtiff=[]), "bigtiff []: True or False is expected"),
    (lambda design: design.surface().preview(shade="yes"), "shade 'yes': True or False is expected"),
    (lambda design: design.surface().preview(seconds="long"), "seconds 'long': a number is expected"),
    (lambda design: design.surface(3), "node 3: a text is expected"),
    (lambda design: design.preflight(roller="no"), "roller 'no': True or False is expected"),
    (lambda design: design.set(3), "setting 3: a text is expected"),
    (lambda design: design["dimple"].__setitem__(3, 4), "key 3: a text is expected"),
    (lambda design: burin.parse(3), "text 3: a text is expected"),
    (lambda design: burin.measure(design.surface(), predicted="no"), "predicted 'no': True or False is expected"),
    (lambda design: burin.measure(design.surface(), full_depth=[]), "full_depth []: a number is expected"),
    (lambda design: _batch(design, force="no"), "force 'no': True or False is expected"),
    (lambda design: _batch(design, keep_going="no"), "keep_going 'no': True or False is expected")],
                         ids=lambda of: of if isinstance(of, str) else "")
def test_an_argument_of_another_type_is_named(call, refusal):
    with pytest.raises(TypeError) as refused:
        call(burin.load(EXAMPLE))
    assert str(refused.value) == refusal


@pytest.mark.parametrize("options", [{"layers": 1 << 70}, {"tile": 1 << 70}, {"memory": 1e30}, {"gpu_memory": 1e30}], ids=repr)
def test_a_number_that_is_too_large_is_named(options):
    [(name, value)] = options.items()
    with pytest.raises(burin.UsageError, match=re.escape(f"{name} {value!r}: ")):
        burin.load(EXAMPLE).surface().export("null:", **options)


@pytest.mark.parametrize("name, resumable", [("a.raw", True), ("a.png", False)])
def test_an_output_that_fails_says_how_far_it_came(name, resumable, tmp_path):
    """A PNG is one stream, so what is written of it cannot be continued."""
    file = tmp_path / name
    surface = burin.load(EXAMPLE).surface()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, limit[1]))
    try:
        with pytest.raises(burin.SinkError, match=name) as failed:
            surface.export(file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert isinstance(failed.value, OSError) and failed.value.path == str(file)
    assert 0 <= failed.value.share < 1 and failed.value.resumable is resumable
    assert surface.export(file, resume=resumable, force=not resumable).done_px == surface.size


def test_too_little_memory_is_refused_with_both_numbers():
    with pytest.raises(burin.MemoryError) as refused:
        burin.load(EXAMPLE).surface().export("null:", memory=4096, backend="cpu")
    assert refused.value.needed > refused.value.limit == 4096


@pytest.mark.parametrize("text, amount", [
    ("4096", 4096), ("4096B", 4096), ("4k", 4096), ("4KB", 4096), ("4KiB", 4096), ("0.5M", 1 << 19), ("1GiB", 1 << 30),
    ("2tb", 2 << 40), ("much", None), ("4X", None), ("4 G", None), (" 4G", None), ("4GBB", None), ("G", None), ("-4G", None),
    ("0", None), ("nan", None), ("1e30", None)])
def test_sizes_are_those_of_the_command_line(text, amount, program, monkeypatch):
    ran = subprocess.run([program, "export", EXAMPLE, "--to", "null:", "--region", "0,0,1,1", f"--memory={text}"],
                         capture_output=True, text=True)
    expected = "bytes are expected, such as 512M or 8G"
    assert (amount is None) == (expected in ran.stderr), ran.stderr
    if amount is None:
        with pytest.raises(burin.UsageError, match=expected):
            monkeypatch.setattr(burin, "memory_limit", text)
        return
    monkeypatch.setattr(burin, "memory_limit", text)
    huge = burin.parse("""burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 2 m, height: 2 m, inputs: [{data: plane}]}
  plane: {kind: math2d, expression: "x / 2e6"}
""").surface(memory="1G")
    with pytest.raises(burin.MemoryError) as refused:
        huge[:, :]
    assert refused.value.limit == amount


@pytest.mark.parametrize("limit", [None, [], b"4G"], ids=repr)
def test_a_limit_of_another_type_is_refused(limit):
    before = burin.memory_limit
    with pytest.raises(TypeError, match=r'burin\.memory_limit .*: a number of bytes, or a text such as "4G", is expected'):
        burin.memory_limit = limit
    assert burin.memory_limit == before


def test_a_backend_that_is_missing_is_refused():
    surface = burin.load(EXAMPLE).surface()
    if surface.backend == "cuda":
        pytest.skip("this computer has a card")
    with pytest.raises(burin.DeviceError) as refused:
        burin.load(EXAMPLE).surface(backend="cuda")
    assert refused.value.reason in str(refused.value)


def test_progress_is_told_until_the_end():
    told = []
    burin.load(EXAMPLE).surface().export("null:", progress=lambda *words: told.append(words))
    done, total, state = told[-1]
    assert (done, total, state) == (64_000_000, 64_000_000, "done")
    assert [words[0] for words in told] == sorted(words[0] for words in told)


def test_progress_is_told_at_most_ten_times_a_second(monkeypatch):
    """By the clock of the test, because an export may end before its second report, and a busy computer delays calls."""
    now, told = [0.0], []

    def sleep(seconds):
        now[0] += seconds

    monkeypatch.setattr(burin._progress, "time", types.SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    tell = burin._progress.shown(lambda done, total, state: told.append((now[0], done, state)))
    for done in range(100):
        tell(done, 100, "running", "")
        now[0] += 0.03
    tell(100, 100, "done", "")
    assert len(told) > 20 and told[-1][1:] == (100, "done")
    assert all(later[0] - earlier[0] > 0.0999 for earlier, later in zip(told, told[1:]))


def test_an_exception_of_the_caller_ends_the_export(tmp_path):
    def fails(*_):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        burin.load(EXAMPLE).surface().export(tmp_path / "a.raw", progress=fails)


def test_a_bar_is_drawn_when_it_is_asked_for(capsys):
    burin.load(EXAMPLE).surface().export("null:", region=(0, 0, 512, 512), progress=True)
    assert "100" in capsys.readouterr().err
    burin.load(EXAMPLE).surface().export("null:", region=(0, 0, 512, 512))
    assert capsys.readouterr().err == ""


def test_ctrl_c_keeps_what_is_written_and_resuming_completes_it(tmp_path, program):
    """The process signals itself while it exports; its main thread is not the one that tells the progress."""
    design = tmp_path / "slow.burin"
    design.write_text("""burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 3000, height: 6000, inputs: [{data: slow}]}
  slow: {kind: median, radius: 31, inputs: [{data: noise}]}
  noise: {kind: math2d, width: 3000, height: 6000, expression: "0.5 + 0.5 * sin(x * y / 100)"}
""")
    script = textwrap.dedent(f"""
        import os, signal, sys, burin
        signal.signal(signal.SIGINT, signal.default_int_handler)
        surface = burin.load({str(design)!r}).surface(threads=1)
        sent = []
        def told(done, total, state):
            if 0 < done < total and not sent:
                sent.append(True)
                os.kill(os.getpid(), signal.SIGINT)
        try:
            surface.export({str(tmp_path / "a.raw")!r}, threads=1, backend="cpu", progress=told)
        except KeyboardInterrupt:
            sys.exit(77)
        """)
    assert subprocess.run([sys.executable, "-c", script]).returncode == 77
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.raw.journal", "a.raw.part", "slow.burin"]
    surface = burin.load(design).surface()
    surface.export(tmp_path / "a.raw", resume=True, backend="cpu", progress=False)
    subprocess.run([program, "export", design, "--to", tmp_path / "b.raw", "--backend", "cpu"], check=True,
                   capture_output=True)
    assert digest(tmp_path / "a.raw") == digest(tmp_path / "b.raw")


def test_ctrl_c_ends_what_is_computed_for_an_array():
    script = textwrap.dedent("""
        import os, signal, threading, time, burin
        signal.signal(signal.SIGINT, signal.default_int_handler)
        design = burin.parse('''
        burin: 1
        pixel: 1 um
        nodes:
          surface: {kind: root, width: 100000, height: 100000, inputs: [{data: slow}]}
          slow: {kind: median, radius: 31, inputs: [{data: noise}]}
          noise: {kind: math2d, width: 100000, height: 100000, expression: "0.5 + 0.5 * sin(x * y)"}
        ''')
        surface = design.surface(threads=1, backend="cpu")
        burin.memory_limit = "1T"
        def ctrl_c():
            begun = time.process_time()
            while time.process_time() < begun + 0.3:  # until the samples have taken so much
                time.sleep(0.01)
            os.kill(os.getpid(), signal.SIGINT)
        try:
            threading.Thread(target=ctrl_c).start()
            surface[0:20000, 0:20000]
        except KeyboardInterrupt:
            print("stopped")
        """)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert ran.stdout == "stopped\n", ran.stderr


def test_a_batch_is_that_of_the_command_line(program, tmp_path):
    rows = [{"name": f"r{width}", "dimple.width": width, "region": "0,0,256,200"} for width in (90, 100)]
    done = burin.batch(burin.load(EXAMPLE), rows, to=tmp_path / "{name}.tif", backend="cpu", results=tmp_path / "a.csv")
    assert [(row.row, row.name, row.state, row.shape) for row in done] == [
        (1, "r90", "done", (200, 256)), (2, "r100", "done", (200, 256))]
    for row in rows:
        subprocess.run([program, "export", EXAMPLE, "--to", tmp_path / "b.tif", "--force", "--backend", "cpu", "--region",
                        row["region"], "--set", f"dimple.width={row['dimple.width']}"], check=True, capture_output=True)
        assert digest(tmp_path / f"{row['name']}.tif") == digest(tmp_path / "b.tif")
    assert "r100" in (tmp_path / "a.csv").read_text()
    with pytest.raises(burin.UsageError, match="resume=True"):
        burin.batch(EXAMPLE, rows, to=tmp_path / "{name}.tif", backend="cpu", results=tmp_path / "a.csv")
    assert burin.batch(EXAMPLE, rows, to=tmp_path / "{name}.tif", backend="cpu", results=tmp_path / "a.csv", resume=True) == []


def test_a_batch_to_nowhere_resumes(tmp_path):
    rows = [{"name": "a", "region": "0,0,64,64"}]
    told = burin.batch(EXAMPLE, rows, to="null:", backend="cpu", results=tmp_path / "a.csv")
    assert told[0].hash
    assert burin.batch(EXAMPLE, rows, to="null:", backend="cpu", results=tmp_path / "a.csv", resume=True) == []


@pytest.mark.parametrize("option, text", [("scan", "swaths"), ("compression", "zip"), ("layout", ""), ("shard", "2/2"),
                                          ("date", "today")])
def test_a_wrong_option_is_named(tmp_path, option, text):
    with pytest.raises(burin.UsageError, match=f"{option} '{text}': .* expected"):
        burin.load(EXAMPLE).surface().export(tmp_path / "a.tif", backend="cpu", **{option: text})


def test_a_batch_with_a_wrong_row_writes_nothing(tmp_path):
    for rows, place in (([{"name": "a", "dimple.width": 90}, {"name": "b", "dimple.width": "wide"}], (3, 2, "dimple.width")),
                        ([{"nowhere.width": 3}], (1, 1, "nowhere.width"))):
        with pytest.raises(burin.DesignError) as refused:
            burin.batch(EXAMPLE, rows, to=tmp_path / "{row}.tif")
        problem, = refused.value.problems
        assert isinstance(problem, burin.Problem) and problem.severity == "error" and problem.file == "rows"
        assert (problem.line, problem.column, problem.parameter) == place
        assert str(problem).endswith(f": {problem.what}; {problem.remedy}") and str(problem) in str(refused.value)
    with pytest.raises(burin.UsageError, match="row 2"):
        burin.batch(EXAMPLE, [{"name": "a"}, {"other": 3}], to=tmp_path / "{row}.tif")
    with pytest.raises(burin.UsageError):
        burin.batch(EXAMPLE, [], to=tmp_path / "{row}.tif")
    assert list(tmp_path.iterdir()) == []
