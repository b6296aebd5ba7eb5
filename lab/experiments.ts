import type { Experiment } from './experiment.ts';
import { clockJumps } from './experiments/clockJumps.ts';
import { databaseKilled } from './experiments/databaseKilled.ts';
import { diskFull } from './experiments/diskFull.ts';
import { failover } from './experiments/failover.ts';
import { faultyLine } from './experiments/faultyConnection.ts';
import { fuzz } from './experiments/fuzz.ts';
import { keptConnections } from './experiments/keptConnections.ts';
import { mail } from './experiments/mail.ts';
import { memory } from './experiments/memory.ts';
import { nodesKilled } from './experiments/nodesKilled.ts';
import { oauthRaces } from './experiments/oauthRaces.ts';
import { receivers } from './experiments/receivers.ts';
import { sendersKilled } from './experiments/sendersKilled.ts';
import { serviceKilled } from './experiments/serviceKilled.ts';
import { ssrf } from './experiments/ssrf.ts';
import { storage } from './experiments/storage.ts';

/** All experiments, in the order of a run. */
export const EXPERIMENTS: readonly Experiment[] = [
  databaseKilled,
  serviceKilled,
  sendersKilled,
  nodesKilled,
  failover,
  faultyLine,
  diskFull,
  clockJumps,
  storage,
  mail,
  receivers,
  keptConnections,
  ssrf,
  oauthRaces,
  fuzz,
  memory,
];
