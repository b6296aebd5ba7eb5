import { storedAnswerContext } from '../../access/idempotency.ts';
import { deletionSecretEncryptionContext } from '../deletions/endpoints.ts';
import { mailLinkEncryptionContext } from '../mail/mail.ts';
import { secondFactorEncryptionContext } from '../secondFactor/secondFactor.ts';
import { skillSecretEncryptionContext } from '../skills/skills.ts';
import { signingSecretEncryptionContext } from '../webhooks/endpoints/endpoints.ts';
import type { SealedTable } from './sql/sealed.ts';

/**
 * Returns the context (additional authenticated data) with which a value is sealed, from the primary key of its row. A
 * value that is copied to another row cannot be opened.
 */
type ContextOf = (key: readonly string[]) => string;

export type SealedTableColumns = SealedTable & { columns: Readonly<Record<string, ContextOf>> };

const endpoint: ContextOf = ([account_id = '', id = '']) => signingSecretEncryptionContext(account_id, id);

/** Every column whose values are sealed with the secret key. */
export const SEALED_TABLES: readonly SealedTableColumns[] = [
  {
    table: 'webhook_endpoints',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: { secret: endpoint, previous_secret: endpoint },
  },
  {
    table: 'deletion_endpoints',
    key: { account_id: 'uuid' },
    columns: { secret: ([account_id = '']) => deletionSecretEncryptionContext(account_id) },
  },
  {
    table: 'skills',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: {
      auth_value: ([account_id = '', id = '']) => skillSecretEncryptionContext(account_id, id, 'header'),
      signing_secret: ([account_id = '', id = '']) => skillSecretEncryptionContext(account_id, id, 'signing'),
    },
  },
  {
    table: 'mails',
    key: { account_id: 'uuid', id: 'uuid' },
    columns: { sealed_link: ([, id = '']) => mailLinkEncryptionContext(id) },
  },
  {
    table: 'second_factors',
    key: { account_id: 'uuid', user_id: 'uuid' },
    columns: { secret: ([, user_id = '']) => secondFactorEncryptionContext(user_id) },
  },
  {
    table: 'idempotency_keys',
    key: { account_id: 'uuid', credential_id: 'uuid', key: 'text' },
    is_text: true,
    columns: {
      answer: ([account_id = '', credential_id = '', key = '']) =>
        storedAnswerContext(account_id, credential_id, key),
    },
  },
];
