/** True if the tests run on Citus servers. */
export function isCluster(): boolean {
  return Boolean(process.env['TEST_CITUS']);
}

/** Skips a test on a cluster, with the reason. */
export function onOneServer(why: string): { skip?: string } {
  return isCluster() ? { skip: `only of one server: ${why}` } : {};
}

/** Skips a test on a single server. */
export function onCluster(): { skip?: string } {
  return isCluster() ? {} : { skip: 'needs TEST_CITUS, the URL of a coordinator of Citus' };
}
