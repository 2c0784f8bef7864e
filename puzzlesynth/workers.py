"""Processes beside this one that do some of its work, and how both sides talk.

A worker looks for modules where this process does, and never in the folder that the user happens to be in: a pack's
folder may hold an unrelated `json.py`. It lives in a session of its own, so Ctrl-C does not reach it, and it ends
with the process that started it. A worker that has ended is not replaced automatically.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Generic, Self, TypeVar

from puzzlesynth.quick_dataclasses import dataclass

from .bad_input import BadInput
from .deadline import FOREVER, Deadline, OutOfTime, own_process
from .internal_error import InternalError

CONNECTION_ERRORS = (OSError, EOFError, ValueError)
"""What reading from or writing to a process that has ended can raise."""

BEGIN = "import sys; sys.path[:] = sys.argv[2:]; from puzzlesynth.workers import serve; serve(sys.argv[1])"

MOST_COMPLAINTS = 20_000
"""Characters of what a worker has printed that are kept."""


@dataclass(frozen=True)
class WorkerFailure:
    """What a worker says when something went wrong in it: the message and the traceback."""

    message: str
    details: str
    is_bad_input: bool = False
    """Whether a user's input is the reason."""


_running: set[Worker] = set()


class Worker:
    """This side of a worker. `task`: `module:function`; the function is called with a `Channel` on the other side."""

    def __init__(self, task: str) -> None:
        """`OSError` where no process can be started."""
        if not is_python(sys.executable):
            raise OSError("the program that runs is not Python itself")
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, *python_flags(), "-c", BEGIN, task, *safe_path()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            start_new_session=True,
        )
        _running.add(self)

    def tell(self, what: object) -> None:
        assert self.process.stdin is not None
        send(self.process.stdin, what)

    def answer(self) -> Any:
        """`InternalError` where the worker has failed, `BadInput` where a user's input is the reason, one of
        `CONNECTION_ERRORS` where it has been killed."""
        assert self.process.stdout is not None
        try:
            said = receive(self.process.stdout)
        except EOFError:
            self.check()
            raise
        if isinstance(said, WorkerFailure):
            if said.is_bad_input:
                raise BadInput(said.message)
            raise InternalError(said.message, said.details)
        return said

    def asked(self, what: object) -> Any:
        try:
            self.tell(what)
        except BrokenPipeError:
            # It may have said why before it ended.
            self.answer()
            raise
        return self.answer()

    def check(self) -> None:
        """`InternalError` if the worker has ended by itself, which none does that is not done."""
        with suppress(subprocess.TimeoutExpired):
            if self.process.wait(5) > 0:
                raise InternalError("a worker process ended unexpectedly", self._said())

    def _said(self) -> str:
        with suppress(*CONNECTION_ERRORS):
            self._complaints.seek(0)
            return self._complaints.read().decode("utf-8", errors="replace")[-MOST_COMPLAINTS:]
        return ""

    def end(self) -> None:
        _running.discard(self)
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self._complaints):
            if pipe is not None:
                with suppress(*CONNECTION_ERRORS):
                    pipe.close()


def end_all() -> None:
    """For a program that ends at once."""
    for worker in list(_running):
        with suppress(OSError):
            worker.process.kill()


def running() -> list[Worker]:
    return [worker for worker in _running if worker.process.poll() is None]


class WorkerClient:
    """A worker that gets one object when it starts and then answers questions one at a time. If it is killed, pending
    questions fail with one of `CONNECTION_ERRORS`.

    Everything is encoded by the thread that calls, before it returns. A thread that pickles a pack while another one
    uses it may find that a dictionary has changed; the worker would then take the first question for the object that
    never came, and both sides would wait forever.
    """

    def __init__(self, task: str, given: object) -> None:
        message = encoded(given)
        self._worker = Worker(task)
        self._asking = ThreadPoolExecutor(1)
        """The thread that writes to the pipe and waits for answers."""
        self._asking.submit(self._worker.tell, message)
        self._asked = self._answered = 0

    def ask(self, what: object) -> Future[Any]:
        self._asked += 1
        return self._asking.submit(self._ask, encoded(what))

    def _ask(self, message: PipeMessage) -> Any:
        answer = self._worker.asked(message)
        self._answered += 1
        return answer

    def unanswered(self) -> int:
        """How many questions wait for an answer, or will never get one."""
        return self._asked - self._answered

    def leave(self) -> None:
        """What is not answered yet is not answered any more."""
        self._asking.shutdown(wait=False, cancel_futures=True)
        self._worker.process.kill()
        self._asking.shutdown(wait=True)
        self._worker.end()


