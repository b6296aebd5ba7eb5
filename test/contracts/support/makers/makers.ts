import type { Tenant, World } from '../../../support/world.ts';
import type { Ask } from '../stage.ts';
import { accountMakers, signInMakers } from './account.ts';
import { developerMakers } from './developers.ts';
import { handsOf } from './makerTools.ts';
import { materialMakers } from './material.ts';
import { bundleMakers, staffMakers } from './staff.ts';
import { workMakers } from './work.ts';

/**
 * Functions that create rows of an account through the API, as its admin, its API key or its glasses. Most return
 * the new id.
 */
export type Makers = ReturnType<typeof makersOf>;

export function makersOf(workshop: { world: World; tenant: Tenant; ask: Ask }) {
  const hands = handsOf(workshop.ask);
  const own = materialMakers('/console/v1', hands);
  return {
    next: hands.next,
    ...own,
    platform: materialMakers('/console/v1/staff', hands),
    ...workMakers(hands, own),
    ...accountMakers(hands, workshop),
    ...signInMakers(hands, workshop),
    ...developerMakers(hands, workshop),
    ...staffMakers(hands, workshop),
    ...bundleMakers(hands, workshop),
  };
}
