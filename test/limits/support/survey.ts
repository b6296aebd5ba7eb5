import {
  measureRequest,
  listPlaces,
  sendLargestRequest,
  type RequestMeasurement,
  type OperationPlace,
} from './measureOperations.ts';
import { listLargestRequests, type LargestRequest } from './requests.ts';
import type { LimitsSite } from './site.ts';
import type { FilledAccount } from './fillAccount.ts';

export type OperationMeasurement = { place: OperationPlace; held: RequestMeasurement[] };

type SurveyOptions = {
  choose: (place: OperationPlace, requests: LargestRequest[]) => LargestRequest[];
  tell?: (surveyed: OperationMeasurement) => void;
};

/** Tests every operation of every door with its largest requests, one after the other. */
export async function measureAllOperations(
  site: LimitsSite,
  stored: FilledAccount,
  { choose, tell }: SurveyOptions,
): Promise<OperationMeasurement[]> {
  const rows: OperationMeasurement[] = [];
  for (const place of listPlaces(site.doors)) {
    const known = stored.knownAt(place.resource.path);
    const held: RequestMeasurement[] = [];
    for (const request of choose(place, listLargestRequests(place.resource, place.operation, known))) {
      const caller = await site.enter(place.prefix, place.operation);
      held.push(
        await measureRequest(site.process, request, (raw) => sendLargestRequest(caller, place, request, raw)),
      );
    }
    const surveyed = { place, held };
    tell?.(surveyed);
    rows.push(surveyed);
  }
  return rows;
}

export function longestMeasurement(held: readonly RequestMeasurement[]): RequestMeasurement | undefined {
  return held.toSorted((a, b) => b.hold_ms - a.hold_ms)[0];
}
