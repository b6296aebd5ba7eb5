-- What the account's people write in: how words are brought to their stems. A name of PostgreSQL's.
alter table accounts add column language text not null default 'english' check (language ~ '^[a-z]{2,30}$');

-- The platform has collections too, under the account of all zeros; bundles give them to accounts.
create table knowledge_collections (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, name)
);

alter table knowledge_collections enable row level security;
create policy same_account on knowledge_collections using (account_id = current_account());
create policy of_the_platform on knowledge_collections for select using (account_id = platform_account());

create table bundle_collections (
  account_id uuid not null,
  bundle_id uuid not null,
  collection_id uuid not null,
  primary key (account_id, bundle_id, collection_id),
  foreign key (account_id, bundle_id) references bundles (account_id, id) on delete cascade,
  foreign key (account_id, collection_id) references knowledge_collections (account_id, id) on delete cascade
);

alter table bundle_collections enable row level security;
create policy of_the_platform on bundle_collections for select using (true);
create index bundle_collections_by_collection on bundle_collections (account_id, collection_id);

-- A document is its own place in the queue: due_at of one that is processed is the end of its lease.
create table knowledge_documents (
  account_id uuid not null,
  id uuid not null,
  collection_id uuid not null,
  name text not null,
  file_key text not null,
  bytes integer not null,
  state text not null check (state in ('queued', 'processing', 'ready', 'failed')),
  reason text,
  pages integer,
  passages integer not null default 0,
  uploaded_by uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  claim_id uuid,
  attempts smallint not null default 0,
  primary key (account_id, id),
  foreign key (account_id, collection_id) references knowledge_collections (account_id, id)
);

alter table knowledge_documents enable row level security;
create policy same_account on knowledge_documents using (account_id = current_account());
create policy of_the_platform on knowledge_documents for select using (account_id = platform_account());
create index knowledge_documents_due on knowledge_documents (due_at) where state in ('queued', 'processing');
create index knowledge_documents_by_time on knowledge_documents (account_id, created_at desc, id desc);
create index knowledge_documents_by_collection on knowledge_documents (account_id, collection_id);
create index knowledge_documents_by_file on knowledge_documents (file_key);

-- Every word begins with the end of its account's id, so that the index itself keeps the accounts apart: a search
-- never meets the entries of others, however common its words are there.
create table knowledge_passages (
  account_id uuid not null,
  document_id uuid not null,
  position integer not null,
  collection_id uuid not null,
  page integer,
  heading text,
  body text not null,
  words tsvector not null,
  primary key (account_id, document_id, position),
  foreign key (account_id, document_id) references knowledge_documents (account_id, id) on delete cascade
-- Ranking reads the words of hundreds of passages: they stay in their rows, unpacked.
) with (toast_tuple_target = 8160);

alter table knowledge_passages enable row level security;
create policy same_account on knowledge_passages using (account_id = current_account());
create policy of_the_platform on knowledge_passages for select using (account_id = platform_account());
-- Without a list of what is pending, which every search would have to read through.
create index knowledge_passages_by_words on knowledge_passages using gin (words) with (fastupdate = off);

-- In how many passages of each document a word is: what tells a search how common it is.
create table knowledge_words (
  account_id uuid not null,
  word text collate "C" not null,
  document_id uuid not null,
  passages integer not null,
  primary key (account_id, word, document_id),
  foreign key (account_id, document_id) references knowledge_documents (account_id, id) on delete cascade
);

alter table knowledge_words enable row level security;
create policy same_account on knowledge_words using (account_id = current_account());
create policy of_the_platform on knowledge_words for select using (account_id = platform_account());
create index knowledge_words_by_document on knowledge_words (account_id, document_id);
