import { defineReasons } from '../../lib/text/reasons.ts';

export const keyReasons = defineReasons({
  not_in_future: 'must be in the future',
  too_many_addresses: 'at most {most}',
  operator_replaces_key: 'a key with write:sessions is replaced by the operator',
  operator_changes_key: 'a key with write:sessions is changed by the operator',
  key_expired: 'the key has expired; give it a later end first',
});
