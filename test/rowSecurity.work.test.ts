import { declareRestricted } from './support/restricted.ts';

declareRestricted([
  '{sessions,skills,tasks,users}/*',
  'forms/{forms,list,submit}',
  'knowledge/{documents,platform}',
  'webhooks/{subscribe,log}',
]);
