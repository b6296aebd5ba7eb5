import type { ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';
import { MOST_RECORDS } from './bulkAction.ts';

/** Reads all pages of a list. Fails if there are more records than one action may have. */
export async function readAllPages<R extends { id: string }>(
  read: (page: { limit: number; offset: number }) => Promise<ListPageData<R>>,
): Promise<readonly R[]> {
  const records = new Map<string, R>();
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { rows, total = 0 } = await read({ limit: PAGE_SIZE, offset });
    for (const row of rows) records.set(row.id, row);
    assertFewEnough(records.size);
    if (rows.length < PAGE_SIZE || offset + rows.length >= total) return [...records.values()];
  }
}

const PAGE_SIZE = 100;

export function assertFewEnough(count: number): void {
  if (count > MOST_RECORDS)
    throw new Error(t('At most {most} records can be selected. Narrow the filter.', { most: MOST_RECORDS }));
}
