import { answerSecretContext } from '../../access/idempotency.ts';
import { endpointSecretContext } from '../deletions/endpoints.ts';
import { mailLinkContext } from '../mail/mail.ts';
import { factorSecretContext } from '../secondFactor/secondFactor.ts';
import { skillSecretContext } from '../skills/skills.ts';
import { endpointSigningContext } from '../webhooks/endpoints/endpoints.ts';
import type { SealedTable } from './sql/sealed.ts';

/** The context that a value of a column is bound to, from the primary key of its row. */
type ContextOf = (key: readonly string[]) => string;

export type SealedColumn = SealedTable & { columns: Readonly<Record<string, ContextOf>> };

const endpoint: ContextOf = ([account_id = '', id = '']) => endpointSigningContext(account_id, id);

/** Every column whose values are sealed with the secret key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'webhook_endpoints',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: { secret: endpoint, previous_secret: endpoint },
  },
  {
    table: 'deletion_endpoints',
    key: { account_id: 'uuid' },
    columns: { secret: ([account_id = '']) => endpointSecretContext(account_id) },
  },
  {
    table: 'skills',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: {
      auth_value: ([account_id = '', id = '']) => skillSecretContext(account_id, id, 'header'),
      signing_secret: ([account_id = '', id = '']) => skillSecretContext(account_id, id, 'signing'),
    },
  },
  {
    table: 'mails',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: { sealed_link: ([, id = '']) => mailLinkContext(id) },
  },
  {
    table: 'second_factors',
    key: { account_id: 'uuid', user_id: 'uuid' },
    columns: { secret: ([, user_id = '']) => factorSecretContext(user_id) },
  },
  {
    table: 'idempotency_keys',
    key: { account_id: 'uuid', credential_id: 'uuid', key: 'text' },
    is_text: true,
    columns: {
      answer: ([account_id = '', credential_id = '', key = '']) =>
        answerSecretContext(account_id, credential_id, key),
    },
  },
];
