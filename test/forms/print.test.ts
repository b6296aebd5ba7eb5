import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderSubmissionForPrint } from '../../src/features/forms/print.ts';
import type { Submission } from '../../src/features/forms/submissions/contract.ts';

const SUBMISSION: Submission = {
  id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40',
  form_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e41',
  form_name: 'Pump check',
  fields: [
    { key: 'serial', label: 'Serial', type: 'text', required: true },
    { key: 'leaks', type: 'yes_no' },
    { key: 'parts', type: 'choices', options: ['worn', 'good'] },
  ],
  answers: { leaks: false, parts: ['worn'], count: 7, seen: ['a', 'b'], odd: ['a', 1], left: null },
  missing: ['serial', 'gone'],
  session_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e42',
  session_name: 'Morning',
  task_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e43',
  task_title: 'Check pump 7',
  submitted_by: 'device',
  user: { user_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e44', name: 'Ada Okafor' },
  submitted_at: '2026-03-02T09:08:07.000Z',
};

const WERK = { name: 'Werk', logo: null };

/** Reads the text of the page between its tags. */
function read(changes: Partial<Submission> = {}): string[] {
  const { text } = renderSubmissionForPrint({ ...SUBMISSION, ...changes }, WERK);
  const [, body = ''] = text.split('<body>');
  return body.split(/<[^>]*>/).flatMap((part) => part.trim() || []);
}

test('the printed page shows time, user, session, missing fields and each answer of a submission', () => {
  assert.equal(
    read().join(' | '),
    [
      'Werk | Pump check',
      'Submitted | 2026-03-02 09:08 UTC | By | Ada Okafor | Session | Morning | Task | Check pump 7',
      'Required but not answered: Serial, gone',
      'Serial | missing | leaks | Yes | No | parts | worn | good',
      'count | 7 | seen | a, b | odd | [&quot;a&quot;,1] | left',
      `Submission ${SUBMISSION.id}`,
    ].join(' | '),
  );
});

test('chosen options are marked', () => {
  const { text } = renderSubmissionForPrint(SUBMISSION, WERK);
  const chosen = [...text.matchAll(/<li class="chosen">(\w+)<\/li>/g)].map(([, option]) => option);
  assert.deepEqual(chosen, ['No', 'worn']);
});

test('an unnamed session or task is shown by its id, and absent values are omitted', () => {
  const { session_id, task_id } = SUBMISSION;
  const nameless = read({ session_name: null, task_title: null });
  assert.ok(nameless.includes(session_id ?? '') && nameless.includes(task_id ?? ''));
  const alone = read({ user: null, session_id: null, task_id: null, missing: [] });
  for (const word of ['By', 'Session', 'Task', 'missing']) assert.ok(!alone.includes(word), word);
  assert.ok(!alone.join().includes('although required'));
});

test('the printed page is in the language of the user, except for their answers', () => {
  const text = renderSubmissionForPrint(SUBMISSION, WERK).in('de');
  assert.match(text, /<html lang="de">/);
  for (const said of ['Eingereicht', 'Von', 'Erforderlich, aber nicht beantwortet: Serial, gone', 'Nein'])
    assert.ok(text.includes(said), said);
  assert.match(text, /<li class="chosen">Nein<\/li>/);
  assert.doesNotMatch(text, /Submitted|Submission|missing<|Yes|>No</);
});
