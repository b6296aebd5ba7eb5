import type { Database } from '../../src/lib/sql/sql.ts';

/* Realistic bugs, planted as database triggers so that the product's code stays unchanged. */

type Bug = (db: Database) => Promise<void>;

const ONE_IN = 10;

async function plant(db: Database, on: string, body: string): Promise<void> {
  await db.unsafe(`create function planted() returns trigger language plpgsql as $$ begin ${body} end $$`);
  await db.unsafe(`create trigger planted ${on} for each row execute function planted()`);
}

export const forgetIdempotentAnswers: Bug = (db) =>
  plant(
    db,
    'after update on idempotency_keys',
    'delete from idempotency_keys where claim_id = new.claim_id; return null;',
  );

export const loseDeliveries: Bug = (db) =>
  plant(
    db,
    'before insert on webhook_queue',
    `if abs(hashtext(new.event_id::text)) % ${ONE_IN} = 0 then return null; end if; return new;`,
  );

export const loseEvents: Bug = (db) =>
  plant(
    db,
    'before insert on events',
    `if abs(hashtext(new.id::text)) % ${ONE_IN} = 0 then return null; end if; return new;`,
  );

export const reportFailuresAsDelivered: Bug = (db) =>
  plant(
    db,
    'before update on webhook_deliveries',
    `if new.state = 'failed' then new.state := 'delivered'; new.failed_at := null; end if; return new;`,
  );

export const postponeRetries: Bug = (db) =>
  plant(
    db,
    'before update on webhook_queue',
    `if new.attempt > old.attempt then new.due_at := new.due_at + interval '1000 days'; end if; return new;`,
  );

export const forgetRedeemedCodes: Bug = async (db) => {
  await plant(db, 'before update on oauth_authorizations', 'new.redeemed_at := null; return new;');
  await db.unsafe(`create function planted_too() returns trigger language plpgsql as
    $$ begin new.rotated_at := null; return new; end $$`);
  await db.unsafe(
    'create trigger planted_too before update on oauth_refresh_tokens for each row execute function planted_too()',
  );
};
