/*
 * `npm run dev` preloads this module into the service: on a stop signal, the process exits before the service's own
 * handler drains requests, so that a restart is immediate. `process.exit` is used because SIGKILL would prevent Node
 * from writing its compile cache.
 */
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
