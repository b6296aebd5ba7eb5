import { defineReasons } from '../text/reasons.ts';

/** Reasons why a document cannot be read. */
export const documentReasons = defineReasons({
  document_empty: 'The file is empty.',
  document_without_text: 'The document contains no text.',
  document_damaged: 'The file is damaged.',
  document_locked: 'The document is protected with a password.',
  document_locked_or_old: 'The document is protected with a password, or is an Office file of an old format.',
  document_kind_unknown: 'Files with this extension cannot be read.',
  document_of_other_kind: 'The extension promises {declared}, but the file contains {found}.',
  document_no_word_file: 'The file is a ZIP archive, but not a Word document.',
  document_too_many_bytes: 'The file has more than {most} MB, the limit for its format.',
  document_too_many_pages: 'The document has {pages} pages; the limit is {most}.',
  document_too_many_characters: 'The document has more than {most_million} million characters of text.',
  document_too_many_passages: 'The document has too much text to be searched.',
  document_too_many_words: 'The document has more than {most} different words.',
  document_too_many_objects: 'The PDF has more than {most} objects.',
  document_too_many_parts: 'The file has more than {most} parts.',
  document_too_deep: 'The document is nested deeper than {most} levels.',
  document_unpacks_to_too_much: 'The file is too large when it is unpacked.',
  document_too_ragged:
    'Up to line {line}, more than {most} rows have another number of values than the first row.',
  document_quote_not_closed: 'A quotation mark in the row of line {line} is never closed.',
  document_quote_in_value:
    'Line {line} has a quotation mark inside a value: put the value in quotation marks, and double each quotation mark inside it.',
  document_too_slow: 'Reading the document takes longer than {seconds} seconds.',
  document_needs_too_much_memory: 'Reading the document takes too much memory.',
  document_unreadable: 'The document cannot be read.',
});