ANSWER = "puzzlesynth.workers:answer_questions"
"""The task of a pool's workers."""

AHEAD = 3
"""How many questions per worker are asked before the first answer is waited for."""

GARBAGE_THRESHOLDS = (200_000, 50, 100)
"""When Python looks for garbage in a worker."""

CLOCK_SECONDS = 0.05
"""Between two looks at the clock while an answer is waited for."""

GRACE_SECONDS = 0.25
"""After the deadline, for answers to questions that were asked in time."""

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def most_workers() -> int:
    """More than a few per core only take memory, and a number with a zero too many would take all memory."""
    return max(8, 4 * (os.cpu_count() or 1))


class WorkerPool(Generic[Question, Answer]):
    """An ordered map over worker processes: the results are those of `map(answer, questions)`, whatever their number.

    Workers start with the first question. Where none can be started, or one has been killed, this process answers
    itself: that takes longer, and nothing is lost. `answer` is sent to each worker once, so it must be picklable.
    """

    def __init__(
        self,
        answer: Callable[[Question], Answer],
        processes: int,
        deadline: Deadline = FOREVER,
        ahead: int = AHEAD,
    ) -> None:
        """`ahead`: questions per worker that are asked before the first answer is waited for."""
        self._answer, self._deadline = answer, deadline
        self._processes = min(processes, most_workers())
        self._ahead = ahead
        self._started: list[WorkerClient] = []

    def start(self) -> None:
        """Starts the workers before there is a question."""
        _ = self._clients

    @cached_property
    def _clients(self) -> list[WorkerClient]:
        if self._processes > 0:
            message = encoded(self._answer)
            with suppress(OSError):
                for _ in range(self._processes):
                    self._started.append(WorkerClient(ANSWER, message))
        return self._started

    def map(
        self, questions: Iterable[Question], group: Callable[[Question], object] | None = None
    ) -> Iterator[Answer]:
        """No more questions are read than are soon worked on: a stream may be longer than memory. The first are asked at
        once. Where they end with `OutOfTime`, those asked before are answered first.

        `group`: what questions in a row have in common that the same worker should answer."""
        answers = self._answers(questions, group)
        next(answers)
        return answers

    def _answers(
        self, questions: Iterable[Question], group: Callable[[Question], object] | None
    ) -> Iterator[Any]:
        """None, once the first questions are asked, and then the answers."""
        clients, source, more, late = self._clients, iter(questions), True, False
        pending: deque[tuple[Question, Future[Answer] | None]] = deque()
        latest: tuple[object, WorkerClient] | None = None

        def asked(question: Question) -> Future[Answer]:
            nonlocal latest
            together = None if group is None else group(question)
            if latest is None or together is None or together != latest[0]:
                latest = together, min(clients, key=lambda client: client.unanswered())
            return latest[1].ask(question)

        def ask() -> None:
            nonlocal more, late
            while more and len(pending) <= self._ahead * len(clients):
                try:
                    question = next(source)
                except (StopIteration, OutOfTime) as end:
                    more, late = False, isinstance(end, OutOfTime)
                else:
                    pending.append((question, asked(question) if clients else None))

        ask()
        yield None
        while pending:
            yield self._result(*pending.popleft())
            ask()
        if late:
            raise OutOfTime

    def unordered(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """The same answers in the order in which they are ready: a free worker gets the next question, so none waits
        for a slower one. The question of a killed worker goes to another."""
        todo = deque(questions)
        asked: dict[Future[Answer], tuple[WorkerClient, Question]] = {}

        def ask(client: WorkerClient) -> None:
            if todo:
                question = todo.popleft()
                asked[client.ask(question)] = client, question

        for client in self._clients:
            ask(client)
        while asked:
            for future in wait(asked, return_when=FIRST_COMPLETED).done:
                client, question = asked.pop(future)
                try:
                    answer = future.result()
                except BadInput:
                    raise
                except CONNECTION_ERRORS:
                    todo.appendleft(question)
                    continue
                ask(client)
                yield answer
        # No worker is left for these questions.
        yield from map(self._answer, todo)

    def _result(self, question: Question, awaited: Future[Answer] | None) -> Answer:
        if awaited is not None:
            with suppress(*CONNECTION_ERRORS):
                return self._awaited(awaited)
        with self._deadline.applied():
            return self._answer(question)

    def _awaited(self, awaited: Future[Answer]) -> Answer:
        while (left := self._deadline.left()) is not None and not awaited.done():
            if left < -GRACE_SECONDS:
                raise OutOfTime
            wait([awaited], CLOCK_SECONDS)
        return awaited.result()

    def close(self) -> None:
        for client in self._started:
            client.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# --- how a worker is started ------------------------------------------------------------------------------


def is_python(program: str | None) -> bool:
    """An engine that embeds Python may call itself its executable, and would only start itself again."""
    return (
        bool(program)
        and not hasattr(sys, "frozen")
        and Path(program or "").stem.startswith(("python", "pypy"))
    )


def python_flags() -> list[str]:
    """Python's own: nothing of the current folder, and no more of the environment than this process uses."""
    found = ["-P"]
    if sys.flags.ignore_environment:
        found.append("-E")
    if sys.flags.no_user_site:
        found.append("-s")
    return found


def safe_path() -> list[str]:
    """Where this process looks for modules, without the current folder (which `python -c` and a prompt put first); in
    the end where puzzlesynth itself is, however it was found."""
    found = [entry for entry in sys.path if isinstance(entry, str) and os.path.isabs(entry)]
    home = str(Path(__file__).resolve().parents[1])
    return found if home in found else [*found, home]


# --- the other side ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Channel:
    """The worker's end of the pipes. `EOFError`: the process that started it has gone."""

    questions: IO[bytes]
    answers: IO[bytes]

    def receive(self) -> Any:
        return receive(self.questions)

    def send(self, what: object) -> None:
        send(self.answers, what)


def answer_questions(channel: Channel) -> None:
    """The task of a pool's workers: they get a function and apply it to each question. One that takes long to set up
    has a method `prepare`, which is called before the first question comes."""
    answer: Callable[[Any], Any] = channel.receive()
    getattr(answer, "prepare", lambda: None)()
    while True:
        channel.send(answer(channel.receive()))


def serve(task: str) -> None:
    """The pipes get descriptors of their own. Standard input and output become the null device: what libraries, plug-ins
    or their processes print or read has no part in the messages."""
    import gc
    import signal
    from importlib import import_module
    from threading import Thread

    own_process()
    # What a worker makes is seldom cyclic, and looking for what is takes longer the more it remembers.
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    channel = Channel(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    try:
        module, _, name = task.partition(":")
        work: Callable[[Channel], None] = getattr(import_module(module), name)
        work(channel)
    except (EOFError, BrokenPipeError):
        return
    except Exception as error:
        import traceback

        told = isinstance(error, InternalError | BadInput)
        message = str(error) if told else f"{type(error).__name__}: {error}"
        failure = WorkerFailure(message, traceback.format_exc(), isinstance(error, BadInput))
        with suppress(*CONNECTION_ERRORS):
            # The other side may be writing a question, and only reads when that is done: if both messages are larger
            # than a pipe holds, both sides would wait. Once nothing reads the question, writing fails.
            os.dup2(nothing, channel.questions.fileno())
            channel.send(failure)


def _end_with(parent: int) -> None:
    """Ends this process with its parent: a long computation would not notice that its result is no longer wanted."""
    import time

    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


# --- messages ---------------------------------------------------------------------------------------------


class PipeMessage(bytes):
    """An object as it goes through a pipe: its length, then its bytes."""


def encoded(what: object) -> PipeMessage:
    """A message stays as it is. Messages only ever go between this process and one that it started."""
    if isinstance(what, PipeMessage):
        return what
    data = pickle.dumps(what)
    return PipeMessage(len(data).to_bytes(8, "big") + data)


def send(pipe: IO[bytes], what: object) -> None:
    pipe.write(encoded(what))
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    size = pipe.read(8)
    expected = int.from_bytes(size, "big")
    data = pipe.read(expected) if len(size) == 8 else b""
    if len(size) < 8 or len(data) < expected:
        raise EOFError("nothing more comes")
    return pickle.loads(data)
