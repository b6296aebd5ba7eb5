import { byValue, type ListCase, type ListCases } from './list.ts';

export const DELIVERIES: ListCase = {
  member: 'deliveries',
  order: ['-event_id', '-endpoint_id'],
  at: 'created_at',
};

const REQUESTS: ListCase = {
  member: 'requests',
  order: ['-id'],
  at: 'created_at',
  filters: {
    outcome: byValue(({ status }) => (status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed')),
    path: {
      values: () => ['tenant-tasks'],
      picks: ({ path }, value) => path.includes(value),
    },
    key_id: byValue(({ by: caller }) => (caller.kind === 'key' ? caller.id : null)),
    client_id: byValue(({ by: caller }) => (caller.kind === 'app' ? caller.id : null)),
  },
};

/** Lists of requests and deliveries. */
export const DEVELOPERS: ListCases = {
  'GET /console/v1/deliveries': DELIVERIES,
  'GET /console/v1/requests': REQUESTS,
  'GET /v1/requests': REQUESTS,
};
