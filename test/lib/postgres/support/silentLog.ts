import type { Log } from '../../../../src/lib/postgres/serverLog.ts';

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
