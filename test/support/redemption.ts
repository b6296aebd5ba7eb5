import type { Browser } from '../../support/browser.ts';
import { callerAt } from '../../support/caller.ts';
import { connect, getCode, makePkce, type TestApp } from './oauth.ts';
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

const AT_ONCE = 40;
/** Requests that need longer to be seen count as having come one after the other. */
const TOGETHER_MS = 2_000;
const ATTEMPTS = 10;
const TOKEN = '/v1/oauth-token';
const TASKS = '/v1/api-tenant-tasks';

export async function raceCode(stage: Stage): Promise<Race> {
  return raceTogether(stage, codeBody);
}

export async function raceRefresh(stage: Stage): Promise<Race> {
  return raceTogether(stage, refreshBody);
}

/** What a replay right after the answer got, and then a call with what the first one gave. */
export async function replayCode(stage: Stage): Promise<Replay> {
  return replay(stage, await codeBody(stage));
}

export async function replayRefresh(stage: Stage): Promise<Replay> {
  return replay(stage, await refreshBody(stage));
}

/** A machine that has no time for all of them within moments shows nothing, and is asked again. */
async function raceTogether(stage: Stage, makeBody: (stage: Stage) => Promise<object>): Promise<Race> {
  for (let attempt = 1; ; attempt++) {
    const body = await makeBody(stage);
    const began_ms = performance.now();
    const result = await race(stage, body);
    if (performance.now() - began_ms < TOGETHER_MS || attempt === ATTEMPTS) return result;
  }
}

async function race({ urls, headers }: Stage, body: object): Promise<Race> {
  const callers = Array.from({ length: AT_ONCE }, (_, at) => callerAt(urls[at % urls.length] ?? ''));
  const answers = await Promise.all(callers.map((caller) => caller.post(TOKEN, body, headers)));
  const winners = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant');
  const token = winners[0]?.body.access_token;
  const winner_lives = (await callerAt(urls[0] ?? '', token).get(TASKS)).status === 200;
  return { winners: winners.length, invalid_grant: refused.length, winner_lives };
}

async function replay({ urls }: Stage, body: object): Promise<Replay> {
  const [first = '', second = first] = urls;
  const won = await callerAt(first).post(TOKEN, body);
  const again = await callerAt(second).post(TOKEN, body);
  const used = await callerAt(first, won.body.access_token).get(TASKS);
  return { won: won.status, again: again.status, used: used.status };
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
