/** Whether the tests run on servers of Citus. */
export function isCluster(): boolean {
  return Boolean(process.env['TEST_CITUS']);
}

/** For a test of what only one server has: why it is left out elsewhere. */
export function onOneServer(why: string): { skip?: string } {
  return isCluster() ? { skip: `only of one server: ${why}` } : {};
}

/** For a test of what only several servers have. */
export function onCluster(): { skip?: string } {
  return isCluster() ? {} : { skip: 'needs TEST_CITUS, the URL of a coordinator of Citus' };
}
