/* The files of the SDKs that are generated from the OpenAPI document. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { writeOperationMembers } from '../../scripts/sdkMembers.ts';
import { readGroups } from '../../scripts/sdkMethods.ts';
import { writePythonRecords } from '../../scripts/sdkPython.ts';
import { writeAsyncPythonResources, writePythonResources } from '../../scripts/sdkPythonResources.ts';
import { writeRecords } from '../../scripts/sdkRecords.ts';
import { writeResources } from '../../scripts/sdkResources.ts';
import * as sdk from '../../sdk/src/main.ts';
import { CALLS } from '../../sdk/src/records.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const { body: document } = await world.nobody.get('/v1/openapi.json');
const ops = new sdk.TenantOps({ baseUrl: world.url, apiKey: 'tak_' });

test('the types match the OpenAPI document', () => {
  const sources = new URL('../../sdk/src/', import.meta.url);
  const committed = readFileSync(new URL('records.ts', sources), 'utf8');
  const resources = readFileSync(new URL('resources.ts', sources), 'utf8');
  const members = readFileSync(new URL('cli/operations.ts', sources), 'utf8');
  const [python, pythonResources, asyncResources] = ['records', 'resources', 'async_resources'].map((name) =>
    readFileSync(new URL(`../python/src/tenant_ops/${name}.py`, sources), 'utf8'),
  );
  const late = 'sdk is out of date: npm run sdk-records';
  assert.ok(writeRecords(document) === committed, late);
  assert.ok(writeResources(document) === resources, late);
  assert.ok(writeOperationMembers(document) === members, late);
  assert.ok(writePythonRecords(document) === python, late);
  assert.ok(writePythonResources(document) === pythonResources, late);
  assert.ok(writeAsyncPythonResources(document) === asyncResources, late);
  const { title: _title, ...properties } = document.components.schemas.Task.properties;
  const schemas = { ...document.components.schemas, Task: { type: 'object', properties } };
  const changed = { ...document, components: { schemas } };
  assert.ok(writeRecords(changed) !== committed);
  assert.ok(writePythonRecords(changed) !== python);
});

test('every operation that a key can call is a method', () => {
  const methods = readGroups(document).flatMap(({ name, methods: all }) =>
    all.map((method) => ({ group: name, ...method })),
  );
  const called = new Set(methods.map(({ operation }) => operation));
  const others = Object.keys(CALLS).filter((name) => !called.has(name));
  assert.deepEqual(others, ['exchangeToken', 'revokeToken', 'getIdentity']);
  const names = methods.map(({ group, name }) => `${group}.${name}`);
  assert.equal(new Set(names).size, names.length);
  for (const { group, name } of methods) {
    const owner: unknown = Reflect.get(ops, group);
    assert.ok(owner instanceof Object, group);
    assert.equal(typeof Reflect.get(owner, name), 'function', `${group}.${name}`);
  }
});
