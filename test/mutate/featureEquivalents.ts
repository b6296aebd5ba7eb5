import type { Equivalent } from './support/mistakes.ts';

/** Of features; the rest is in `equivalents.ts`. */
export const FEATURE_EQUIVALENTS: Equivalent[] = [
  {
    file: 'src/features/signin/secondFactorPages.ts',
    rule: 'condition',
    before: 'if (!(error instanceof Failure)) throw error;',
    after: 'if (false) throw error;',
    reason: 'Another error has neither code, and is thrown below; the check is for the compiler.',
  },
  {
    file: 'src/features/signin/linkPages.ts',
    rule: 'condition',
    before: 'if (!(error instanceof Failure)) throw error;',
    after: 'if (false) throw error;',
    reason: 'Another error has neither code, and is thrown below; the check is for the compiler.',
  },
  {
    file: 'src/features/accounts/sql/removals.ts',
    rule: 'fields',
    before: 'insert into account_removals ${tx({ account_id, ...removal })}',
    after: 'insert into account_removals ${tx({ ...removal, account_id })}',
    reason: 'A removal has no account of its own among its members.',
  },
  {
    file: 'src/features/staff/invitations.ts',
    rule: 'fields',
    before: 'return { ...person, to: PLATFORM_NAMES.en };',
    after: 'return { to: PLATFORM_NAMES.en, ...person };',
    reason: 'Who is invited is read without the name of the account.',
  },
  {
    file: 'src/features/oauth/grants.ts',
    rule: 'fields',
    before:
      "await audit(tx, { ...where, actor: { kind: 'system' } }, { action: `connection.${how}`, ...act });",
    after:
      "await audit(tx, { ...where, actor: { kind: 'system' } }, { ...act, action: `connection.${how}` });",
    reason: 'What is told of the end does not name the act.',
  },
  {
    file: 'src/features/keys/keys.ts',
    rule: 'fields',
    before: 'await addKey(tx, ctx, { id, key, name, scopes, ...restricted, created_by: user_id });',
    after: 'await addKey(tx, ctx, { id, key, name, scopes, created_by: user_id, ...restricted });',
    reason: 'Restrictions do not say who made a key.',
  },
  {
    file: 'src/features/users/contract.ts',
    rule: 'fields',
    before:
      "...EMAIL, description: 'The address to invite. A domain in letters of its own is kept in ASCII',",
    after: "description: 'The address to invite. A domain in letters of its own is kept in ASCII', ...EMAIL,",
    reason: 'The rule of addresses has no description.',
  },
  ...[1, 3].map((at_once) => ({
    file: 'src/features/tasks/creation.ts',
    rule: 'boundary',
    before: 'at_once: 2,',
    after: `at_once: ${at_once},`,
    reason: 'The next transaction begins some milliseconds later or sooner, with the same tasks.',
  })),
];
