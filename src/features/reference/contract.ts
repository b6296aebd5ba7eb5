/** The guides in the order in which they are read; a link to one names its file. */
export const GUIDES = [
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
