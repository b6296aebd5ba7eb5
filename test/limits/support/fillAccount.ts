import assert from 'node:assert/strict';
import type { Method } from '../../../src/doors/declaration.ts';
import { drawLongPng } from '../../support/pictures.ts';
import type { Caller } from '../../../support/caller.ts';
import { eventually } from '../../../support/eventually.ts';
import { longUrl, makeLargestInput, manyMembers, type KnownMemberValues } from './largest.ts';
import { shapeOf } from './schemaShape.ts';
import type { LimitsSite } from './site.ts';

/** Fills an account before its operations are tested: some records of each kind, as large as allowed. */
export type FilledAccount = {
  /** Returns values for the members of a request to this path. */
  knownAt(path: string): KnownMemberValues;
};

const PAGE = 100;
const FIELDS = 500;
const OPTIONS = 1_000;
const ANSWERS = 900;
const PICTURE_BYTES = 50_000;
const MOST_BYTES = 1024 * 1024;

/** Creates this many copies of large records, and a full page of tasks. */
export async function fillAccount(site: LimitsSite, { copies }: { copies: number }): Promise<FilledAccount> {
  const ids: Record<string, string> = {};
  const knownAt = (path: string) => knowing(ids, path);
  const send = (door: string, method: Method, path: string, changes = {}) =>
    sendLargest(site, { door, method, path, changes, known: knownAt(path) });
  const make = async (name: string, door: string, path: string, changes = {}) => {
    const body = await send(door, 'POST', path, changes);
    ids[name] = body.id ?? body[name] ?? body.session?.id ?? ids[name] ?? '';
  };

  ids['user_id'] = site.tenant.admin_id;
  ids['account_id'] = site.tenant.account_id;
  for (let i = 0; i < PAGE; i++) await make('task_id', '/v1', '/api-tenant-tasks');
  for (let i = 0; i < PAGE; i++) await send('/inbound/v1', 'POST', '/tasks', { external_id: `erp-${i}` });
  for (let i = 0; i < copies; i++) {
    await make('session_id', '/device/v1', '/sessions', { session_id: undefined, task_id: null });
    await send('/device/v1', 'PATCH', `/sessions?session_id=${ids['session_id']}`);
    await send('/device/v1', 'POST', '/sessions/complete', { session_id: ids['session_id'] });
  }
  for (let i = 0; i < copies; i++) await make('form_id', '/v1', '/api-tenant-forms', NEW_FORM);
  await make('template_id', '/console/v1', '/staff/forms', NEW_FORM);
  for (let i = 0; i < copies; i++)
    await make('submission_id', '/device/v1', '/forms/submit', { session_id: null });
  for (let i = 0; i < copies; i++) await make('skill_id', '/console/v1', '/skills', newSkill('a'));
  await make('document_id', '/console/v1', '/documents', { name: 'guide.txt' });
  await make('endpoint_id', '/v1', '/webhook-subscribe');
  await make('client_id', '/console/v1', '/apps', { name: 'Field Planner', homepage: 'https://127.0.0.1/' });
  await make('integration_id', '/console/v1', '/integrations');
  await make('seat_id', '/console/v1', '/seats');
  await make('key_id', '/console/v1', '/keys', { expires_at: null, allowed_addresses: null });
  await make('bundle_id', '/console/v1', '/staff/bundles', {
    skill_ids: [],
    collection_ids: [],
    procedure_ids: [],
  });
  return { knownAt };
}

const NEW_FORM = { action: undefined, template_id: undefined, template_image_url: undefined };

type Wanted = { door: string; method: Method; path: string; changes: object; known: KnownMemberValues };

async function sendLargest(site: LimitsSite, { door, method, path, changes, known }: Wanted): Promise<any> {
  const [bare = '', query] = path.split('?');
  const resource = site.doors
    .find(({ prefix }) => prefix === door)
    ?.resources.find((one) => one.path === bare);
  const operation = resource?.operations[method];
  assert.ok(operation, `${method} ${door}${path} is declared`);
  const max_bytes = Math.min(resource?.body_limit_bytes ?? MOST_BYTES, MOST_BYTES);
  const largest = makeLargestInput(shapeOf(operation.body), { known, letter: 'ä', max_bytes });
  const body = { ...Object(largest), ...changes };
  const caller: Caller = await site.enter(door, operation);
  const where = (door === '/console/v1' ? bare : door + bare) + (query ? `?${query}` : '');
  // Retries, because a machine busy with other tests sometimes exceeds a timeout.
  const answer = await eventually(
    () => caller.call(where, { method, body }),
    ({ status, text }) => status !== 503 && !text.includes('took too long; try again'),
    30_000,
  );
  assert.ok(answer.status < 300, `${method} ${where}: ${answer.text.slice(0, 500)}`);
  return answer.body;
}

/** Returns values that the schemas leave open: existing ids, and values that a use case checks more strictly. */
function knowing(ids: Record<string, string>, path: string): KnownMemberValues {
  const held = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, () => id]));
  return {
    ...held,
    id: () => ids[/submission/.test(path) ? 'submission_id' : 'form_id'],
    assigned_to: () => ids['user_id'],
    ...LARGE,
  };
}

const NAMED = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`member${at}`, { type: 'integer' }]));

const LARGE: KnownMemberValues = {
  url: (size) => longUrl(Math.min(size, 2_048)),
  homepage: (size) => longUrl(Math.min(size, 2_000)),
  'redirect_uris[]': () => `https://127.0.0.1/${crypto.randomUUID()}`.padEnd(2_000, 'a'),
  email: () => `${crypto.randomUUID()}@${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`,
  kind: () => 'http',
  config: (size) => ({ url: longUrl(Math.min(size, 2_048)), headers: {} }),
  arguments_schema: (size) => ({
    type: 'object',
    properties: NAMED,
    description: 'd'.repeat(Math.min(size, 60_000)),
  }),
  arguments: (size) => manyMembers(size / 16),
  answers: (size) => ({ choice: listOptions(size / 3), ...manyMembers(Math.min(ANSWERS, size / 32)) }),
  fields: (size) => [
    choiceOf(listOptions(size)),
    ...Array.from({ length: FIELDS - 1 }, (_, at) => fieldOf(at)),
  ],
  template_image_base64: (size) =>
    drawLongPng(Math.max(1_000, Math.min(size, PICTURE_BYTES) / 2)).toString('base64'),
  template_mime_type: () => 'image/png',
  name: (size) => 'n'.repeat(Math.max(1, Math.min(size, 80))),
  content: (size) => Buffer.from('Pump. '.repeat(size / 8)).toString('base64'),
};

function choiceOf(options: string[]): object {
  return { key: 'choice', label: 'Choice', type: 'choices', options };
}

function fieldOf(at: number): object {
  return { key: `field${at}`, label: `Field ${at}`, type: 'text' };
}

function listOptions(size: number): string[] {
  return Array.from({ length: Math.max(1, Math.min(OPTIONS, size / 18)) }, (_, at) => `option ${at}`);
}

function newSkill(letter: string): object {
  return { description: letter.repeat(10_000) };
}
