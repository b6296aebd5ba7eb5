/** The members that every page has. */
type PageOf<Name extends string, Item> = Record<Name, Item[]> & { limit: number; offset: number };

type Bounds = { limit?: number | undefined; offset?: number | undefined };

/** Reads the page with these bounds. */
type ReadPage<Page> = (bounds: Bounds) => Promise<Page>;

/** A list: `for await` walks all of it, `page()` reads the part that was asked for. */
export class List<Name extends string, Item extends { id: string }, Page extends PageOf<Name, Item>> {
  readonly #name: Name;
  readonly #bounds: Bounds;
  readonly #read: ReadPage<Page>;

  constructor(name: Name, { limit, offset }: Bounds, read: ReadPage<Page>) {
    this.#name = name;
    this.#bounds = { limit, offset };
    this.#read = read;
  }

  /** The one page, with the total where the list has one. */
  page(): Promise<Page> {
    return this.#read(this.#bounds);
  }

  /** This page and all after it. */
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

  /** Each record once: those that newer ones moved onto the next page meanwhile are passed over. */
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
