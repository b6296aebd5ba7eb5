import { declareRestrictedRoleTests } from './support/restricted.ts';

// Without the tests of skill schemas, which use no database.
declareRestrictedRoleTests([
  '{sessions,tasks,users}/*',
  'skills/{away,definitions,execute,failures,formFill,newReceiver,refused}',
  'forms/{forms,list,submit}',
  'knowledge/{documents,platform}',
  'webhooks/{subscribe,log}',
]);
