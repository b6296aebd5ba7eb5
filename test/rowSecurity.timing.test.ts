import { declareRestricted } from './support/restricted.ts';

declareRestricted(['reports/export', 'tasks/contendedRow'], 'timing');
