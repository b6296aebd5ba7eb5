from __future__ import annotations

from typing import (
    AsyncIterator,
    Awaitable,
    Callable,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Set,
    Tuple,
    TypedDict,
    TypeVar,
)

from .errors import TenantOpsError


class PageBounds(TypedDict):
    """The paging members of every page."""

    limit: int
    offset: int


Item = TypeVar("Item", bound=Mapping[str, object])
Page = TypeVar("Page", bound=PageBounds)


ReadPage = Callable[[Optional[int], Optional[int]], Page]
"""Reads the page with this limit and offset."""
ReadPageAsync = Callable[[Optional[int], Optional[int]], Awaitable[Page]]


class RecordList(Generic[Item, Page]):
    """A list. `for` reads all records, page by page; `page()` reads one page."""

    def __init__(
        self,
        items_of: Callable[[Page], List[Item]],
        keys: Sequence[str],
        limit: Optional[int],
        offset: Optional[int],
        read: ReadPage[Page],
    ) -> None:
        self._items_of = items_of
        self._keys = keys
        self._limit = limit
        self._offset = offset
        self._read = read

    def page(self) -> Page:
        """Reads one page. The page contains the total number if the list provides it."""
        return self._read(self._limit, self._offset)

    def pages(self) -> Iterator[Page]:
        """Reads this page and all pages after it."""
        limit = _MOST_AT_ONCE if self._limit is None else self._limit
        offset = self._offset or 0
        while True:
            page = self._read(limit, offset)
            count = len(self._items_of(page))
            if count > 0:
                yield page
            if count < page["limit"]:
                return
            limit, offset = page["limit"], page["offset"] + page["limit"]

    def __iter__(self) -> Iterator[Item]:
        """Yields each record once. Records that were created between two page reads move older ones
        to the next page; these duplicates are skipped.
        """
        before: Set[Tuple[object, ...]] = set()
        for page in self.pages():
            items = self._items_of(page)
            for item in items:
                if _key_of(item, self._keys) not in before:
                    yield item
            before = {_key_of(item, self._keys) for item in items}


class AsyncRecordList(Generic[Item, Page]):
    """A list. `async for` reads all records, page by page; `page()` reads one page."""

    def __init__(
        self,
        items_of: Callable[[Page], List[Item]],
        keys: Sequence[str],
        limit: Optional[int],
        offset: Optional[int],
        read: ReadPageAsync[Page],
    ) -> None:
        self._items_of = items_of
        self._keys = keys
        self._limit = limit
        self._offset = offset
        self._read = read

    async def page(self) -> Page:
        """Reads one page. The page contains the total number if the list provides it."""
        return await self._read(self._limit, self._offset)

    async def pages(self) -> AsyncIterator[Page]:
        """Reads this page and all pages after it."""
        limit = _MOST_AT_ONCE if self._limit is None else self._limit
        offset = self._offset or 0
        while True:
            page = await self._read(limit, offset)
            count = len(self._items_of(page))
            if count > 0:
                yield page
            if count < page["limit"]:
                return
            limit, offset = page["limit"], page["offset"] + page["limit"]

    async def __aiter__(self) -> AsyncIterator[Item]:
        """Yields each record once. Records that were created between two page reads move older ones
        to the next page; these duplicates are skipped.
        """
        before: Set[Tuple[object, ...]] = set()
        async for page in self.pages():
            items = self._items_of(page)
            for item in items:
                if _key_of(item, self._keys) not in before:
                    yield item
            before = {_key_of(item, self._keys) for item in items}


def _key_of(item: Mapping[str, object], keys: Sequence[str]) -> Tuple[object, ...]:
    return tuple(item[name] for name in keys)


_MOST_AT_ONCE = 100


def page_of(name: str, answer: Mapping[str, object]) -> Mapping[str, object]:
    """Asserts that the answer is a page. The path returns a single record if the request contains its id."""
    if name in answer:
        return answer
    raise TenantOpsError(f"The service answered with one record in place of a page of {name}")


def record_of(name: str, answer: Mapping[str, object]) -> Mapping[str, object]:
    if name not in answer:
        return answer
    raise TenantOpsError(f"The service answered with a page of {name} in place of one record")
