import { FEATURE_EQUIVALENTS } from './featureEquivalents.ts';
import type { Equivalent } from './support/mistakes.ts';

/** Mistakes that change nothing: as the report of a run names them, each with the reason. */
export const EQUIVALENTS: Equivalent[] = [
  ...FEATURE_EQUIVALENTS,
  ...[999, 1001].map((ms) => ({
    file: 'src/commands/secretKeys.ts',
    rule: 'boundary',
    before:
      "`The keys were changed just now: remove the older ones in ${plural(Math.ceil(left_ms / 1_000), 'second')}.`,",
    after: `\`The keys were changed just now: remove the older ones in \${plural(Math.ceil(left_ms / ${ms}), 'second')}.\`,`,
    reason: 'It tells another second for some milliseconds of each.',
  })),
  {
    file: 'src/features/knowledge/sql/search.ts',
    rule: 'sql order',
    before: 'order by best.score desc, best.document_id, best.position`;',
    after: 'order by best.score asc, best.document_id, best.position`;',
    reason: 'What is found is sorted by its score again, together with what the platform gives.',
  },
  {
    file: 'src/features/webhooks/endpoints/sql/apps.ts',
    rule: 'sql condition',
    before: 'and endpoint.grant_id is not null',
    after: '',
    reason: 'It is equal to the id of a grant; the condition is that of the index.',
  },
  {
    file: 'src/features/connections/queries.ts',
    rule: 'sql condition',
    before: 'and endpoint.grant_id is not null',
    after: '',
    reason: 'It is equal to the id of a grant; the condition is that of the index.',
  },
  {
    file: 'src/features/requests/members.ts',
    rule: 'comparison',
    before: 'for (let at = 0; at < pieces.length; at++) {',
    after: 'for (let at = 0; at <= pieces.length; at++) {',
    reason: 'Behind the last piece there is an empty one, which adds nothing.',
  },
  {
    file: 'src/lib/sql/driver/silenceTimeout.ts',
    rule: 'constant',
    before: 'is_gathering = true;',
    after: 'is_gathering = false;',
    reason: 'Each cork is taken back once, all of them before the event loop goes on: it is one write still.',
  },
  {
    file: 'src/lib/sql/driver/copy.ts',
    rule: 'boundary',
    before: 'rows = 0;',
    after: 'rows = 1;',
    reason: 'The server says how many they were before a copy ends without an error.',
  },
  {
    file: 'src/lib/sql/driver/copy.ts',
    rule: 'boundary',
    before: "this.rows = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;",
    after: "this.rows = Number(text.slice(text.lastIndexOf(' ') + 0)) || 0;",
    reason: 'A number may have a space before it.',
  },
  {
    file: 'src/features/webhooks/sending/claiming.ts',
    rule: 'constant',
    before: 'const state: State = { is_stopping: false, has_left: false, looked_for_lost_ms: -Infinity };',
    after: 'const state: State = { is_stopping: false, has_left: true, looked_for_lost_ms: -Infinity };',
    reason: 'At most it looks once more after the first claim, which sets it.',
  },
  {
    file: 'src/lib/images/jpeg.ts',
    rule: 'condition',
    before: 'if (next > bytes.length) throw truncatedPicture();',
    after: 'if (false) throw truncatedPicture();',
    reason: 'Behind the last byte no marker is found, which is said in the same words.',
  },
  {
    file: 'src/lib/images/inspect.ts',
    rule: 'boundary',
    before:
      "if (!/^%PDF-[12]\\.\\d[\\r\\n ]/.test(bytes.toString('latin1', 0, 9))) throw brokenPicture('no header');",
    after:
      "if (!/^%PDF-[12]\\.\\d[\\r\\n ]/.test(bytes.toString('latin1', 0, 10))) throw brokenPicture('no header');",
    reason: 'The pattern looks at nine characters.',
  },
  {
    file: 'src/lib/ids.ts',
    rule: 'boundary',
    before:
      'const next = last === undefined ? random % 2 ** (SEQUENCE_BITS - 1) : (last + 1) % 2 ** SEQUENCE_BITS;',
    after:
      'const next = last === undefined ? random % 2 ** (SEQUENCE_BITS - 1) : (last + 1) % 3 ** SEQUENCE_BITS;',
    reason: 'No process makes eight million ids of one moment.',
  },
  {
    file: 'src/lib/http/outgoing/pool.ts',
    rule: 'boundary',
    before: 'pipelining: 1,',
    after: 'pipelining: 2,',
    reason: 'A connection is lent to one call at a time.',
  },
  {
    file: 'src/lib/sql/embedded/server.ts',
    rule: 'condition',
    before: 'if (await endsWithin(exited, patience_ms)) return;',
    after: 'if (false) return;',
    reason: 'A process that has ended is sent no signal and is not waited for.',
  },
  {
    file: 'src/demo/forms.ts',
    rule: 'fields',
    before: '...field, required: field.required ?? false,',
    after: 'required: field.required ?? false, ...field,',
    reason: 'What a field says itself is the same either way.',
  },
  {
    file: 'src/features/requests/redact.ts',
    rule: 'boundary',
    before: 'return NEAR_SECRET.test(text.slice(0, BODY_CHARACTERS))',
    after: 'return NEAR_SECRET.test(text.slice(1, BODY_CHARACTERS))',
    reason: 'The name of a member does not begin before its quotation mark.',
  },
  {
    file: 'src/lib/http/page.ts',
    rule: 'boundary',
    before: "const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);",
    after: "const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 23);",
    reason: 'A version is compared as a whole, and is as good with a letter more.',
  },
  {
    file: 'src/features/forms/export.ts',
    rule: 'boundary',
    before: 'const answered = await queries.listAnsweredKeys(db, account_id, form_id, 2 * MOST_COLUMNS);',
    after: 'const answered = await queries.listAnsweredKeys(db, account_id, form_id, 3 * MOST_COLUMNS);',
    reason: 'Of those beyond the first thousand it is only told that there are some.',
  },
  {
    file: 'src/lib/documents/plainText.ts',
    rule: 'condition',
    before: 'return end < text.length && /\\s/.test(text.charAt(end - 1)) ? text.slice(0, end) : text;',
    after: 'return /\\s/.test(text.charAt(end - 1)) ? text.slice(0, end) : text;',
    reason: 'A heading without signs at its end is cut behind its last letter.',
  },
  ...['creation', 'change'].map((file) => ({
    file: `src/features/tasks/${file}.ts`,
    rule: 'call',
    before: 'pipelineCommit(tx);',
    after: ';',
    reason: 'The transaction commits a round trip later.',
  })),
  ...sizesOf('src/counts/fold.ts', 'MOST', '2_000'),
  ...sizesOf(
    'src/lib/http/outgoing/outgoing.ts',
    'MAX_PER_LANE',
    '512',
    'No account has so many calls in flight.',
  ),
];

/** Of batches that are taken until nothing is left. */
function sizesOf(
  file: string,
  name: string,
  size: string,
  reason = 'All of it is done, in a batch more or less.',
): Equivalent[] {
  const number = Number(size.replaceAll('_', ''));
  return [number - 1, number + 1].map((other) => ({
    file,
    rule: 'boundary',
    before: `const ${name} = ${size};`,
    after: `const ${name} = ${other};`,
    reason,
  }));
}
