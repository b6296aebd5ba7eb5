/**
 * The guides in reading order; each name is the file name of the guide. The first guide is for users of the dashboard,
 * all others are for developers.
 */
export const GUIDE_NAMES = [
  'dashboard',
  'quickstart',
  'webhooks',
  'oauth',
  'errors',
  'pagination',
  'idempotency',
  'glasses',
  'integrations',
  'agents',
  'limits',
] as const;

export type GuideName = (typeof GUIDE_NAMES)[number];
