/* Every example of the document is one of what it describes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';
import { checkerOf, follow, operationsIn, type Part } from './support/document.ts';

const world = await openWorld();
const { body: document } = await world.nobody.get('/v1/openapi.json');
const check = checkerOf(document);

type Shown = { place: string[]; example: unknown };

/** The examples of a body or an answer, with the place of its schema. */
function examplesAt(place: string[], { content = {} }: Part): Shown[] {
  return Object.entries<Part>(content).flatMap(([type, { example, examples = {} }]) => {
    const several = Object.values<Part>(examples).map(({ value }) => value);
    const shown = example === undefined ? several : [example];
    return shown.map((one) => ({ place: [...place, 'content', type, 'schema'], example: one }));
  });
}

const OPERATIONS = [
  ...operationsIn(document).map((one) => ({ ...one, kind: 'paths' })),
  ...operationsIn({ paths: document.webhooks }).map((one) => ({ ...one, kind: 'webhooks' })),
];

for (const { kind, path, method, operation } of OPERATIONS)
  test(`${operation['operationId']} shows examples of its body and its answers, all of them right`, () => {
    const { requestBody, responses } = operation;
    const base = [kind, path, method];
    const sent = requestBody ? examplesAt([...base, 'requestBody'], requestBody) : [];
    const kinds = Object.keys(requestBody?.content ?? {});
    assert.equal(sent.length, kinds.length);
    const answered = Object.entries<Part>(responses).flatMap(([status, response]) => {
      const place = response['$ref']?.slice(2).split('/') ?? [...base, 'responses', status];
      const found = follow(document, response);
      const examples = examplesAt(place, found);
      assert.equal(examples.length > 0, 'content' in found, status);
      return examples;
    });
    for (const { place, example } of [...sent, ...answered])
      assert.deepEqual(check(place, example), [], JSON.stringify(example));
  });

test('an example that is wrong would be found', () => {
  const place = ['components', 'schemas', 'Task'];
  const { example } = document.paths['/v1/api-tenant-tasks'].post.responses[201].content['application/json'];
  assert.deepEqual(check(place, example), []);
  assert.equal(check(place, { ...example, id: 'WO-1042' }).length, 1);
});

test('an answer tells of the record that was asked for, in the words of the request', () => {
  const { parameters, responses } = document.paths['/v1/api-tenant-tasks'].patch;
  const { id, status } = responses[200].content['application/json'].example;
  assert.deepEqual([id, status], [parameters[0].example, 'in_progress']);
});

test('a description begins with the summary, since some readers show one of the two', () => {
  for (const { operation } of operationsIn(document))
    assert.ok(operation['description'].startsWith(operation['summary']), operation['operationId']);
});
