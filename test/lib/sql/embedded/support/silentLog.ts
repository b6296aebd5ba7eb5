import type { ServerLogSink } from '../../../../../src/lib/sql/embedded/serverLog.ts';

export const silentLog: ServerLogSink = { info: () => {}, warn: () => {}, error: () => {} };
