import { contextOf as contextOfAnswer } from '../../access/idempotency.ts';
import { contextOf as contextOfDeletions } from '../deletions/endpoints.ts';
import { contextOf as contextOfMail } from '../mail/mail.ts';
import { contextOf as contextOfFactor } from '../secondFactor/secondFactor.ts';
import { contextOf as contextOfSkill } from '../skills/skills.ts';
import { contextOf as contextOfEndpoint } from '../webhooks/endpoints/endpoints.ts';
import type { SealedTable } from './sql/sealed.ts';

/** The context that a value of a column is bound to, from the primary key of its row. */
type ContextOf = (key: readonly string[]) => string;

export type SealedPlace = SealedTable & { columns: Readonly<Record<string, ContextOf>> };

const endpoint: ContextOf = ([account_id = '', id = '']) => contextOfEndpoint(account_id, id);

/** Every column whose values are sealed with the secret key. */
export const SEALED: readonly SealedPlace[] = [
  {
    table: 'webhook_endpoints',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: { secret: endpoint, previous_secret: endpoint },
  },
  {
    table: 'deletion_endpoints',
    key: { account_id: 'uuid' },
    columns: { secret: ([account_id = '']) => contextOfDeletions(account_id) },
  },
  {
    table: 'skills',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: {
      auth_value: ([account_id = '', id = '']) => contextOfSkill(account_id, id, 'header'),
      signing_secret: ([account_id = '', id = '']) => contextOfSkill(account_id, id, 'signing'),
    },
  },
  {
    table: 'mails',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: { sealed_link: ([, id = '']) => contextOfMail(id) },
  },
  {
    table: 'second_factors',
    key: { account_id: 'uuid', user_id: 'uuid' },
    columns: { secret: ([, user_id = '']) => contextOfFactor(user_id) },
  },
  {
    table: 'idempotency_keys',
    key: { account_id: 'uuid', credential_id: 'uuid', key: 'text' },
    is_text: true,
    columns: {
      answer: ([account_id = '', credential_id = '', key = '']) =>
        contextOfAnswer(account_id, credential_id, key),
    },
  },
];
