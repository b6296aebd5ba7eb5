/** A page: the records under the name of the list, with the limit and the offset of the page. */
type PageOf<Name extends string, Item> = Record<Name, Item[]> & { limit: number; offset: number };

type Bounds = { limit?: number | undefined; offset?: number | undefined };

/** Reads the page with these bounds. */
type ReadPage<Page> = (bounds: Bounds) => Promise<Page>;

/** A list. `for await` reads all records, page by page; `page()` reads one page. */
export class List<Name extends string, Item extends { id: string }, Page extends PageOf<Name, Item>> {
  readonly #name: Name;
  readonly #bounds: Bounds;
  readonly #read: ReadPage<Page>;

  constructor(name: Name, { limit, offset }: Bounds, read: ReadPage<Page>) {
    this.#name = name;
    this.#bounds = { limit, offset };
    this.#read = read;
  }

  /** Reads one page. The page contains the total number if the list provides it. */
  page(): Promise<Page> {
    return this.#read(this.#bounds);
  }

  /** Reads this page and all pages after it. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let { limit = MOST_AT_ONCE, offset = 0 } = this.#bounds;
    for (;;) {
      const page = await this.#read({ limit, offset });
      const count = page[this.#name].length;
      if (count > 0) yield page;
      if (count < page.limit) return;
      limit = page.limit;
      offset = page.offset + page.limit;
    }
  }

  /**
   * Yields each record once. Records that were created between two page reads move older ones to the next page; these
   * duplicates are skipped.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let before = new Set<string>();
    for await (const page of this.pages()) {
      const items: Item[] = page[this.#name];
      for (const item of items) if (!before.has(item.id)) yield item;
      before = new Set(items.map(({ id }) => id));
    }
  }
}

const MOST_AT_ONCE = 100;
