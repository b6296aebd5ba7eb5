import { drive, listPlaces, sendLargest, type Held, type Place } from './measureOperations.ts';
import { listLargest, type Largest } from './requests.ts';
import type { Site } from './site.ts';
import type { Stored } from './fillAccount.ts';

export type Surveyed = { place: Place; held: Held[] };

type SurveyOptions = {
  choose: (place: Place, requests: Largest[]) => Largest[];
  tell?: (surveyed: Surveyed) => void;
};

/** Tests every operation of every door with its largest requests, one after the other. */
export async function survey(
  site: Site,
  stored: Stored,
  { choose, tell }: SurveyOptions,
): Promise<Surveyed[]> {
  const rows: Surveyed[] = [];
  for (const place of listPlaces(site.doors)) {
    const known = stored.knownAt(place.resource.path);
    const held: Held[] = [];
    for (const request of choose(place, listLargest(place.resource, place.operation, known))) {
      const caller = await site.enter(place.prefix, place.operation);
      held.push(await drive(site.process, request, (raw) => sendLargest(caller, place, request, raw)));
    }
    const surveyed = { place, held };
    tell?.(surveyed);
    rows.push(surveyed);
  }
  return rows;
}

export function longestOf(held: readonly Held[]): Held | undefined {
  return held.toSorted((a, b) => b.hold_ms - a.hold_ms)[0];
}
