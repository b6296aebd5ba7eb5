import { FEATURE_EQUIVALENTS } from './featureEquivalents.ts';
import type { Equivalent } from './support/mistakes.ts';

/** Mistakes that change no behaviour, written as the report of a run prints them, each with the reason. */
export const EQUIVALENTS: Equivalent[] = [
  ...FEATURE_EQUIVALENTS,
  {
    file: 'src/features/knowledge/sql/search.ts',
    rule: 'sql order',
    before: 'order by best.score desc, best.document_id, best.position`;',
    after: 'order by best.score asc, best.document_id, best.position`;',
    reason: 'What is found is sorted by its score again, together with what the platform gives.',
  },
  {
    file: 'src/openapi/shared.ts',
    rule: 'boundary',
    before: 'Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)));',
    after: 'Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 2)));',
    reason: 'Every positive result of a comparison has the same meaning.',
  },
  {
    file: 'src/lib/images/thumbnailProcess.ts',
    rule: 'constant',
    before: 'sharp.cache(false);',
    after: 'sharp.cache(true);',
    reason: 'The pictures are equal; the cache would only use memory.',
  },
  {
    file: 'src/service/doors.ts',
    rule: 'fields',
    before: '{ is_rate_limited, ...agentDoor(credentials, [...CONTRACT, ...ADDITIONAL_ROUTES]) },',
    after: '{ ...agentDoor(credentials, [...CONTRACT, ...ADDITIONAL_ROUTES]), is_rate_limited },',
    reason: 'The agent door has no such member.',
  },
  {
    file: 'src/features/knowledge/documents.ts',
    rule: 'call',
    before: 'if (keys.length === AT_ONCE) await clear();',
    after: 'if (keys.length === AT_ONCE) ;',
    reason: 'The call after the loop clears all of them in one batch.',
  },
  {
    file: 'src/counts/sql/rollUp.ts',
    rule: 'sql condition',
    before: 'and counted = ${counted}',
    after: '',
    reason: 'The ids are those of deltas of this list; the condition is that of the index.',
  },
  {
    file: 'src/features/requests/sql/requestLog.ts',
    rule: 'boundary',
    before: "const is_error = (status ?? 0) >= 400 || outcome === 'refused' || outcome === 'failed';",
    after: "const is_error = (status ?? 0) >= 401 || outcome === 'refused' || outcome === 'failed';",
    reason: 'It selects an index; the status itself is compared as well.',
  },
  {
    file: 'src/lib/files/archive/bucketPlace.ts',
    rule: 'condition',
    before: 'const page = await listObjectsPage(bucket, { prefix, ...(last && { marker: last }) });',
    after: 'const page = await listObjectsPage(bucket, { prefix, ...({ marker: last }) });',
    reason: 'An empty marker lists from the first name.',
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
    before: 'count = 0;',
    after: 'count = 1;',
    reason: 'The server says how many they were before a copy ends without an error.',
  },
  {
    file: 'src/lib/sql/driver/copy.ts',
    rule: 'boundary',
    before: "this.count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;",
    after: "this.count = Number(text.slice(text.lastIndexOf(' ') + 0)) || 0;",
    reason: 'A number may have a space before it.',
  },
  {
    file: 'src/features/webhooks/sending/claiming.ts',
    rule: 'constant',
    before:
      'const state: State = { is_stopping: false, has_unclaimed: false, expired_released_at_ms: -Infinity };',
    after:
      'const state: State = { is_stopping: false, has_unclaimed: true, expired_released_at_ms: -Infinity };',
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
    before: 'if (await endsWithin(patience_ms, exited)) return;',
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
  ...sizesOf('src/counts/rollUp.ts', 'MOST', '2_000'),
  ...sizesOf(
    'src/lib/http/outgoing/outgoing.ts',
    'MAX_PER_ROUTE',
    '512',
    'No account has so many calls in flight.',
  ),
];

/** Returns equivalents for the size of a batch that repeats until no work is left. */
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
