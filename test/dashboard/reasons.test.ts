/* The dashboard has a text for every error reason of the server, in both languages. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { describeError } from '../../dashboard/api/errorTexts.ts';
import { inputProps } from '../../dashboard/features/skills/test/fieldProps.ts';
import { toArgumentPart } from '../../dashboard/features/skills/test/parts.ts';
import { REASONS } from '../../src/service/reasons.ts';
import { fillReasonTexts } from './support/reasonWords.ts';

const ROOT = new URL('../../', import.meta.url);
const GERMAN_PROGRAM = new URL('./support/germanReasons.ts', import.meta.url);
const english = await fillReasonTexts();
const german: Record<string, string> = JSON.parse(
  execFileSync(process.execPath, [GERMAN_PROGRAM.pathname], { encoding: 'utf8' }),
);

test('src/service/reasons.ts lists every declaration, and no code is declared twice', async () => {
  const all = globSync('src/*/**/reasons.ts', { cwd: ROOT });
  const files = all.filter(
    (file) => !file.endsWith('src/lib/text/reasons.ts') && !file.endsWith('src/service/reasons.ts'),
  );
  const modules = await Promise.all(files.map(async (file) => import(new URL(file, ROOT).href)));
  const declared = modules.flatMap((module) => Object.values<object>(module)).flatMap(Object.keys);
  assert.ok(files.length > 20 && declared.length > 120);
  assert.deepEqual(declared.toSorted(), Object.keys(REASONS).toSorted());
});

test('each reason has English and German words', () => {
  assert.deepEqual(Object.keys(german), Object.keys(REASONS));
  for (const code of Object.keys(REASONS)) {
    const [inEnglish = '', inGerman = ''] = [english[code], german[code]];
    for (const words of [inEnglish, inGerman]) {
      assert.ok(
        words !== '' &&
          !/[{}]|undefined|_/.test(words.replaceAll(/client_id|app_|WEBHOOK_ALLOW|BACKUP_TO/g, '')),
        `${code}: ${words}`,
      );
    }
    assert.notEqual(inGerman, inEnglish, code);
  }
});

test('an unknown reason is explained by its error code', () => {
  const unknown = { path: null, rule: 'of_a_later_version', limit: null };
  assert.equal(describeError('CONFLICT', unknown).message, 'This conflicts with an existing record.');
  assert.equal(describeError('OF_LATER', undefined).message, 'The service does not accept this input.');
});

test('an error for a text in place of an id says so, whatever the words of the rule are', () => {
  const details = { path: 'arguments.part', rule: 'format', limit: 'uuid' };
  const { fault } = describeError('BAD_REQUEST', details);
  const part = toArgumentPart({ type: 'object', properties: { part: { type: 'string', format: 'uuid' } } });
  assert.ok(part.kind === 'group' && fault);
  const [member] = part.members;
  assert.ok(member);
  const shown = inputProps({
    part: member.part,
    fault: { path: [], says: fault.rule, format: fault.format },
  });
  assert.equal(shown.error, 'Must be an id');
});
