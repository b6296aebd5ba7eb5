import { PLATFORM } from '../../../access/platform.ts';
import { pageOf, type Paged } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { CardFilter, FormCard } from '../contract.ts';
import { fileUrl, formColumns } from './forms.ts';

/** The account whose forms are listed, and the one whose copies and submissions are counted. */
export type CardScope = { account_id: string; seen_by: string };

type Card = Omit<FormCard, 'already_imported' | 'import_count'>;

export async function listCards(
  db: Queryable,
  { account_id, seen_by }: CardScope,
  filter: CardFilter,
): Promise<{ forms: FormCard[]; total: number }> {
  const { shown, total } = await listOwnCards(db, account_id, filter);
  const ids = shown.map(({ id }) => id);
  const [imported, counts] = await Promise.all([
    listImported(db, seen_by, ids),
    seen_by === PLATFORM ? countCopies(db, ids) : new Map<string, number>(),
  ]);
  const forms = shown.map((card) => ({
    ...card,
    already_imported: imported.has(card.id),
    import_count: counts.get(card.id) ?? 0,
  }));
  return { forms, total };
}

async function listOwnCards(db: Queryable, account_id: string, filter: CardFilter) {
  const rows = await db<Paged<Card>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from forms as form
      where form.account_id = ${account_id}
        ${matches(db, filter)}
    ) as matching
    left join lateral (
      select
        ${formColumns(db)},
        ${fileUrl(db, 'thumbnail_key')} as thumbnail_url,
        form.thumbnail_fault,
        starts_with(form.template_image_url, '/') is true as has_fields_only,
        (
          select count(*)::int
          from form_submissions as submission
          where submission.account_id = ${account_id}
            and submission.form_id = form.id
        ) as submission_count
      from forms as form
      where form.account_id = ${account_id}
        ${matches(db, filter)}
      order by form.created_at desc, form.id desc
      limit ${filter.limit}
      offset ${filter.offset}
    ) as page on true
    order by page.created_at desc, page.id desc`;
  return pageOf(rows);
}

/** The forms among these that the account has copied. */
async function listImported(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const copies = await db<{ imported_from: string }[]>`
    select distinct copy.imported_from
    from forms as copy
    where copy.account_id = ${account_id}
      and copy.imported_from = any (${[...ids]}::uuid[])`;
  return new Set(copies.map(({ imported_from }) => imported_from));
}

// across accounts: copies of a form of the platform are in every account
async function countCopies(db: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  const counts = await db<{ imported_from: string; copies: number }[]>`
    select copy.imported_from, count(*)::int as copies
    from forms as copy
    where copy.imported_from = any (${[...ids]}::uuid[])
    group by copy.imported_from`;
  return new Map(counts.map(({ imported_from, copies }) => [imported_from, copies]));
}

export async function listCategories(db: Queryable, account_id: string): Promise<string[]> {
  const categories = await db<{ category: string }[]>`
    select distinct form.category
    from forms as form
    where form.account_id = ${account_id}
      and form.category is not null
    order by form.category`;
  return categories.map(({ category }) => category);
}

function matches(db: Queryable, { search = '', category, is_active }: CardFilter): Fragment {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = db`lower(concat_ws(' ', form.name, form.category, array_to_string(form.aliases, ' ')))`;
  return db`
    ${words.length === 0 ? db`` : words.map((word) => db`and strpos(${text}, ${word}) > 0`)}
    ${category === undefined ? db`` : db`and form.category = ${category}`}
    ${is_active === undefined ? db`` : db`and form.is_active = ${is_active}`}`;
}
