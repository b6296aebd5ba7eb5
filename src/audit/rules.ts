/** The kinds of records that audit entries refer to. */
export const TARGET_KINDS = [
  'account',
  'app',
  'bundle',
  'document',
  'endpoint',
  'form',
  'integration',
  'key',
  'procedure',
  'seat',
  'session',
  'skill',
  'user',
] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
