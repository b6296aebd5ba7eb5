import assert from 'node:assert/strict';
import type { Answer, Caller } from '../../../support/caller.ts';
import { listPlaces, nameOf, type OperationPlace } from '../../limits/support/measureOperations.ts';
import { openCallers, type Callers } from '../../support/callers.ts';
import type { Tenant, World } from '../../support/world.ts';
import { createRecordMakers, type RecordMakers } from './makers/makers.ts';

/** The query, body and headers of a request. */
export type RequestInput = {
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

export const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Calls an operation by its name, with a caller who is allowed to. */
export type CallOperationByName = (name: string, sent?: RequestInput) => Promise<Answer>;

/** An account with a caller for each operation, and with functions that create its rows. */
export type AccountCallers = { tenant: Tenant; ask: CallOperationByName; make: RecordMakers };

export async function openAccountCallers(world: World, name?: string): Promise<AccountCallers> {
  const tenant = await world.account(name);
  const callers = rememberCallers(await openCallers(world, tenant));
  const places = new Map(listPlaces(world.app.doors).map((place) => [nameOf(place), place]));
  const ask: CallOperationByName = async (operation, sent = {}) => {
    const place = places.get(operationOf(operation));
    assert.ok(place, `there is no ${operation}`);
    return send(callers, place, sent);
  };
  // The admin and the staff member sign in now, because a sign-in writes rows that would be in the
  // comparisons.
  for (const operation of ['GET /console/v1/tasks', 'GET /console/v1/staff/home']) await ask(operation);
  return { tenant, ask, make: createRecordMakers({ world, tenant, ask }) };
}

/** Keeps a signed-in caller for each door, and signs in again only after a 401. */
function rememberCallers(callers: Callers): (place: OperationPlace, is_refused: boolean) => Promise<Caller> {
  const known = new Map<string, Caller>();
  return async ({ prefix, operation }, is_refused) => {
    const kind = `${prefix} ${operation.audience === 'staff'}`;
    const before = known.get(kind);
    if (before && !is_refused) return before;
    const caller = await callers.enter(prefix, operation);
    known.set(kind, caller);
    return caller;
  };
}

/** Removes the bracketed word, which distinguishes two acts of one operation. */
export function operationOf(name: string): string {
  return name.replace(/ \(.*\)$/, '');
}

async function send(
  callerFor: ReturnType<typeof rememberCallers>,
  place: OperationPlace,
  sent: RequestInput,
  is_refused = false,
): Promise<Answer> {
  const { prefix, resource, method } = place;
  const caller = await callerFor(place, is_refused);
  const path = prefix === '/console/v1' ? resource.path : prefix + resource.path;
  const query = sent.query ? `?${new URLSearchParams(sent.query).toString()}` : '';
  const { query: _, ...rest } = sent;
  const answer = await caller.call(path + query, { method, ...rest });
  return answer.status === 401 && !is_refused ? send(callerFor, place, sent, true) : answer;
}
