import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../../support/browser.ts';
import { callerAt, type Answer, type Caller } from '../../support/caller.ts';
import { connect, getCode, makePkce, refresh, type TestApp } from './oauth.ts';
import type { World } from './world.ts';

export type Stage = {
  world: World;
  urls: string[];
  app: TestApp;
  browser: Browser;
  headers?: Record<string, string>;
};
export type Race = { winners: number; invalid_grant: number; winner_lives: boolean };
export type Replay = { won: number; again: number; used: number };
/** What came between the first use and the second: nothing, the use of what it gave, or more than a second. */
export type Between = 'nothing' | 'use' | 'a second';

const AT_ONCE = 40;
/** Requests that need longer to be seen count as having come one after the other. */
const TOGETHER_MS = 1_000;
/** On a busy machine a request counts as having come so much earlier. */
const SEEN_LATE_MS = 2_000;
/** An age at which a second use is a replay; how late an answer is seen counts for the one who asks. */
export const REPLAY_AGE_MS = 1_001 + SEEN_LATE_MS;
const ATTEMPTS = 10;
const TWINS = 10;
const TWINS_EVERY_MS = 30;
const TOKEN = '/v1/oauth-token';
const TASKS = '/v1/api-tenant-tasks';

export async function raceCode(stage: Stage): Promise<Race> {
  return inMoments(stage, codeBody, (body) => race(stage, body));
}

export async function raceRefresh(stage: Stage): Promise<Race> {
  return inMoments(stage, refreshBody, (body) => race(stage, body));
}

/** What a second use got, and then a call with what the first one gave. */
export async function replayCode(stage: Stage, between: Between): Promise<Replay> {
  return inMoments(stage, codeBody, (body) => replay(stage, body, between));
}

export async function replayRefresh(stage: Stage, between: Between): Promise<Replay> {
  return inMoments(stage, refreshBody, (body) => replay(stage, body, between));
}

/** Twins of a refresh, one after the other for 300 ms. */
export async function twinRefresh(stage: Stage): Promise<Race> {
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

/** Makes every use so far one of so much earlier; a use is timed by the database. */
export async function ageUses({ db }: Pick<World, 'db'>, by_ms: number): Promise<void> {
  const age = `${by_ms} milliseconds`;
  const tokens = await db<Aged[]>`
    select account_id, id, rotated_at - ${age}::interval as at
    from oauth_refresh_tokens
    where rotated_at is not null`;
  const codes = await db<Aged[]>`
    select account_id, id, redeemed_at - ${age}::interval as at
    from oauth_authorizations
    where redeemed_at is not null`;
  // The server subtracts where it has all rows; each row is set where it is.
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

/** A machine that has no time for all of it within moments shows nothing, and is asked again. */
async function inMoments<Result>(
  stage: Stage,
  makeBody: (stage: Stage) => Promise<object>,
  ask: (body: object) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const body = await makeBody(stage);
    const began_ms = performance.now();
    const result = await ask(body);
    if (performance.now() - began_ms < TOGETHER_MS || attempt === ATTEMPTS) return result;
  }
}

async function race(stage: Stage, body: object): Promise<Race> {
  const callers = Array.from({ length: AT_ONCE }, (_, at) => callerOf(stage, at));
  return judge(stage, await Promise.all(callers.map((caller) => caller.post(TOKEN, body, stage.headers))));
}

async function judge(stage: Stage, answers: readonly Answer[]): Promise<Race> {
  const winners = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant');
  const token = winners[0]?.body.access_token;
  const winner_lives = (await callerOf(stage, 0, token).get(TASKS)).status === 200;
  return { winners: winners.length, invalid_grant: refused.length, winner_lives };
}

async function replay(stage: Stage, body: object, between: Between): Promise<Replay> {
  const won = await callerOf(stage, 0).post(TOKEN, body);
  if (between === 'a second') await ageUses(stage.world, REPLAY_AGE_MS);
  if (between === 'use') await refresh(stage.world, stage.app, won.body.refresh_token);
  const again = await callerOf(stage, 1).post(TOKEN, body);
  const used = await callerOf(stage, 0, won.body.access_token).get(TASKS);
  return { won: won.status, again: again.status, used: used.status };
}

function callerOf({ urls }: Stage, at: number, token?: string): Caller {
  return callerAt(urls[at % urls.length] ?? '', token);
}

async function codeBody({ app, browser }: Stage): Promise<object> {
  const pkce = makePkce();
  const code = await getCode(browser, app, pkce);
  const { code_verifier } = pkce;
  return { grant_type: 'authorization_code', ...app, code, code_verifier };
}

async function refreshBody({ world, app, browser }: Stage): Promise<object> {
  const { refresh_token } = await connect(world, browser, app);
  return { grant_type: 'refresh_token', refresh_token, ...app };
}
