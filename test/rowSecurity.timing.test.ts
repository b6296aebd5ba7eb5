import { declareRestrictedRoleTimings } from './support/restricted.ts';

declareRestrictedRoleTimings();
