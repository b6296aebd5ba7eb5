import { defineReasons } from '../../lib/text/reasons.ts';

export const knowledgeReasons = defineReasons({
  content_not_base64: 'must be base64',
  file_ending: 'must end in one of {endings}',
  document_never_read: 'The document could not be read in several attempts.',
  document_file_gone: 'The file of the document is gone.',
  document_too_large: 'must be at most {most} MB',
});
