/*
 * Two people can edit one record in the dashboard at the same time. A page therefore sends, beside its changes, the
 * values that it showed (`expected`). The use case compares them with the locked row. If another edit has changed one
 * of these values meanwhile, the response is a 409 with the current values and the last editor, and nothing is
 * written. The page then asks, per member, which value to keep. Records need no version column, and edits of different
 * members of a record do not conflict. The public API does not send `expected`.
 */
import { isDeepStrictEqual } from 'node:util';
import { Failure, detailsOf, type EditConflict } from '../lib/errors.ts';
import { accessReasons } from './reasons.ts';

/** The values that the page showed, by member. */
export type ExpectedValues = Readonly<Record<string, unknown>> | undefined;

export type LastChange = Pick<EditConflict, 'changed_by' | 'changed_at'>;

type Edit = {
  /** The values that the page showed. */
  expected: ExpectedValues;
  changes: object;
  /** The locked record, in the form of `changes`. */
  current: object;
  /** The names to show for members whose value is an id or a list of ids. */
  names?: Record<string, string>;
  findLastChange: (members: readonly string[]) => Promise<LastChange | undefined>;
};

/**
 * Throws a 409 if the record no longer has a value that the page showed. A record that already has the value of the
 * edit is no conflict.
 */
export async function assertNoEditConflict({
  expected,
  changes,
  current,
  names = {},
  findLastChange,
}: Edit): Promise<void> {
  const found = new Map(Object.entries(current));
  const wanted = new Map(Object.entries(changes));
  const members = Object.entries(expected ?? {}).flatMap(([member, shown]) => {
    const value = found.get(member);
    const isSame = isDeepStrictEqual(value, shown) || isDeepStrictEqual(value, wanted.get(member));
    return !found.has(member) || isSame ? [] : [member];
  });
  if (members.length === 0) return;
  const last = await findLastChange(members);
  throw editConflict({
    members: members.map((member) => {
      const name = names[member];
      return { member, current: found.get(member), ...(name !== undefined && { name }) };
    }),
    changed_by: last?.changed_by ?? null,
    changed_at: last?.changed_at ?? null,
  });
}

function editConflict(conflict: EditConflict): Failure {
  const reason = accessReasons.changed_meanwhile;
  const details = {
    path: null,
    rule: 'changed_meanwhile',
    limit: null,
    ...detailsOf(null, reason),
    conflict,
  };
  return new Failure('CONFLICT', reason.text, {}, details);
}
