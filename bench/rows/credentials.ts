import type { IncomingMessage } from 'node:http';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { authenticate as identify } from '../../src/access/authenticate.ts';
import { registerApp } from '../../src/features/apps/apps.ts';
import { apiKeyCredential } from '../../src/features/keys/credential.ts';
import { insertGrant, insertRefreshToken } from '../../src/features/oauth/sql/tokens.ts';
import { newId } from '../../src/lib/ids.ts';
import { connect, transaction } from '../../src/lib/sql/sql.ts';
import { hashToken, makeToken } from '../../src/access/tokens.ts';
import type { BenchService } from '../support/benchService.ts';
import { startCaller } from '../support/caller.ts';
import { concurrentCallers, interleave, measuringProcess } from '../support/measure.ts';
import { atLeast, atMost, cpuOf, type BenchRow } from './row.ts';

const AT_ONCE = 16;
const LEAST_PER_SECOND = 1_200;

/** Compares the identification of a caller (checksum, hash, one joined query) with an empty query. */
export const authenticationBenchmark: BenchRow = {
  name: 'authenticate',
  async measure({ connection, large: { key } }, pace) {
    const db = connect(connection, { max: 1 });
    const uses = { note() {}, flush: async () => {}, close: async () => {} };
    const request = { headersDistinct: { authorization: [`Bearer ${key}`] } } as unknown as IncomingMessage;
    const presenting = { request, address: () => '', noteRejected() {} };
    const kinds = [apiKeyCredential(uses)];
    const sides = {
      ours: concurrentCallers(1, () => identify(() => db, kinds, { ...presenting, now: new Date() })),
      bare: concurrentCallers(1, () => db`select 1`),
    };
    const { ours, bare } = await interleave(sides, pace);
    await db.end();
    const reference = { name: '`select 1`', value: bare.p50_ms, p99_ms: bare.p99_ms };
    const budget = atMost(ours.p50_ms, 0.3, 'ms');
    return [{ what: 'authenticate', unit: 'ms', ours: ours.p50_ms, p99_ms: ours.p99_ms, reference, budget }];
  },
};

/** Measures token refreshes; each caller uses its latest token. */
export const tokenRefreshBenchmark: BenchRow = {
  name: 'token refresh',
  async measure(bench, pace) {
    const { client, tokens } = await connectApp(bench);
    const caller = startCaller();
    const db = connect(bench.connection, { max: AT_ONCE });
    const scratch = `bench_${Date.now()}`;
    await db.unsafe(`create table ${scratch} (id uuid primary key, used boolean not null)`);
    const refresh = caller.calling({
      url: bench.service.url,
      at_once: AT_ONCE,
      turns: (index) => [
        {
          path: '/v1/oauth-token',
          body: { grant_type: 'refresh_token', refresh_token: tokens[index], ...client },
        },
      ],
      carried: 'refresh_token',
    });
    const bare = async () => {
      await db`select 1`;
      await db`select 1`;
      await db.begin(async (tx) => {
        for (let row = 0; row < 3; row++)
          await tx.unsafe(`insert into ${scratch} values (gen_random_uuid(), true)`);
      });
      await db`select 1`;
    };
    const sides = {
      ours: measuringProcess(bench.service.child.pid, refresh, bench.backends('tenant-ops')),
      bare: concurrentCallers(AT_ONCE, bare),
    };
    const rounds = await interleave(sides, pace);
    await db.unsafe(`drop table ${scratch}`);
    caller.stop();
    await db.end();
    const reference = { name: 'bare driver: 3 lookups, 3 rows committed', value: rounds.bare.per_second };
    const { per_second, p50_ms, p99_ms } = rounds.ours;
    const what = `token refresh, ${AT_ONCE} callers`;
    return [
      {
        what,
        unit: 'per second',
        ours: per_second,
        p99_ms,
        ...cpuOf(rounds.ours),
        reference,
        budget: atLeast(per_second, LEAST_PER_SECOND, 'per second'),
      },
      {
        what: `${what}, p50`,
        unit: 'ms',
        ours: p50_ms,
        reference: { name: 'bare driver', value: rounds.bare.p50_ms },
        budget: atMost(p50_ms, 12, 'ms'),
      },
    ];
  },
};

async function connectApp({ db, large: { ctx } }: BenchService) {
  const now = new Date();
  const redirect_uris = ['https://bench.example.com/callback'];
  const scopes = ['read:tasks' as const];
  const client = await registerApp({ ...ctx, now }, { name: 'Bench', redirect_uris, scopes });
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : '';
  const tokens = Array.from({ length: AT_ONCE }, () => makeToken('tor_', ctx.account_id));
  const expires_at = new Date(now.getTime() + DAY_MS);
  for (const token of tokens) {
    const grant_id = newId(now);
    await transaction(db, async (tx) => {
      const { client_id } = client;
      await insertGrant(tx, ctx.account_id, { id: grant_id, client_id, user_id, scopes, created_at: now });
      const row = { id: newId(now), grant_id, token_hash: hashToken(token), created_at: now, expires_at };
      await insertRefreshToken(tx, ctx.account_id, row);
    });
  }
  return { client, tokens };
}
