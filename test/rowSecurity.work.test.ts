import { declareRestrictedRoleTests } from './support/restricted.ts';

declareRestrictedRoleTests('work');
