import { defineReasons } from '../../lib/text/reasons.ts';

export const knowledgeReasons = defineReasons({
  content_not_base64: 'must be base64',
  file_ending: 'must end in one of {endings}',
  document_too_large: 'must be at most {most} MB',
});
