/**
 * True in `npm test`, which tests a part of some large tables of samples. `npm run test:all`, and runs of single files or
 * shards, test all of them.
 */
export const IS_FIRST_TIER = process.env['TEST_STORIES'] === 'brief';
