import { declareRestrictedRoleTests } from './support/restricted.ts';

declareRestrictedRoleTests(['reports/export', 'tasks/contendedRow'], 'timing');
