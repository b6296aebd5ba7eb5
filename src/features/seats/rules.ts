import { nameRule } from '../../lib/schema/rules.ts';

export const DEVICE_NAME_RULE = nameRule(200);

export const SEAT_ROLES = ['trainer', 'trainee'] as const;
export type SeatRole = (typeof SEAT_ROLES)[number];
