import { noteSecret } from './secrets.ts';

/** The response; redirects are not followed. */
export type BrowserResponse = {
  status: number;
  headers: Headers;
  text: string;
  location: string | undefined;
};

/** A browser without JavaScript: it stores cookies, sends typical browser headers and submits forms. */
export type Browser = {
  cookies: Map<string, string>;
  get(path: string): Promise<BrowserResponse>;
  post(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<BrowserResponse>;
  /** Submits a form of a page, including its hidden fields. */
  submit(page: BrowserResponse, action: string, fields?: Record<string, string>): Promise<BrowserResponse>;
  signIn(person: { email: string; password: string }, next?: string): Promise<BrowserResponse>;
};

const RECOVERY_CODE = /<li>([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})<\/li>/g;

export function openBrowser(url: string): Browser {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<BrowserResponse> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { ...(cookie && { Cookie: cookie }), ...(init.headers as Record<string, string>) },
      redirect: 'manual',
    });
    for (const header of response.headers.getSetCookie()) keep(cookies, header);
    const location = response.headers.get('location') ?? undefined;
    const text = await response.text();
    for (const [, code = ''] of text.matchAll(RECOVERY_CODE)) noteSecret(code.replaceAll('-', ''));
    return { status: response.status, headers: response.headers, text, location };
  };
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    noteSecret(fields['password']);
    return send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: url,
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
      },
    });
  };
  const submit = (page: BrowserResponse, action: string, fields: Record<string, string> = {}) =>
    post(action, { ...hiddenFields(page.text, action), ...fields });
  return {
    cookies,
    get: (path) => send(path),
    post,
    submit,
    async signIn(person, next = '/account') {
      const page = await send(`/sign-in?next=${encodeURIComponent(next)}`);
      return submit(page, '/sign-in', person);
    },
  };
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  noteSecret(pair.slice(at + 1));
  if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

function hiddenFields(text: string, action: string): Record<string, string> {
  const form = text.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
  const inputs = form
    .split('</form>', 1)[0]
    ?.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...(inputs ?? [])].map(([, name = '', value = '']) => [name, unescape(value)]));
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
