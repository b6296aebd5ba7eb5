import type { SearchHit } from '../../src/features/search/contract.ts';
import { queryString } from '../api/client.ts';
import type { IconName } from '../components/Icon.tsx';
import { t, type Label } from '../language/t.ts';

/** The members of a record that identify its page. */
type LinkedRecord = Pick<SearchHit, 'id' | 'title' | 'detail' | 'parent_id'>;
type RecordLink = { word: Label; icon: IconName; addressOf: (found: LinkedRecord) => string };

/** The name of each kind of record, and the page that shows it. */
export const RECORD_LINKS: Record<SearchHit['kind'], RecordLink> = {
  task: { word: t('Task'), icon: 'tasks', addressOf: ({ id }) => `/tasks${queryString({ task: id })}` },
  session: {
    word: t('Session'),
    icon: 'sessions',
    addressOf: ({ id }) => `/sessions${queryString({ session: id })}`,
  },
  user: {
    word: t('Person'),
    icon: 'people',
    addressOf: ({ id }) => `/people/${id}`,
  },
  procedure: {
    word: t('Procedure'),
    icon: 'catalogue',
    addressOf: ({ id }) => `/catalogue${queryString({ procedure: id })}`,
  },
  form: {
    word: t('Form'),
    icon: 'forms',
    addressOf: ({ title }) => `/forms${queryString({ search: title })}`,
  },
  document: {
    word: t('Document'),
    icon: 'knowledge',
    addressOf: ({ parent_id }) =>
      `/skills${queryString({ view: 'documents', collection_id: parent_id ?? undefined })}`,
  },
  skill: { word: t('Skill'), icon: 'skills', addressOf: ({ id }) => `/skills${queryString({ skill: id })}` },
  endpoint: { word: t('Endpoint'), icon: 'webhooks', addressOf: ({ id }) => `/webhooks/${id}` },
  app: { word: t('App'), icon: 'apps', addressOf: ({ id }) => `/apps/${id}` },
  key: { word: t('API key'), icon: 'keys', addressOf: () => '/keys' },
  seat: { word: t('Seat'), icon: 'seats', addressOf: () => '/seats' },
  integration: { word: t('Integration'), icon: 'integrations', addressOf: () => '/integrations' },
  submission: {
    word: t('Form submission'),
    icon: 'forms',
    addressOf: ({ id, parent_id }) =>
      `/forms${queryString({ view: 'submissions', form_id: parent_id ?? undefined, open: id })}`,
  },
  execution: {
    word: t('Skill call'),
    icon: 'skills',
    addressOf: ({ id, parent_id }) =>
      `/skills${queryString({ view: 'executions', skill_id: parent_id ?? undefined, open: id })}`,
  },
  event: {
    word: t('Event'),
    icon: 'webhooks',
    addressOf: ({ id, parent_id }) => `/webhooks/${parent_id}${queryString({ event_id: id })}`,
  },
  request: {
    word: t('Request'),
    icon: 'log',
    addressOf: ({ id }) => `/requests${queryString({ request_id: id })}`,
  },
};
