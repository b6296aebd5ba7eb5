import { defineReasons } from '../../lib/text/reasons.ts';

export const bundleReasons = defineReasons({
  bundle_allocated: 'accounts have this bundle; withdraw it first',
  not_platform_skills: 'each must be a skill of the platform',
  not_platform_collections: 'each must be a collection of the platform',
  not_approved_procedures: 'each must be an approved procedure',
  not_account_seats: 'each must be a seat of the account',
  bundle_name_taken: 'a bundle named {name} already exists',
});
