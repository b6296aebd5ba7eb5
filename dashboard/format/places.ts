import type { Found } from '../../src/features/search/contract.ts';
import { searchOf } from '../api/client.ts';
import type { IconName } from '../components/Icon.tsx';
import { t } from '../language/t.ts';

/** A record as its page is found. */
type Placed = Omit<Found, 'kind'>;
type Place = { word: string; icon: IconName; addressOf: (found: Placed) => string };

/** The name of each kind of record, and the page that shows it. */
export const PLACES: Record<Found['kind'], Place> = {
  task: { word: t('Task'), icon: 'tasks', addressOf: ({ id }) => `/tasks${searchOf({ task: id })}` },
  session: {
    word: t('Session'),
    icon: 'sessions',
    addressOf: ({ id }) => `/sessions${searchOf({ session: id })}`,
  },
  user: {
    word: t('Person'),
    icon: 'people',
    addressOf: ({ title, detail }) => `/people${searchOf({ search: detail ?? title })}`,
  },
  procedure: {
    word: t('Procedure'),
    icon: 'catalogue',
    addressOf: ({ id }) => `/catalogue${searchOf({ procedure: id })}`,
  },
  form: { word: t('Form'), icon: 'forms', addressOf: ({ title }) => `/forms${searchOf({ search: title })}` },
  document: {
    word: t('Document'),
    icon: 'knowledge',
    addressOf: ({ parent_id }) =>
      `/skills${searchOf({ view: 'documents', collection_id: parent_id ?? undefined })}`,
  },
  skill: { word: t('Skill'), icon: 'skills', addressOf: ({ id }) => `/skills${searchOf({ skill: id })}` },
  endpoint: { word: t('Endpoint'), icon: 'webhooks', addressOf: ({ id }) => `/webhooks/${id}` },
  app: { word: t('App'), icon: 'apps', addressOf: ({ id }) => `/apps/${id}` },
  key: { word: 'API key', icon: 'keys', addressOf: () => '/keys' },
  seat: { word: t('Seat'), icon: 'seats', addressOf: () => '/seats' },
  integration: { word: t('Integration'), icon: 'integrations', addressOf: () => '/integrations' },
  submission: {
    word: t('Filled-in form'),
    icon: 'forms',
    addressOf: ({ id, parent_id }) =>
      `/forms${searchOf({ view: 'submissions', form_id: parent_id ?? undefined, open: id })}`,
  },
  execution: {
    word: t('Skill run'),
    icon: 'skills',
    addressOf: ({ id, parent_id }) =>
      `/skills${searchOf({ view: 'executions', skill_id: parent_id ?? undefined, open: id })}`,
  },
  event: {
    word: t('Event'),
    icon: 'webhooks',
    addressOf: ({ id, parent_id }) => `/webhooks/${parent_id}${searchOf({ event_id: id })}`,
  },
  request: {
    word: t('Request'),
    icon: 'log',
    addressOf: ({ id }) => `/requests${searchOf({ request_id: id })}`,
  },
};
