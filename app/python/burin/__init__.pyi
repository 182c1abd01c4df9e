# SPDX-License-Identifier: GPL-3.0-or-later
from builtins import MemoryError as _MemoryError
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from os import PathLike
from types import EllipsisType
from typing import Any, Callable, NamedTuple, Optional, Sequence, SupportsFloat, SupportsIndex, Union, overload

import numpy

_Path = Union[str, "PathLike[str]"]
_Region = Union[str, Iterable[Union[SupportsIndex, SupportsFloat, str]]]
_Bytes = Union[int, str]
_Length = Union[float, str]
_Progress = Union[None, bool, Callable[[int, int, str], object]]
_RowProgress = Union[None, bool, Callable[[int, int, int, str], object]]
_Index = Union[SupportsIndex, slice, EllipsisType]

__version__: str
memory_limit: _Bytes

class Problem(NamedTuple):
    severity: str
    file: str
    line: int
    column: int
    group: str
    node: str
    parameter: str
    what: str
    remedy: str
    text: str

class Finding(NamedTuple):
    severity: str
    node: str
    what: str
    where: str
    remedy: str
    text: str

class Error(Exception): ...
class UsageError(Error, ValueError): ...

class DesignError(Error, ValueError):
    problems: list[Problem]

class SinkError(Error, OSError):
    path: str
    share: float
    resumable: bool

class DeviceError(Error, RuntimeError):
    reason: str

class MemoryError(Error, _MemoryError):
    needed: int
    limit: int

class Parameter(NamedTuple):
    type: str
    unit: str
    minimum: Optional[float]
    maximum: Optional[float]
    default: Any
    help: str
    name: str
    title: str
    required: bool
    choices: tuple[str, ...]

class Kind(NamedTuple):
    name: str
    title: str
    help: str
    parameters: dict[str, Parameter]
    links: dict[str, str]
    backends: tuple[str, ...]
    since: int

class Node:
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def parameters(self) -> dict[str, Parameter]: ...
    def keys(self) -> list[str]: ...
    def __getitem__(self, key: str) -> Any: ...
    def __setitem__(self, key: str, value: Any) -> None: ...
    def __delitem__(self, key: str) -> None: ...
    def __contains__(self, key: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

class Design:
    @property
    def file(self) -> str: ...
    @property
    def pixel_um(self) -> float: ...
    @property
    def problems(self) -> list[Problem]: ...
    def keys(self) -> list[str]: ...
    def __getitem__(self, name: str) -> Node: ...
    def __contains__(self, name: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def set(self, *settings: str) -> None: ...
    def copy(self) -> Design: ...
    def text(self) -> str: ...
    def save(self, file: _Path) -> None: ...
    def surface(self, node: Optional[str] = None, region: Optional[_Region] = None, backend: str = "auto",
                memory: Optional[_Bytes] = None, threads: Optional[int] = None) -> Surface: ...
    def preflight(self, seconds: float = 30, roller: bool = True, backend: str = "auto",
                  memory: Optional[_Bytes] = None) -> list[Finding]: ...

class ExportResult(NamedTuple):
    path: str
    done_px: int
    total_px: int
    backend: str
    hash: str
    notes: tuple[str, ...]

class BatchResult(NamedTuple):
    row: int
    name: str
    state: str
    to: str
    hash: str
    shape: tuple[int, int]
    seconds: float
    error: str

class Surface:
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def dtype(self) -> numpy.dtype[Any]: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def pixel_um(self) -> float: ...
    @property
    def origin(self) -> tuple[int, int]: ...
    @property
    def backend(self) -> str: ...
    @property
    def hash(self) -> str: ...
    def __len__(self) -> int: ...
    @overload  # a sample
    def __getitem__(self, key: tuple[SupportsIndex, SupportsIndex]) -> Any: ...
    @overload
    def __getitem__(self, key: Union[_Index, tuple[_Index, ...]]) -> numpy.ndarray[Any, Any]: ...
    @property
    def cuda(self) -> CudaParts: ...
    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> numpy.ndarray[Any, Any]: ...
    def preview(self, level: Optional[int] = None, region: Optional[_Region] = None, seconds: float = 5,
                shade: bool = False) -> numpy.ndarray[Any, Any]: ...
    def export(self, to: _Path, region: Optional[_Region] = None, backend: str = "auto",
               memory: Optional[_Bytes] = None, resume: bool = False, progress: _Progress = None, *,
               force: bool = False, threads: Optional[int] = None, scan: str = "rows", serpentine: bool = False,
               compression: str = "none", bigtiff: bool = False, shard: str = "", allow_mixed: bool = False,
               verify: bool = False, date: str = "", layout: str = "auto", layers: Optional[int] = None,
               helix: str = "", devices: Sequence[int] = (), gpu_memory: Optional[_Bytes] = None,
               tile: Optional[int] = None) -> ExportResult: ...
    # ZarrStore, or with zarr-python 3 a store of that package.
    def zarr(self, chunk: int = 1024, level: int = 0) -> Any: ...

class CudaArray:
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> numpy.dtype[Any]: ...
    @property
    def device(self) -> int: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None,
                   copy: Optional[bool] = None) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

class CudaParts:
    def __getitem__(self, key: Union[_Index, tuple[_Index, ...]]) -> CudaArray: ...

class ZarrStore(MutableMapping[str, bytes]):
    def __init__(self, surface: Surface, chunk: int = 1024, level: int = 0) -> None: ...
    @property
    def surface(self) -> Surface: ...
    def __getitem__(self, key: str) -> bytes: ...
    def __setitem__(self, key: str, value: bytes) -> None: ...
    def __delitem__(self, key: str) -> None: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

def load(file: _Path) -> Design: ...
def parse(text: str, folder: _Path = ".") -> Design: ...
def kinds() -> dict[str, Kind]: ...
def measure(surface: Surface, region: Optional[_Region] = None, full_depth: Optional[_Length] = None,
            s_filter: Optional[_Length] = None, l_filter: Optional[_Length] = None, form: str = "none",
            sample: Optional[int] = None, predicted: bool = False) -> dict[str, Optional[float]]: ...
def batch(design: Union[Design, _Path], rows: Iterable[Mapping[str, Any]], to: _Path = "", *,
          region: Optional[_Region] = None, results: Optional[_Path] = None, backend: str = "auto",
          memory: Optional[_Bytes] = None, threads: Optional[int] = None, resume: bool = False,
          progress: _RowProgress = None, force: bool = False, keep_going: bool = False, scan: str = "rows",
          serpentine: bool = False, compression: str = "none", bigtiff: bool = False, allow_mixed: bool = False,
          verify: bool = False, date: str = "", layout: str = "auto", layers: Optional[int] = None, helix: str = "",
          devices: Sequence[int] = (), gpu_memory: Optional[_Bytes] = None,
          tile: Optional[int] = None) -> list[BatchResult]: ...
