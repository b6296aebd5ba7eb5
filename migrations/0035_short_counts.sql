-- Every list is counted in cells, short ones too. A list without a ledger has none yet: its deltas are all there is.
-- A list whose row_count is null has rows without deltas; a folder counts them. in_cells says no more than that.
comment on column count_ledgers.in_cells is 'Not read any more: a list is in cells when row_count is not null.';

update count_ledgers
set row_count = null
where not in_cells;

-- Beside the cells of each trait one of all traits, its trait the empty text, so that pages without a filter walk
-- past a few cells in place of a dozen for each bucket.
insert into count_cells (account_id, counted, owner, level, starts_at, trait, count)
select account_id, counted, owner, level, starts_at, '', sum(count)
from count_cells
group by account_id, counted, owner, level, starts_at;

-- People are a counted list like the others.
alter table count_ledgers
  drop constraint count_ledgers_counted_check,
  add constraint count_ledgers_counted_check check (counted in ('tasks', 'sessions', 'users'));

insert into count_ledgers (account_id, counted)
select account.id, 'users'
from accounts as account
on conflict (account_id, counted) do nothing;

create index users_by_branch on users (account_id, status, created_at desc, id desc);
