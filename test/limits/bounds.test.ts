/*
 * Every declared maximum is enforced, and every member without a maximum is named here with the limit that bounds
 * it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCallers } from '../support/callers.ts';
import { sendUntilServed } from './support/retryOverload.ts';
import { openWorld } from '../support/world.ts';
import {
  listDeclaredMaxima,
  listMembersWithoutMaximum,
  makeInputBeyondMaximum,
  nameOfBound,
  type DeclaredMaximum,
} from './support/bounds.ts';
import { listPlaces, nameOf, sendLargestRequest, type OperationPlace } from './support/measureOperations.ts';
import { isOpen, listBounds, listUnbounded, shapeOf, type Shape } from './support/schemaShape.ts';

const world = await openWorld();
const callers = await openCallers(world, await world.account());
const places = listPlaces(world.app.doors);

for (const place of places) {
  const declared = listDeclaredMaxima(place);
  if (declared.length === 0) continue;
  test(`400 for ${nameOf(place)} beyond each of its ${declared.length} maxima`, async () => {
    for (const bound of declared) await assertHeld(place, bound);
  });
}

test('everything that a caller may send has a maximum', () => {
  const unbounded = places.flatMap((place) =>
    listMembersWithoutMaximum(place)
      .filter(({ bounded_by }) => bounded_by === undefined)
      .map(({ member }) => `${nameOf(place)} ${member}`),
  );
  assert.deepEqual(unbounded, []);
});

test('no operation takes members that it does not declare', () => {
  const open = places.filter(({ operation: { query, body } }) =>
    [query, body].some((one) => isOpen(shapeOf(one))),
  );
  assert.deepEqual(open.map(nameOf), []);
});

test('control: a schema that accepts unknown members is detected', () => {
  const properties = { name: { type: 'string' } };
  assert.ok(isOpen({ type: 'object', properties }));
  assert.ok(!isOpen({ type: 'object', properties, additionalProperties: false }));
});

test('control: a text, a list and an object without a maximum are detected', () => {
  const text: Shape = { type: 'string' };
  const list: Shape = { type: 'array', items: { type: 'integer' } };
  const members = { text, list, free: { type: 'object' }, any: {} };
  const shape = { type: 'object', additionalProperties: false, properties: members };
  assert.deepEqual(listUnbounded(shape), ['text', 'list', 'free', 'any']);
  assert.deepEqual(listBounds({ ...text, maxLength: 5 }), [{ member: '', keyword: 'maxLength', maximum: 5 }]);
});

async function assertHeld(place: OperationPlace, bound: DeclaredMaximum): Promise<void> {
  const { query, body } = makeInputBeyondMaximum(place, bound);
  const parameters = new URLSearchParams(listMembers(query));
  const caller = await callers.enter(place.prefix, place.operation);
  const raw = place.operation.body ? JSON.stringify(body) : undefined;
  const answer = await sendUntilServed(
    () => sendLargestRequest(caller, place, { query: `?${parameters.toString()}` }, raw),
    ({ status }) => [status],
  );
  const what = `${nameOf(place)} ${nameOfBound(bound)}: ${answer.text}`;
  assert.equal(answer.status, 400, what);
  const member = bound.member.split('.').at(-1)?.replaceAll('[]', '') ?? '';
  assert.ok(String(answer.body.message).includes(member), what);
}

function listMembers(query: unknown): [string, string][] {
  return Object.entries(Object(query)).map(([name, value]) => [name, String(value)]);
}
