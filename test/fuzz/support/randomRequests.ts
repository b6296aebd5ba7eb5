import type { Door } from '../../../src/doors/declaration.ts';
import { listPlaces, nameOf, type OperationPlace } from '../../limits/support/measureOperations.ts';
import { listFields } from '../../limits/support/pages.ts';
import type { LimitsSite } from '../../limits/support/site.ts';
import type { Caller } from '../../../support/caller.ts';
import type { Fuzzer } from '../../support/fuzzer.ts';
import type { FuzzResult, FuzzRequest } from './hunt.ts';
import { listMalformedRequests, sendPackets, statusesOf } from './malformedRequests.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Most requests call an operation, as JSON or as a form; some load a page, and some are not HTTP. */
const KINDS = [
  'operation',
  'operation',
  'operation',
  'operation',
  'operation',
  'page',
  'page',
  'oddity',
] as const;

type Target = Pick<LimitsSite, 'url' | 'pages' | 'enter' | 'admin'> & { doors: readonly Door[] };

/** Returns a function that draws a random request to the site. */
export function createRandomRequests(site: Target, fuzzer: Fuzzer): () => Promise<FuzzRequest> {
  const places = listPlaces(site.doors);
  const fields = listFields();
  return async () => {
    const place = fuzzer.pick(places);
    switch (fuzzer.pick(site.pages.length > 0 ? KINDS : KINDS.slice(0, 5))) {
      case 'operation':
        return drawOperation(site, fuzzer, place);
      case 'page':
        return drawForm(site, fuzzer, fields);
      case 'oddity': {
        const pieces = fuzzer.pick(listMalformedRequests(place.prefix + place.resource.path));
        const send = async () => {
          const text = await sendPackets(site.url, pieces);
          return { statuses: statusesOf(text), text };
        };
        return { name: JSON.stringify(pieces.join('')).slice(0, 300), send };
      }
    }
  };
}

async function drawOperation(site: Target, fuzzer: Fuzzer, place: OperationPlace): Promise<FuzzRequest> {
  const { prefix, resource, method, operation } = place;
  const caller = await site.enter(prefix, operation);
  const query = fuzzer.encode(fuzzer.make(operation.query));
  const is_form = fuzzer.pick([true, false, false]);
  const made = method === 'GET' ? undefined : fuzzer.make(operation.body);
  const raw = is_form ? fuzzer.encode(made) : JSON.stringify(made);
  const path = `${prefix === '/console/v1' ? resource.path : prefix + resource.path}?${query}`;
  const own = {
    'Content-Type': is_form ? FORM : 'application/json',
    ...withoutCredential(fuzzer.makeHeaders()),
  };
  const sendIt = (to: Caller) =>
    to.call(path, { method, headers: own, ...(method !== 'GET' && raw !== undefined && { raw }) });
  const send = async (): Promise<FuzzResult> => {
    const { status, text, body } = await sendIt(caller);
    fuzzer.learn(text);
    // The contract requires 500 if the receiver of a skill fails.
    const is_skills_own = String(body?.message).startsWith('The skill failed');
    return { statuses: is_skills_own ? [] : [status], text };
  };
  return {
    name: `${nameOf(place)} ${query.slice(0, 300)} ${raw?.slice(0, 1_000)} ${JSON.stringify(own)}`,
    send,
  };
}

/** Removes fuzzed headers that would replace the credential of a console caller. */
function withoutCredential({ Cookie, Origin, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

async function drawForm(site: Target, fuzzer: Fuzzer, fields: readonly string[]): Promise<FuzzRequest> {
  const { path, handlers } = fuzzer.pick(site.pages);
  const method = fuzzer.pick(Object.keys(handlers));
  const { cookie, form_token } = await site.admin();
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
  const body = fuzzer.encode({ ...Object(fuzzer.make({ type: 'object', properties })), form_token });
  const headers = { Cookie: cookie, Origin: site.url, 'Content-Type': FORM, ...fuzzer.makeHeaders() };
  const where = `${site.url}${path}?${fuzzer.encode({ next: '/account', id: 'x' })}`;
  const send = async (): Promise<FuzzResult> => {
    const asked = { method, headers, redirect: 'manual', ...(method !== 'GET' && { body }) } as const;
    const answer = await fetch(where, asked);
    return { statuses: [answer.status], text: await answer.text() };
  };
  return { name: `${method} ${where} ${body.slice(0, 1_000)} ${JSON.stringify(headers)}`, send };
}
