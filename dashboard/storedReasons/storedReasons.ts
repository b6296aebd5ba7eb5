import type { FailureDetails, ReasonCode, ReasonValuesOf } from '../../src/service/reasons.ts';
import { t } from '../language/t.ts';
import { CALL_ERROR_LABELS } from './callErrors.ts';

/** The kinds of files as the server names them in error texts. */
const FILE_KINDS: Readonly<Record<string, string>> = {
  'a PDF': t('a PDF'),
  'a Word document': t('a Word document'),
  text: t('text'),
  'something else': t('something else'),
};

/** The translated texts of reasons that the server stores with a record. */
export const STORED_REASON_TEXTS = {
  archive_not_written: (values) => t('The backup cannot be written into {folder} ({problem}).', values),
  archive_exists: (values) => t('{name} already exists. Choose another name or move it.', values),
  backup_stopped: () => t('The process that made the backup was stopped.'),
  backup_process_ended: () => t('The process that made the backup ended.'),
  backup_out_of_touch: () => t('The backup was stopped because it lost contact with the database.'),
  timed_out_in_queue: () => CALL_ERROR_LABELS.timed_out_in_queue,
  timed_out_resolving: () => CALL_ERROR_LABELS.timed_out_resolving,
  timed_out_connecting: () => CALL_ERROR_LABELS.timed_out_connecting,
  timed_out_waiting: () => CALL_ERROR_LABELS.timed_out_waiting,
  timed_out_reading: () => CALL_ERROR_LABELS.timed_out_reading,
  name_not_found: () => CALL_ERROR_LABELS.name_not_found,
  name_lookup_failed: () => CALL_ERROR_LABELS.name_lookup_failed,
  connection_refused: () => CALL_ERROR_LABELS.connection_refused,
  unreachable: () => CALL_ERROR_LABELS.unreachable,
  connection_lost: () => CALL_ERROR_LABELS.connection_lost,
  tls_failed: () => CALL_ERROR_LABELS.tls_failed,
  invalid_answer: () => CALL_ERROR_LABELS.invalid_answer,
  invalid_url: () => CALL_ERROR_LABELS.invalid_url,
  document_never_read: () => t('The document could not be processed in several attempts.'),
  document_file_gone: () => t('The file of the document no longer exists.'),
  document_empty: () => t('The file is empty.'),
  document_without_text: () => t('The document contains no text.'),
  document_damaged: () => t('The file is damaged.'),
  document_locked: () => t('The document is protected with a password.'),
  document_locked_or_old: () => t('The document is protected with a password or has an old Office format.'),
  document_kind_unknown: () => t('Files with this extension cannot be read.'),
  document_of_other_kind: ({ declared, found }) =>
    t('The extension promises {declared}, but the file contains {found}.', {
      declared: FILE_KINDS[declared] ?? declared,
      found: FILE_KINDS[found] ?? found,
    }),
  document_no_word_file: () => t('The file is a ZIP archive, but not a Word document.'),
  document_too_many_bytes: (values) => t('Files in this format can be at most {most} MB.', values),
  document_too_many_pages: (values) => t('The document has {pages} pages; the limit is {most}.', values),
  document_too_many_characters: (values) =>
    t('The document has more than {most_million} million characters of text.', values),
  document_too_many_passages: () => t('The document has too much text to be searched.'),
  document_too_many_words: (values) => t('The document has more than {most} different words.', values),
  document_too_many_objects: (values) => t('The PDF has more than {most} objects.', values),
  document_too_many_parts: (values) => t('The file has more than {most} parts.', values),
  document_too_deep: (values) => t('The document is nested deeper than {most} levels.', values),
  document_unpacks_to_too_much: () => t('The file is too large when it is unpacked.'),
  document_too_ragged: (values) =>
    t(
      'More than {most} rows up to line {line} have a different number of values than the first row.',
      values,
    ),
  document_quote_not_closed: (values) =>
    t('The row of line {line} has a quotation mark that is never closed.', values),
  document_quote_in_value: (values) =>
    t(
      'Line {line} has a quotation mark inside a value. Put the value in quotation marks, and double each quotation mark inside it.',
      values,
    ),
  document_too_slow: (values) => t('Processing the document takes longer than {seconds} seconds.', values),
  document_needs_too_much_memory: () => t('Processing the document takes too much memory.'),
  document_unreadable: () => t('The document cannot be read.'),
  execution_not_finished: () => t('The service could not finish the skill.'),
  execution_interrupted: () => t('The service stopped before the skill answered.'),
  skill_needs_account: () => t('Only users and keys of an account can fill in a form.'),
  skill_address: () => t('The address of the skill is not public.'),
  skill_status: (values) => t('The service behind the skill answered with status {status}.', values),
  skill_answer_too_large: (values) => t('The response is larger than {most} MB.', values),
  skill_answer_not_text: () => t('The response is neither JSON nor text.'),
  skill_answer_too_deep: (values) => t('The response is nested deeper than {most} levels.', values),
} satisfies { readonly [R in ReasonCode]?: (values: ReasonValuesOf<R>) => string };

/** Translates the reason of a document or a backup. A reason without known details is returned unchanged. */
export function translateStoredReason(sentence: string, details: FailureDetails | null): string {
  if (!details || !Object.hasOwn(STORED_REASON_TEXTS, details.rule)) return sentence;
  const word: (values: object) => string = Reflect.get(STORED_REASON_TEXTS, details.rule);
  return word(details.values ?? {});
}
