/*
 * Preloaded into the service by `npm run dev`: a stop signal ends the process before the service's own handler drains
 * requests, so that a restart waits for nothing. `process.exit` writes Node's compile cache; SIGKILL does not.
 */
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
