import { openBrowser, type Browser } from './browser.ts';
import { eventually } from './eventually.ts';
import { callerAt, type Caller } from './caller.ts';

export type Person = { email: string; password: string };

type Service = { url: string };
type Console = Caller & { cookie: string };

/** Calls the dashboard's door as our pages do, for a signed-in user. */
export async function consoleOf(service: Service, person: Person): Promise<Console> {
  const browser = openBrowser(service.url);
  await signInUnhurried(browser, person);
  return consoleIn(service, browser);
}

/** A machine that is busy with other tests answers 503 now and then, as it should. */
export async function signInUnhurried(browser: Browser, person: Person): Promise<void> {
  await eventually(
    () => browser.signIn(person),
    ({ status }) => status === 303,
    20_000,
  );
}

/** The same in a browser that is signed in already. */
export async function consoleIn(service: Service, browser: Browser): Promise<Console> {
  const cookie = `session=${browser.cookies.get('session')}`;
  const nobody = callerAt(service.url);
  const me = await eventually(
    () => nobody.call('/console/v1/me', { headers: { Cookie: cookie } }),
    ({ status }) => status !== 503,
  );
  const own = { Cookie: cookie, Origin: service.url, 'X-Form-Token': me.body.form_token };
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
