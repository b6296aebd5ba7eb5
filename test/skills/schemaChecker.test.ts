import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSchemaChecker } from '../../src/features/skills/schemas/schemas.ts';
import { newId } from '../../src/lib/ids.ts';

const owner = newId(new Date());
const schema = { type: 'object', required: ['room'] };
const works = createSchemaChecker();
/** A checker whose process exits with every job. */
const fails = createSchemaChecker(new URL('./support/endingProcess.ts', import.meta.url));
after(() => Promise.all([works.close(), fails.close()]));

test('400 with an explanation if the checker process ends', async () => {
  await assert.rejects(fails.assertSchema(owner, schema), {
    code: 'BAD_REQUEST',
    message: 'arguments_schema: takes too long to compile',
  });
  await assert.rejects(fails.assertArguments(owner, schema, { room: 1 }), {
    code: 'BAD_REQUEST',
    message: 'arguments: checking them against the schema takes too long',
  });
});

test('200 from the checker process of the service', async () => {
  await works.assertSchema(owner, schema);
  await works.assertArguments(owner, schema, { room: 1 });
  await assert.rejects(works.assertArguments(owner, schema, {}), { message: 'arguments.room: required' });
});
