from __future__ import annotations

import io
import socket
import time
from dataclasses import dataclass
from email.message import Message
from typing import Any, Dict, Optional


@dataclass(frozen=True)
class HttpRequest:
    """One HTTP request of a call."""

    url: str
    method: str
    headers: Dict[str, str]
    body: Optional[bytes]


@dataclass(frozen=True)
class HttpReply:
    """The whole answer to one HTTP request."""

    status: int
    headers: Message
    text: str


class Deadline:
    """The end of one attempt. Another thread can end the attempt earlier."""

    def __init__(self, timeout_seconds: float) -> None:
        self.timeout_seconds = timeout_seconds
        self.is_cancelled = False
        self._ends_at = 0.0
        self._socket: Optional[socket.socket] = None

    def start(self) -> None:
        self._ends_at = time.monotonic() + self.timeout_seconds

    def left_seconds(self) -> float:
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        return left

    def watch(self, connected: socket.socket) -> None:
        """Notes the socket that `cancel` must end."""
        self._socket = connected
        if self.is_cancelled:
            self.cancel()

    def cancel(self) -> None:
        """Wakes the thread that waits for the socket."""
        self.is_cancelled = True
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class TimedSocket:
    """A socket with one deadline for all operations of an attempt, so that an answer that arrives
    slowly, byte by byte, times out too.
    """

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        self.deadline = Deadline(0)

    def begin(self, deadline: Deadline) -> None:
        self.deadline = deadline
        deadline.watch(self.socket)

    def sendall(self, data: Any) -> None:
        unsent = memoryview(data)
        while unsent:
            self.socket.settimeout(self.deadline.left_seconds())
            unsent = unsent[self.socket.send(unsent) :]

    def makefile(self, mode: str, *_: Any) -> io.BufferedReader:
        return io.BufferedReader(TimedReader(self))

    def close(self) -> None:
        self.socket.close()


class TimedReader(io.RawIOBase):
    def __init__(self, timed: TimedSocket) -> None:
        super().__init__()
        self._timed = timed
        self._raw = timed.socket.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._timed.socket.settimeout(self._timed.deadline.left_seconds())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()
