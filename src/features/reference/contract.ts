/**
 * The guides in reading order. A link to a guide names its file. The first one is for people who use the dashboard, all
 * others are for developers.
 */
export const GUIDES = [
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

export type GuideName = (typeof GUIDES)[number];
