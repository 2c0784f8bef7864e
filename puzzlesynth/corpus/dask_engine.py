"""Shards made by the workers of a Dask cluster. Dask is only imported here, and only when it is asked for.

The workers need puzzlesynth and nothing else: the job comes with the first shard, and the bytes of a shard come back. A
worker that ends in the middle of a shard loses nothing, since the scheduler gives the shard to another one.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from puzzlesynth.bad_input import BadInput

from .shard import Maker, ShardContent

if TYPE_CHECKING:
    from .run import Engine

AHEAD = 3
"""Shards per thread of the cluster that are asked for at a time: all at once would hold their bytes there."""

SECONDS = 10
"""That the scheduler has to answer at first."""

RETRIES = 5
"""How many workers may die over one shard before it is given up."""


class ClusterGone(BadInput):
    """The scheduler cannot be reached, or no longer."""


def dask_engine(address: str) -> Engine:
    """The cluster of a scheduler."""

    @contextmanager
    def start(maker: Maker, numbers: list[int]) -> Iterator[Iterator[ShardContent]]:
        try:
            from distributed import Client
        except ModuleNotFoundError:
            raise BadInput("--dask needs Dask: pip install 'puzzlesynth[corpus]'") from None
        with _quiet_client():
            try:
                client = Client(address, timeout=SECONDS, set_as_default=False)
            except (TimeoutError, OSError, ValueError) as problem:
                raise ClusterGone(f"--dask {address}: no scheduler answers there ({problem})") from None
            try:
                yield _made(client, address, maker, numbers)
            finally:
                # A worker that has gone cannot be closed.
                client.close(timeout=1)

    return start


@contextmanager
def _quiet_client() -> Iterator[None]:
    """Where a scheduler has gone away the client prints a traceback, and we print a message."""
    logger = logging.getLogger("distributed.client")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


def _made(client: Any, address: str, maker: Maker, numbers: list[int]) -> Iterator[ShardContent]:
    from distributed import CancelledError, KilledWorker, as_completed

    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ClusterGone(
                f"--dask {address}: the scheduler has no workers yet; start some with `dask worker`"
            )
        todo = deque(numbers)
        sent = client.scatter(maker, broadcast=True, hash=False)

        def ask(number: int) -> Any:
            return client.submit(_make, sent, number, pure=False, retries=RETRIES)

        first = [ask(todo.popleft()) for _ in range(min(len(todo), AHEAD * threads))]
        waiting = as_completed(first, loop=client.loop)
        for future in waiting:
            content: ShardContent = future.result()
            future.release()
            if todo:
                waiting.add(ask(todo.popleft()))
            yield content
    except KilledWorker as problem:
        raise ClusterGone(
            f"--dask {address}: several workers have died over one shard, at last {problem.last_worker.address}; perhaps "
            "they have too little memory. What is done is kept, and running the corpus again makes the rest"
        ) from None
    except (TimeoutError, OSError, CancelledError) as problem:
        raise ClusterGone(
            f"--dask {address}: the scheduler has gone away ({type(problem).__name__}); what is done is kept, and "
            "running the corpus again makes the rest"
        ) from None


def _make(maker: Maker, number: int) -> ShardContent:
    """Runs on the cluster. The pack's files are unpacked once in each process."""
    return maker(number)
