import { ApiError, bindIdempotencyKeys, callApi } from '../../api/client.ts';
import { createKey } from '../../api/idempotencyKeys.ts';
import type { OperationBody, OperationQuery } from '../../api/operations.ts';
import { toListPage } from '../../api/list.ts';
import {
  createBulkAction,
  REQUESTS_AT_ONCE,
  sendEach,
  type BulkAction,
} from '../../components/bulk/bulkAction.ts';
import { readAllPages } from '../../components/bulk/readAllPages.ts';
import { t, type Label } from '../../language/t.ts';
import { visibleAccess, type Person } from './api.ts';

type Changes = Pick<OperationBody<'PATCH /people'>, 'access' | 'status'>;
type PeopleFilter = OperationQuery<'GET /people'>;

const CHANGED = ['people', 'home', 'keys', 'connections', 'seats'];

export function readMatchingPeople(filter: PeopleFilter, signal: AbortSignal): Promise<readonly Person[]> {
  return readAllPages((page) =>
    toListPage('people', callApi('GET /people', { query: { ...filter, ...page }, signal })),
  );
}

const countText = (count: number) => t('{count, plural, one {# person} other {# people}} changed', { count });

/** Changes the access or the status of people. People who have the value already are omitted. */
export function createBulkPeopleChange(
  people: readonly Person[],
  changes: Changes,
  { verb, text }: { verb: Label; text: Label },
): BulkAction {
  const wanted = people.filter((user) => isChangeable(user, changes));
  return createBulkAction({
    title: verb,
    most: REQUESTS_AT_ONCE,
    says: countText,
    changes: CHANGED,
    steps: wanted.map((user) => {
      const shown = visibleAccess(user);
      const back = {
        ...(changes.access && { access: shown.access }),
        ...(changes.status && { status: shown.status }),
      };
      return {
        id: user.id,
        name: user.full_name,
        input: { user_id: user.id, body: { ...changes, expected: shown } },
        // The undo must not end keys and apps that the person had before.
        inverse: {
          user_id: user.id,
          body: { ...back, keep_access: true, expected: { ...shown, ...changes } },
        },
      };
    }),
    send: sendEach(({ user_id, body }) => callApi('PATCH /people', { query: { user_id }, body })),
    confirm: {
      title: t('Change {count, plural, one {# person} other {# people}}?', { count: wanted.length }),
      text,
      verb,
      isDestructive: changes.status === 'inactive' || changes.access === 'member',
    },
  });
}

function isChangeable(user: Person, { access, status }: Changes): boolean {
  if (user.erased_at !== null) return false;
  if (status !== undefined) return user.status !== status;
  return user.status === 'active' && user.access !== access;
}

/** Removes people from their seats. The glasses stay paired with the seats. */
export function createSeatReleaseAction(people: readonly Person[]): BulkAction {
  const steps = people.flatMap(({ id, full_name, seat }) =>
    seat
      ? [
          {
            id,
            name: full_name,
            input: { seat_id: seat.id, from: id, to: null },
            inverse: { seat_id: seat.id, from: null, to: id },
          },
        ]
      : [],
  );
  return createBulkAction<{ seat_id: string; from: string | null; to: string | null }>({
    title: t('Remove from seats'),
    most: REQUESTS_AT_ONCE,
    says: countText,
    changes: CHANGED,
    steps,
    send: sendEach(async ({ seat_id, from, to }) => {
      const { user } = await callApi('GET /seat', { query: { seat_id } });
      const wearer = user?.user_id ?? null;
      if (wearer === to) return;
      if (wearer !== from)
        throw new ApiError(409, 'CONFLICT', t('The seat was assigned to another user meanwhile.'));
      await callApi('PATCH /seats', { query: { seat_id }, body: { user_id: to } });
    }),
    confirm: {
      title: t('Remove {count, plural, one {# person} other {# people}} from their seats?', {
        count: steps.length,
      }),
      text: t('They can no longer use the glasses of their seats. The glasses stay paired.'),
      verb: t('Remove from seats'),
      isDestructive: true,
    },
  });
}

/** Creates a seat for each person who has none. */
export function createSeatAdditionAction(people: readonly Person[]): BulkAction {
  const seatless = people.filter(
    ({ seat, status, erased_at }) => !seat && status === 'active' && erased_at === null,
  );
  // A repeated request has the same idempotency key, so it creates no second seat.
  const run = createKey();
  return createBulkAction({
    title: t('Create seats'),
    most: REQUESTS_AT_ONCE,
    says: (count) => t('{count, plural, one {# seat} other {# seats}} created', { count }),
    changes: CHANGED,
    steps: seatless.map(({ id, full_name }) => ({ id, name: full_name, input: { id, full_name } })),
    send: sendEach(({ id, full_name }) =>
      bindIdempotencyKeys(() => `${run}-${id}`)('POST /seats', {
        body: {
          user_id: id,
          device_name: t('Glasses of {name}', { name: full_name }).slice(0, 100),
          roles: ['trainee'],
        },
      }),
    ),
    confirm: {
      title: t('Create {count, plural, one {# seat} other {# seats}}?', { count: seatless.length }),
      text: t('Each selected person without a seat gets one as a trainee. You pair the glasses later.'),
      verb: t('Create seats'),
      isDestructive: false,
    },
  });
}
