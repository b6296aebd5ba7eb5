-- The library of the platform lies beside the forms of accounts, under the nil id: what holds for the one, its
-- picture and its thumbnail, holds for the other. The generated column keeps the foreign key of all others.
create table forms (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  aliases text[] not null,
  category text,
  source text not null check (source in ('custom', 'library', 'platform')),
  is_active boolean not null,
  imported_from uuid,
  -- Not jsonb: what callers define comes back in the order they wrote it.
  fields json not null,
  template_image_url text,
  template_key text,
  template_mime_type text not null,
  template_sha256 text,
  thumbnail_key text,
  thumbnail_due_at timestamptz(3),
  thumbnail_attempts integer not null default 0,
  owner_id uuid generated always as (case when account_id <> '00000000-0000-0000-0000-000000000000' then account_id end) stored references accounts (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  check ((template_image_url is null) <> (template_key is null)),
  check ((source = 'platform') = (account_id = '00000000-0000-0000-0000-000000000000'))
);

create index forms_by_time on forms (account_id, created_at desc, id desc);
create index forms_by_origin on forms (imported_from) where imported_from is not null;
create index forms_by_template on forms (template_key) where template_key is not null;
create index forms_by_thumbnail on forms (thumbnail_key) where thumbnail_key is not null;
create index forms_without_thumbnail on forms (thumbnail_due_at) where thumbnail_due_at is not null;

alter table forms enable row level security;
create policy same_account on forms using (account_id = current_account());
create policy published on forms for select
  using (account_id = '00000000-0000-0000-0000-000000000000' and is_active);

-- What was filled in outlives its form: a record of work is not undone by tidying up.
create table form_submissions (
  account_id uuid not null references accounts (id),
  id uuid not null,
  form_id uuid not null,
  form_name text not null,
  fields json not null,
  answers jsonb not null,
  missing text[] not null,
  session_id uuid,
  task_id uuid,
  user_id uuid,
  submitted_by text not null,
  submitted_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, session_id) references sessions (account_id, id),
  foreign key (account_id, task_id) references tasks (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id)
);

create index form_submissions_by_time on form_submissions (account_id, submitted_at desc, id desc);
create index form_submissions_by_form on form_submissions (account_id, form_id, submitted_at desc, id desc);
create index form_submissions_by_session on form_submissions (account_id, session_id) where session_id is not null;
create index form_submissions_by_task on form_submissions (account_id, task_id) where task_id is not null;

alter table form_submissions enable row level security;
create policy same_account on form_submissions using (account_id = current_account());
