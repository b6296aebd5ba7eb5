import { createUser } from '../../src/features/users/users.ts';
import { openBrowser, type Browser } from './browser.ts';
import { eventually } from './deliveries.ts';
import { callerAt, type Caller } from './caller.ts';
import type { Tenant, World } from './world.ts';

export type Person = { email: string; password: string };

/** Somebody of the account who is no admin. */
export async function memberOf(tenant: Tenant, full_name = 'Mira Member'): Promise<Person> {
  const person = { email: `member-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  await createUser(tenant.ctx(), { ...person, full_name, is_admin: false });
  return person;
}

type Console = Caller & { cookie: string };

/** The dashboard's door as a page of ours uses it, for somebody who has signed in. */
export async function consoleOf(world: Pick<World, 'url'>, person: Person): Promise<Console> {
  const browser = openBrowser(world.url);
  // A machine that is busy with other tests answers 503 now and then, as it should.
  await eventually(
    () => browser.signIn(person),
    ({ status }) => status === 303,
    20_000,
  );
  return consoleIn(world, browser);
}

/** The same in a browser that somebody is signed in with already. */
export async function consoleIn(world: Pick<World, 'url'>, browser: Browser): Promise<Console> {
  const cookie = `session=${browser.cookies.get('session')}`;
  const nobody = callerAt(world.url);
  const me = await nobody.call('/console/v1/me', { headers: { Cookie: cookie } });
  const own = { Cookie: cookie, Origin: world.url, 'X-Form-Token': me.body.form_token };
  const call: Caller['call'] = (path, options = {}) =>
    nobody.call(`/console/v1${path}`, { ...options, headers: { ...own, ...options.headers } });
  return {
    token: undefined,
    cookie,
    call,
    get: (path) => call(path),
    post: (path, body, headers = {}) => call(path, { method: 'POST', body, headers }),
    put: (path, body) => call(path, { method: 'PUT', body }),
    patch: (path, body) => call(path, { method: 'PATCH', body }),
    delete: (path) => call(path, { method: 'DELETE' }),
  };
}
