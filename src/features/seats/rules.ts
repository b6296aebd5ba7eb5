import { nameRule } from '../../lib/schema/rules.ts';

export const DEVICE_NAME_RULE = nameRule(200);

export const SEAT_ROLES = ['trainer', 'trainee'] as const;
export type SeatRole = (typeof SEAT_ROLES)[number];

/** Parses the roles of a line: trainee if empty, undefined if it contains an unknown word. */
export function parseSeatRoles(role: string): SeatRole[] | undefined {
  const words = role.split(/[^a-z]+/).filter((word) => word !== '' && word !== 'and');
  if (words.length === 0) return role === '' ? ['trainee'] : undefined;
  const roles = SEAT_ROLES.filter((one) => words.includes(one));
  return words.every((word) => SEAT_ROLES.some((one) => one === word)) ? roles : undefined;
}
