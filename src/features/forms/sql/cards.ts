import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import { idsOf } from '../../../lib/schema/idList.ts';
import { andContainsWords } from '../../../lib/sql/containsWords.ts';
import { pageOf, type RowWithTotal } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { FormCardFilter, FormCard } from '../contract.ts';
import { fileUrl, formColumns } from './forms.ts';

/**
 * `account_id` owns the listed forms; `importing_account_id` is the account whose imports are marked. They differ for the library.
 */
export type FormCardScope = { account_id: string; importing_account_id: string };

type Card = Omit<FormCard, 'already_imported' | 'import_count'>;

export async function listFormCards(
  db: Queryable,
  { account_id, importing_account_id }: FormCardScope,
  filter: FormCardFilter,
): Promise<{ forms: FormCard[]; total: number }> {
  const { shown, total } = await listOwnCards(db, account_id, filter);
  const ids = shown.map(({ id }) => id);
  const [imported, counts] = await Promise.all([
    listImported(db, importing_account_id, ids),
    importing_account_id === PLATFORM_ACCOUNT_ID ? countCopies(db, ids) : new Map<string, number>(),
  ]);
  const forms = shown.map((card) => ({
    ...card,
    already_imported: imported.has(card.id),
    import_count: counts.get(card.id) ?? 0,
  }));
  return { forms, total };
}

async function listOwnCards(db: Queryable, account_id: string, filter: FormCardFilter) {
  const rows = await db<RowWithTotal<Card>[]>`
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

/** Returns the ids of the given library forms that the account has imported. */
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

export async function listFormCategories(db: Queryable, account_id: string): Promise<string[]> {
  const categories = await db<{ category: string }[]>`
    select distinct form.category
    from forms as form
    where form.account_id = ${account_id}
      and form.category is not null
    order by form.category`;
  return categories.map(({ category }) => category);
}

function matches(db: Queryable, { search, form_ids, category, is_active }: FormCardFilter): Fragment {
  const text = db`lower(concat_ws(' ', form.name, form.category, array_to_string(form.aliases, ' ')))`;
  return db`
    ${andContainsWords(db, text, search)}
    ${form_ids === undefined ? db`` : db`and form.id = any (${idsOf(form_ids)}::uuid[])`}
    ${category === undefined ? db`` : db`and form.category = ${category}`}
    ${is_active === undefined ? db`` : db`and form.is_active = ${is_active}`}`;
}
