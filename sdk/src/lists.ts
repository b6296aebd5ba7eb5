import type { Answer } from './answer.ts';
import { TenantOpsError } from './errors.ts';

/** A page: the records under the name of the list, with the limit and the offset of the page. */
type PageOf<Name extends string, Item> = Record<Name, Item[]> & { limit: number; offset: number };

type Bounds = { limit?: number | undefined; offset?: number | undefined };

/** Reads the page with these bounds. */
type ReadPage<Page> = (bounds: Bounds) => Answer<Page>;

/** A list. `for await` reads all records, page by page; `page()` reads one page. */
export class List<Name extends string, Item extends object, Page extends PageOf<Name, Item>> {
  readonly #name: Name;
  readonly #keys: readonly (keyof Item)[];
  readonly #bounds: Bounds;
  readonly #read: ReadPage<Page>;

  /** `keys` are the members that identify a record. */
  constructor(name: Name, keys: readonly (keyof Item)[], { limit, offset }: Bounds, read: ReadPage<Page>) {
    this.#name = name;
    this.#keys = keys;
    this.#bounds = { limit, offset };
    this.#read = read;
  }

  /** Reads one page. The page contains the total number if the list provides it. */
  page(): Answer<Page> {
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
      for (const item of items) if (!before.has(this.#keyOf(item))) yield item;
      before = new Set(items.map((item) => this.#keyOf(item)));
    }
  }

  #keyOf(item: Item): string {
    return this.#keys.map((name) => String(item[name])).join(' ');
  }
}

const MOST_AT_ONCE = 100;

type PageEnds = { limit: number; offset: number };

/** Asserts that the answer is a page. The path returns a single record if the request contains its id. */
export function pageOf<Answer extends object>(answer: Answer): Extract<Answer, PageEnds> {
  if (isPage(answer)) return answer;
  throw new TenantOpsError('The service answered with one record in place of a page');
}

export function recordOf<Answer extends object>(answer: Answer): Exclude<Answer, PageEnds> {
  if (isRecord(answer)) return answer;
  throw new TenantOpsError('The service answered with a page in place of one record');
}

function isPage<Answer extends object>(answer: Answer): answer is Extract<Answer, PageEnds> {
  return 'limit' in answer;
}

function isRecord<Answer extends object>(answer: Answer): answer is Exclude<Answer, PageEnds> {
  return !isPage(answer);
}
