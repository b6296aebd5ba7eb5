import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAsUser, PLATFORM_ACCOUNT_ID } from '../../src/access/platform.ts';
import { findIncompleteSignIn, findSignIn, listOwnSignIns } from '../../src/features/signin/signIns.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openBrowser } from '../../support/browser.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const colleague = await world.staff();
const MINUTE_MS = 60_000;

const PEOPLE = [
  {
    who: 'a user',
    account_id: tenant.account_id,
    user_id: tenant.admin_id,
    token: await signIn(tenant.admin),
  },
  {
    who: 'a colleague',
    account_id: PLATFORM_ACCOUNT_ID,
    user_id: colleague.user_id,
    token: await signIn(colleague),
  },
];

async function signIn(person: { email: string; password: string }): Promise<string> {
  const browser = openBrowser(world.url);
  await browser.signIn(person);
  return browser.cookies.get('session') ?? '';
}

type Age = { created_ago_ms?: number; seen_ms?: number; awaits_code?: boolean; is_ended?: boolean };

const STATES: [string, Age, 'signed in' | 'half' | 'over'][] = [
  ['that is new', {}, 'signed in'],
  ['that is almost two weeks old', { created_ago_ms: 14 * DAY_MS - 1 }, 'signed in'],
  ['that is two weeks old', { created_ago_ms: 14 * DAY_MS }, 'over'],
  ['unused for almost a day', { created_ago_ms: DAY_MS, seen_ms: DAY_MS - 1 }, 'signed in'],
  ['unused for a day', { created_ago_ms: DAY_MS, seen_ms: DAY_MS }, 'over'],
  ['that was ended', { is_ended: true }, 'over'],
  ['that waits ten minutes for its code', { awaits_code: true, seen_ms: 10 * MINUTE_MS }, 'half'],
  [
    'that waits more than ten minutes for its code',
    { awaits_code: true, seen_ms: 10 * MINUTE_MS + 1 },
    'over',
  ],
  ['that was ended before its code', { awaits_code: true, is_ended: true }, 'over'],
];

const here = () => ({ ...world.platform(), databaseFor: () => world.db });
const ago = (age_ms: number) => new Date(world.clock.now().getTime() - age_ms);

for (const { who, account_id, user_id, token } of PEOPLE) {
  const age = ({ created_ago_ms = 0, seen_ms = 0, awaits_code = false, is_ended = false }: Age) => world.db`
    update browser_sessions
    set created_at = ${ago(created_ago_ms)},
      last_seen_at = ${ago(seen_ms)},
      awaits_code = ${awaits_code},
      ended_at = ${is_ended ? ago(0) : null}
    where account_id = ${account_id}
      and user_id = ${user_id}`;

  for (const [what, state, wanted] of STATES) {
    test(`the sign-in of ${who} ${what} is ${wanted}`, async () => {
      await age(state);
      const listed = await listOwnSignIns(actAsUser(here(), account_id, user_id), user_id);
      assert.equal(listed.length, wanted === 'signed in' ? 1 : 0, 'in the list');
      assert.equal(
        (await findIncompleteSignIn(here(), token)) !== undefined,
        wanted === 'half',
        'with a code',
      );
      assert.equal((await findSignIn(here(), token)) !== undefined, wanted === 'signed in', 'without one');
    });
  }

  test(`the use of the sign-in of ${who} is recorded once a minute`, async () => {
    const seenAfter = async (seen_ms: number) => {
      await age({ seen_ms });
      await findSignIn(here(), token);
      const [listed] = await listOwnSignIns(actAsUser(here(), account_id, user_id), user_id);
      return world.clock.now().getTime() - Date.parse(listed?.last_seen_at ?? '');
    };
    assert.equal(await seenAfter(MINUTE_MS), MINUTE_MS);
    assert.equal(await seenAfter(MINUTE_MS + 1), 0);
  });
}

test('the sign-ins of a user are listed with the last used first, on the page with date and time', async () => {
  const [first, second] = [openBrowser(world.url), openBrowser(world.url)];
  const own = await world.account();
  for (const browser of [first, second]) {
    await browser.signIn(own.admin);
    world.clock.advance(MINUTE_MS + 1);
  }
  const seen = async () => (await listOwnSignIns(own.ctx(), own.admin_id)).map(({ id }) => id);
  const before = await seen();
  const { text } = await first.get('/account');
  assert.deepEqual(await seen(), before.toReversed());
  const shown = world.clock.now().toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
  assert.ok(text.includes(`last used ${shown} UTC`), shown);
});
