import { declareRestricted } from './support/restricted.ts';

// Schemas of skills are checked without the database.
declareRestricted([
  '{sessions,tasks,users}/*',
  'skills/{away,definitions,execute,failures,formFill,newReceiver,refused}',
  'forms/{forms,list,submit}',
  'knowledge/{documents,platform}',
  'webhooks/{subscribe,log}',
]);
