import { newId } from '../../../src/lib/ids.ts';
import { createPairingCode } from '../../../src/features/seats/pairing.ts';
import type { Tenant, World } from '../../support/world.ts';

/** Inserts rows of kinds that the API cannot create on demand. */
export async function insertRowsWithoutApi({ db, clock }: World, tenant: Tenant): Promise<void> {
  const { account_id, admin_id } = tenant;
  const id = newId(clock.now());
  await db`
    insert into password_resets (account_id, id, user_id, token_hash, created_at)
    values (${account_id}, ${id}, ${admin_id}, 'x', now())`;
  await db`
    insert into email_changes (account_id, user_id, email, token_hash, created_at)
    values (${account_id}, ${admin_id}, 'new@example.com', 'x', now())`;
  await db`
    insert into second_factors (account_id, user_id, secret, last_step, created_at)
    values (${account_id}, ${admin_id}, 'x', 0, now())
    on conflict do nothing`;
  await db`
    insert into recovery_codes (account_id, user_id, code_hash)
    values (${account_id}, ${admin_id}, 'x')`;
  await db`
    insert into webhook_retries (account_id, id, since, total, cursor_event_id, cursor_endpoint_id, created_at)
    values (${account_id}, ${id}, now(), 1, ${id}, ${id}, now())`;
  await db`
    insert into webhook_inboxes (account_id, endpoint_id, name_hash, created_at)
    values (${account_id}, ${id}, 'x', now())`;
  await db`
    insert into webhook_arrivals (account_id, id, endpoint_id, arrived_at, verdict, headers, body, body_bytes)
    values (${account_id}, ${id}, ${id}, now(), 'verified', '[]', '{}', 2)`;
  await db`
    insert into webhook_attempts (account_id, event_id, endpoint_id, id, attempt, attempted_at, outcome, total_ms)
    values (${account_id}, ${id}, ${id}, ${id}, 1, now(), 'delivered', 1)`;
  await db`
    insert into count_splits (account_id, counted, owner, level, starts_at)
    values (${account_id}, 'tasks', ${id}, 'month', now())`;
  await db`
    insert into count_cells (account_id, counted, owner, level, starts_at, trait, count)
    values (${account_id}, 'tasks', ${id}, 'month', now(), '', 1)`;
  await db`update tasks set session_id = (select min(id::text)::uuid from sessions where account_id = ${account_id})
           where account_id = ${account_id}`;
  await db`
    insert into knowledge_passages (account_id, document_id, position, collection_id, body, words)
    select document.account_id, document.id, 1, document.collection_id, 'x', ''
    from knowledge_documents as document
    where document.account_id = ${account_id}
    on conflict do nothing`;
  await db`
    insert into knowledge_words (account_id, word, document_id, passages)
    select document.account_id, 'x', document.id, 1
    from knowledge_documents as document
    where document.account_id = ${account_id}
    on conflict do nothing`;
  const [seat] = await db<[{ id: string }]>`select id from seats where account_id = ${account_id}`;
  await createPairingCode(tenant.ctx(), seat.id);
  await db`insert into bundle_seats values (${account_id}, ${id}, ${seat.id}, now())`;
  await db`insert into bundle_allocations values (${account_id}, ${id}, now())`;
  await db`insert into count_ledgers (account_id, counted) values (${account_id}, 'tasks') on conflict do nothing`;
  const api = await tenant.api();
  await api.post('/v1/api-tenant-tasks', { title: 'Once' }, { 'Idempotency-Key': 'once' });
  const [procedure] = await db<{ id: string }[]>`select id from procedures where account_id = ${account_id}`;
  await db`
    insert into bundle_procedures (account_id, procedure_id, bundle_id)
    values (${account_id}, ${procedure?.id ?? null}, ${id})`;
}

/** Inserts an endpoint that is never called, because its secret cannot be decrypted. */
export async function insertDeletionEndpoint({ db }: World, { account_id }: Tenant): Promise<void> {
  await db`
    insert into deletion_endpoints (account_id, url, secret, updated_at)
    values (${account_id}, 'https://training.example.com/deletions', 'x', now())`;
}
