import type { Tenant, World } from '../../../support/world.ts';
import type { CallOperationByName } from '../stage.ts';
import { accountMakers, signInMakers } from './account.ts';
import { developerMakers } from './developers.ts';
import { createMakerTools } from './makerTools.ts';
import { materialMakers } from './material.ts';
import { bundleMakers, staffMakers } from './staff.ts';
import { workMakers } from './work.ts';

/**
 * Functions that create rows of an account through the API, as its admin, its API key or its glasses. Most return
 * the new id.
 */
export type RecordMakers = ReturnType<typeof createRecordMakers>;

export function createRecordMakers(workshop: { world: World; tenant: Tenant; ask: CallOperationByName }) {
  const hands = createMakerTools(workshop.ask);
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
