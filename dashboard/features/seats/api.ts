import { queryOptions } from '@tanstack/react-query';
import type { NewSeat, PairingCode, Seat, SeatChanges } from '../../../src/features/seats/contract.ts';
import { callApi, bindIdempotencyKeys } from '../../api/client.ts';
import type { OperationAnswer, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { PairingCode as Pairing, Seat };

const POLL_EVERY_MS = 2_000;

export function seatsQuery(filter: OperationQuery<'GET /seats'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['seats', 'list', filter],
    queryFn: ({ signal }) => toListPage('seats', callApi('GET /seats', { query: filter, signal })),
  });
}

/** The seat to pair: any seat for an admin, the user's own seat for a member. */
export type SeatToPair = { seat_id: string; isOwn?: boolean };

/** A repeated request replaces the code, so it needs no idempotency key. */
const askForCode = bindIdempotencyKeys(() => undefined);

/** Creates one new pairing code per round. */
export function pairingQuery({ seat_id, isOwn = false }: SeatToPair, round: number) {
  return queryOptions({
    queryKey: ['pairing', seat_id, round],
    queryFn: () =>
      askForCode(isOwn ? 'POST /own-seat/pairing' : 'POST /seats/pairing', { query: { seat_id } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Polls the seat until the glasses are paired, while the page is visible. */
export function seatPollingQuery({ seat_id, isOwn = false }: SeatToPair, isDone: (seat: Seat) => boolean) {
  return queryOptions({
    queryKey: ['seats', 'watched', seat_id],
    queryFn: ({ signal }) => callApi(isOwn ? 'GET /own-seat' : 'GET /seat', { query: { seat_id }, signal }),
    refetchInterval: ({ state }) => (state.data && isDone(state.data) ? false : POLL_EVERY_MS),
    gcTime: 0,
  });
}

const CHANGES = ['seats', 'people'];

export function useAddSeat(onDone: (made: OperationAnswer<'POST /seats'>) => void) {
  return useApiMutation((callApi, seat: NewSeat) => callApi('POST /seats', { body: seat }), {
    changes: CHANGES,
    onDone,
    showsErrorsItself: true,
  });
}

export function useChangeSeat(onDone: () => void) {
  return useApiMutation(
    (callApi, { id, ...changes }: SeatChanges & { id: string }) =>
      callApi('PATCH /seats', { query: { seat_id: id }, body: changes }),
    { changes: CHANGES, says: t('Saved'), onDone, showsErrorsItself: true },
  );
}

export function useUnpairGlasses(onDone: () => void) {
  return useApiMutation(
    (callApi, seat: Seat) => callApi('DELETE /seats/device', { query: { seat_id: seat.id } }),
    {
      changes: CHANGES,
      says: t('Glasses unpaired'),
      onDone,
    },
  );
}
