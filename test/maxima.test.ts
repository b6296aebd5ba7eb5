/* Walks what every operation takes, so that a new list or object of free members is held to having a maximum. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { methodsOf } from '../src/access/operation.ts';
import type { Schema } from '../src/lib/openapi.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();

/** The members that may be as large as a body, told by their paths. */
function listUnbounded(schema: Schema, path = 'body'): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  return [
    ...(isBounded(schema) ? [] : [path]),
    ...Object.entries(properties).flatMap(([name, member]) => listUnbounded(member, `${path}.${name}`)),
    ...(items ? listUnbounded(items, `${path}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap((variant) => listUnbounded(variant, path)),
  ];
}

function isBounded(schema: Schema): boolean {
  if (schema['x-max-characters'] !== undefined) return true;
  const types = [schema.type ?? []].flat();
  const is_open = schema.additionalProperties !== false;
  if (types.includes('array') && schema.maxItems === undefined) return false;
  if (types.length === 1 && types[0] === 'object' && is_open) return Reflect.has(schema, 'maxProperties');
  return (
    types.length > 0 || schema.enum !== undefined || schema.anyOf !== undefined || schema.const !== undefined
  );
}

const inputs = world.app.doors.flatMap(({ prefix, resources }) =>
  resources.flatMap((resource) =>
    methodsOf(resource).flatMap((method) => {
      const { body, query } = resource.operations[method] ?? {};
      const name = `${method} ${prefix}${resource.path}`;
      return [body, query]
        .filter((one): one is TSchema => one !== undefined)
        .map((schema) => ({ name, schema }));
    }),
  ),
);

test('every list and every object of free members that a caller may send has a maximum', () => {
  assert.ok(inputs.length > 80);
  const unbounded = inputs.flatMap(({ name, schema }) =>
    listUnbounded(schema).map((path) => `${name} ${path}`),
  );
  assert.deepEqual(unbounded, []);
});

test('control: a list, an object of free members and a value of any kind without one are found', () => {
  const planted: Schema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      list: { type: 'array', items: { type: 'string' } },
      free: { type: 'object', additionalProperties: true },
      any: {},
      inner: { anyOf: [{ type: 'array', maxItems: 3, items: { type: 'object' } }, { type: 'null' }] },
      fine: { type: 'array', maxItems: 3, items: { type: 'string' } },
    },
  };
  assert.deepEqual(listUnbounded(planted), ['body.list', 'body.free', 'body.any', 'body.inner[]']);
});
