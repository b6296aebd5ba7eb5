import type { Log } from '../../../../../src/lib/sql/embedded/serverLog.ts';

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
