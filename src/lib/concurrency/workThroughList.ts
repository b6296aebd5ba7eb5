import type { BackoffRunner } from './backoffRunner.ts';

export type ListWork<Item> = {
  /** Returns the page after an item, or the first page. An empty page is the end. */
  list: (last: Item | undefined) => Promise<readonly Item[]>;
  /** Names an item in the log. */
  nameOf: (item: Item) => string;
  work: (item: Item) => Promise<unknown>;
};

/**
 * Processes each item of a list once, page by page, and returns the number of successes. A sweep claims nothing: the work
 * checks under a row lock that an item is still due. A failing item does not stop the others.
 */
export async function workThroughList<Item>(
  backoff: BackoffRunner,
  { list, nameOf, work }: ListWork<Item>,
): Promise<number> {
  let count = 0;
  for (let page = await list(undefined); page.length > 0; page = await list(page.at(-1)))
    for (const item of page) if (await backoff.run(nameOf(item), () => work(item))) count++;
  return count;
}
