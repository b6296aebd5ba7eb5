import assert from 'node:assert/strict';
import type { Answer } from '../../../support/caller.ts';
import { listPlaces, nameOf, type Place } from '../../limits/support/drive.ts';
import { openCallers, type Callers } from '../../support/callers.ts';
import type { Tenant, World } from '../../support/world.ts';
import { makersOf, type Makers } from './makers/makers.ts';

/** What a request says beside its path. */
export type Sent = { query?: Record<string, string>; body?: unknown };

export const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Asks an operation by its name, as who may ask it. */
export type Ask = (name: string, sent?: Sent) => Promise<Answer>;

/** An account with a caller for every operation, and what makes rows of each kind in it. */
export type Side = { tenant: Tenant; callers: Callers; ask: Ask; make: Makers };

export async function openSide(world: World, name?: string): Promise<Side> {
  const tenant = await world.account(name);
  const callers = await openCallers(world, tenant);
  const places = new Map(listPlaces(world.app.doors).map((place) => [nameOf(place), place]));
  const ask: Ask = async (operation, sent = {}) => {
    const place = places.get(operationOf(operation));
    assert.ok(place, `there is no ${operation}`);
    return send(callers, place, sent);
  };
  // Signing in writes; both have done it before anything is compared.
  for (const operation of ['GET /console/v1/tasks', 'GET /console/v1/staff/home']) await ask(operation);
  return { tenant, callers, ask, make: makersOf({ world, tenant, ask }) };
}

/** An act's name without what tells it from another of the same operation. */
export function operationOf(name: string): string {
  return name.replace(/ \(.*\)$/, '');
}

async function send(
  callers: Callers,
  { prefix, resource, method, operation }: Place,
  sent: Sent,
): Promise<Answer> {
  const caller = await callers.enter(prefix, operation);
  const path = prefix === '/console/v1' ? resource.path : prefix + resource.path;
  const query = sent.query ? `?${new URLSearchParams(sent.query).toString()}` : '';
  return caller.call(path + query, { method, ...(sent.body !== undefined && { body: sent.body }) });
}
