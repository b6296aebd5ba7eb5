from __future__ import annotations

from typing import Callable, Generic, Iterator, List, Optional, Set, TypedDict, TypeVar


class PageBounds(TypedDict):
    """The paging members of every page."""

    limit: int
    offset: int


class _Identified(TypedDict):
    id: str


Item = TypeVar("Item", bound=_Identified)
Page = TypeVar("Page", bound=PageBounds)


ReadPage = Callable[[Optional[int], Optional[int]], Page]
"""Reads the page with this limit and offset."""


class RecordList(Generic[Item, Page]):
    """A list. `for` reads all records, page by page; `page()` reads one page."""

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
        before: Set[str] = set()
        for page in self.pages():
            items = self._items_of(page)
            for item in items:
                if item["id"] not in before:
                    yield item
            before = {item["id"] for item in items}


_MOST_AT_ONCE = 100
