import { openBrowser, type Browser } from './browser.ts';
import { eventually } from './eventually.ts';
import { callerAt, type Caller } from './caller.ts';

export type Person = { email: string; password: string };

type Service = { url: string };
type Console = Caller & { cookie: string };

/** Signs a user in and returns a client for the console API, with the same headers as the dashboard. */
export async function consoleOf(service: Service, person: Person): Promise<Console> {
  const browser = openBrowser(service.url);
  await signInWithRetries(browser, person);
  return consoleOfBrowser(service, browser);
}

/** Signs in. Retries, because on a busy machine the service may correctly answer 503. */
export async function signInWithRetries(browser: Browser, person: Person): Promise<void> {
  await eventually(
    () => browser.signIn(person),
    ({ status }) => status === 303,
  );
}

/** Returns a client for the console API for a browser that is already signed in. */
export async function consoleOfBrowser(service: Service, browser: Browser): Promise<Console> {
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
