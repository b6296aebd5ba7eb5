/*
 * Races for one-time codes and refresh tokens. Exactly one of several simultaneous uses may win, and a later use is a
 * replay. The service measures the time between uses with the database's clock, so the tests move stored times instead
 * of waiting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../../support/browser.ts';
import { callerAt, type Answer, type Caller } from '../../support/caller.ts';
import { connectApp, getCode, makePkce, refresh, type TestApp } from './oauth.ts';
import type { World } from './world.ts';

export type TokenRaceStage = {
  world: World;
  urls: string[];
  app: TestApp;
  browser: Browser;
  headers?: Record<string, string>;
};
export type RaceResult = { winners: number; invalid_grant: number; winner_lives: boolean };
export type ReplayResult = { won: number; again: number; used: number };
/** The time or the action between the first use of a token and the second. */
export type BetweenUses = 'nothing' | 'use' | 'a second';

const AT_ONCE = 40;
/** Requests that take longer than this do not count as simultaneous. */
const TOGETHER_MS = 1_000;
/** The delay with which the service may handle a request on a busy machine. */
const SEEN_LATE_MS = 2_000;
/** An age at which a second use is certainly a replay, even if it was handled late. */
export const REPLAY_AGE_MS = 1_001 + SEEN_LATE_MS;
const ATTEMPTS = 10;
const TWINS = 10;
const TWINS_EVERY_MS = 30;
const TOKEN = '/v1/oauth-token';
const TASKS = '/v1/api-tenant-tasks';

export async function raceCode(stage: TokenRaceStage): Promise<RaceResult> {
  return repeatUntilSimultaneous(stage, codeBody, (body) => race(stage, body));
}

export async function raceRefresh(stage: TokenRaceStage): Promise<RaceResult> {
  return repeatUntilSimultaneous(stage, refreshBody, (body) => race(stage, body));
}

/** Uses a code twice, then calls the API with the access token of the first use. */
export async function replayCode(stage: TokenRaceStage, between: BetweenUses): Promise<ReplayResult> {
  return repeatUntilSimultaneous(stage, codeBody, (body) => replay(stage, body, between));
}

export async function replayRefresh(stage: TokenRaceStage, between: BetweenUses): Promise<ReplayResult> {
  return repeatUntilSimultaneous(stage, refreshBody, (body) => replay(stage, body, between));
}

/** Sends duplicates of a refresh at short intervals for 300 ms. */
export async function refreshConcurrently(stage: TokenRaceStage): Promise<RaceResult> {
  const body = await refreshBody(stage);
  const callers = Array.from({ length: TWINS }, (_, at) => callerOf(stage, at));
  return judge(
    stage,
    await Promise.all(
      callers.map(async (caller, at) => {
        await sleep(at * TWINS_EVERY_MS);
        return caller.post(TOKEN, body);
      }),
    ),
  );
}

/**
 * Moves the times at which OAuth codes and refresh tokens were used into the past, or with a negative `by_ms` into the
 * future. The clock of the database times a use, so the clock of the test has no effect.
 */
export async function backdateTokenUses({ db }: Pick<World, 'db'>, by_ms: number): Promise<void> {
  const age = `${by_ms} milliseconds`;
  const tokens = await db<Aged[]>`
    select account_id, id, rotated_at - ${age}::interval as at
    from oauth_refresh_tokens
    where rotated_at is not null`;
  const codes = await db<Aged[]>`
    select account_id, id, redeemed_at - ${age}::interval as at
    from oauth_authorizations
    where redeemed_at is not null`;
  // A cluster cannot update the rows of all shards with an expression, so each row is updated separately.
  await db.begin((tx) =>
    Promise.all([
      ...tokens.map(
        ({ account_id, id, at }) =>
          tx`update oauth_refresh_tokens set rotated_at = ${at} where account_id = ${account_id} and id = ${id}`,
      ),
      ...codes.map(
        ({ account_id, id, at }) =>
          tx`update oauth_authorizations set redeemed_at = ${at} where account_id = ${account_id} and id = ${id}`,
      ),
    ]),
  );
}

type Aged = { account_id: string; id: string; at: string };

/** Repeats the race if it took too long: on a busy machine the requests were not simultaneous and prove nothing. */
async function repeatUntilSimultaneous<Result>(
  stage: TokenRaceStage,
  makeBody: (stage: TokenRaceStage) => Promise<object>,
  ask: (body: object) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const body = await makeBody(stage);
    const began_ms = performance.now();
    const result = await ask(body);
    if (performance.now() - began_ms < TOGETHER_MS || attempt === ATTEMPTS) return result;
  }
}

async function race(stage: TokenRaceStage, body: object): Promise<RaceResult> {
  const callers = Array.from({ length: AT_ONCE }, (_, at) => callerOf(stage, at));
  return judge(stage, await Promise.all(callers.map((caller) => caller.post(TOKEN, body, stage.headers))));
}

async function judge(stage: TokenRaceStage, answers: readonly Answer[]): Promise<RaceResult> {
  const winners = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant');
  const token = winners[0]?.body.access_token;
  const winner_lives = (await callerOf(stage, 0, token).get(TASKS)).status === 200;
  return { winners: winners.length, invalid_grant: refused.length, winner_lives };
}

async function replay(stage: TokenRaceStage, body: object, between: BetweenUses): Promise<ReplayResult> {
  const won = await callerOf(stage, 0).post(TOKEN, body);
  if (between === 'a second') await backdateTokenUses(stage.world, REPLAY_AGE_MS);
  if (between === 'use') await refresh(stage.world, stage.app, won.body.refresh_token);
  const again = await callerOf(stage, 1).post(TOKEN, body);
  const used = await callerOf(stage, 0, won.body.access_token).get(TASKS);
  return { won: won.status, again: again.status, used: used.status };
}

function callerOf({ urls }: TokenRaceStage, at: number, token?: string): Caller {
  return callerAt(urls[at % urls.length] ?? '', token);
}

async function codeBody({ app, browser }: TokenRaceStage): Promise<object> {
  const pkce = makePkce();
  const code = await getCode(browser, app, pkce);
  const { code_verifier } = pkce;
  return { grant_type: 'authorization_code', ...app, code, code_verifier };
}

async function refreshBody({ world, app, browser }: TokenRaceStage): Promise<object> {
  const { refresh_token } = await connectApp(world, browser, app);
  return { grant_type: 'refresh_token', refresh_token, ...app };
}
