from __future__ import annotations

from typing import Callable, Generic, Iterator, List, Optional, Set, TypedDict, TypeVar


class PageBounds(TypedDict):
    """What every page says of itself."""

    limit: int
    offset: int


class _Identified(TypedDict):
    id: str


Item = TypeVar("Item", bound=_Identified)
Page = TypeVar("Page", bound=PageBounds)


ReadPage = Callable[[Optional[int], Optional[int]], Page]
"""Reads the page with this limit and offset."""


class RecordList(Generic[Item, Page]):
    """A list: `for` walks all of it, `page()` reads the part that was asked for."""

    def __init__(
        self,
        items_of: Callable[[Page], List[Item]],
        limit: Optional[int],
        offset: Optional[int],
        read: ReadPage[Page],
    ) -> None:
        self._items_of = items_of
        self._limit = limit
        self._offset = offset
        self._read = read

    def page(self) -> Page:
        """The one page, with the total where the list has one."""
        return self._read(self._limit, self._offset)

    def pages(self) -> Iterator[Page]:
        """This page and all after it."""
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
        """Each record once: those that newer ones moved onto the next page meanwhile are passed over."""
        before: Set[str] = set()
        for page in self.pages():
            items = self._items_of(page)
            for item in items:
                if item["id"] not in before:
                    yield item
            before = {item["id"] for item in items}


_MOST_AT_ONCE = 100
