import { defineReasons } from '../../lib/text/reasons.ts';

export const keyReasons = defineReasons({
  not_in_future: 'must be in the future',
  too_many_addresses: 'at most {most}',
  operator_replaces_key: 'only the operator can replace a key with write:sessions',
  operator_changes_key: 'only the operator can change a key with write:sessions',
  key_expired: 'the key has expired; change expires_at first',
});
