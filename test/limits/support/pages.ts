import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PageResource } from '../../../src/doors/page.ts';
import { openBrowser, type BrowserResponse } from '../../../support/browser.ts';
import { measureRequest, type RequestMeasurement } from './measureOperations.ts';
import { listForms, type LargestRequest } from './requests.ts';
import type { LimitsSite } from './site.ts';

const SOURCES = fileURLToPath(new URL('../../../src', import.meta.url));
/** A size within the limit of forms without a credential, and one far above it. */
const FORM_BYTES = [15_000, 1024 * 1024];
const LONG_QUERY = `?${'&next=%2F'.repeat(1_400)}`;

/** Lists the names of all form fields that any page reads. */
export function listFields(): string[] {
  const texts = globSync('**/*.ts', { cwd: SOURCES }).map((file) =>
    readFileSync(`${SOURCES}/${file}`, 'utf8'),
  );
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\bfield\('(\w+)'\)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => name !== 'form_token');
}

export type PageMeasurement = { page: string; held: RequestMeasurement[] };

/** Tests every page, signed in and not, with the longest query and the largest forms. */
export async function measurePages(
  site: LimitsSite,
  pages: readonly PageResource[],
): Promise<PageMeasurement[]> {
  const fields = listFields();
  const forms = FORM_BYTES.flatMap((bytes) => listForms(bytes, fields));
  const rows: PageMeasurement[] = [];
  for (const { path, handlers } of pages) {
    const held: RequestMeasurement[] = [];
    if (handlers.GET) {
      const longest = { what: 'a query of 14,000 bytes', query: LONG_QUERY };
      held.push(
        await measureRequest(site.process, longest, () => openBrowser(site.url).get(path + LONG_QUERY)),
      );
    }
    if (handlers.POST) for (const form of forms) held.push(await driveForm(site, path, form));
    rows.push({ page: `${Object.keys(handlers).join(', ')} ${path}`, held });
  }
  return rows;
}

async function driveForm(site: LimitsSite, path: string, form: LargestRequest): Promise<RequestMeasurement> {
  const person = await site.admin();
  const headers = {
    Cookie: person.cookie,
    Origin: site.url,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const send = async (raw = ''): Promise<Pick<BrowserResponse, 'status' | 'text'>> => {
    const body = `form_token=${person.form_token}&${raw}`;
    const response = await fetch(site.url + path, { method: 'POST', headers, body, redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  };
  return measureRequest(site.process, form, send);
}
