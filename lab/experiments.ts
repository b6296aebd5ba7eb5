import type { Experiment } from './experiment.ts';
import { clockJumpsExperiment } from './experiments/clockJumps.ts';
import { databaseKilledExperiment } from './experiments/databaseKilled.ts';
import { diskFullExperiment } from './experiments/diskFull.ts';
import { failoverExperiment } from './experiments/failover.ts';
import { faultyConnectionExperiment } from './experiments/faultyConnection.ts';
import { fuzzExperiment } from './experiments/fuzz.ts';
import { keptConnectionsExperiment } from './experiments/keptConnections.ts';
import { mailExperiment } from './experiments/mail.ts';
import { memoryExperiment } from './experiments/memory.ts';
import { nodesKilledExperiment } from './experiments/nodesKilled.ts';
import { oauthRacesExperiment } from './experiments/oauthRaces.ts';
import { receiversExperiment } from './experiments/receivers.ts';
import { sendersKilledExperiment } from './experiments/sendersKilled.ts';
import { serviceKilledExperiment } from './experiments/serviceKilled.ts';
import { ssrfExperiment } from './experiments/ssrf.ts';
import { storageExperiment } from './experiments/storage.ts';

/** All experiments, in the order of a run. */
export const EXPERIMENTS: readonly Experiment[] = [
  databaseKilledExperiment,
  serviceKilledExperiment,
  sendersKilledExperiment,
  nodesKilledExperiment,
  failoverExperiment,
  faultyConnectionExperiment,
  diskFullExperiment,
  clockJumpsExperiment,
  storageExperiment,
  mailExperiment,
  receiversExperiment,
  keptConnectionsExperiment,
  ssrfExperiment,
  oauthRacesExperiment,
  fuzzExperiment,
  memoryExperiment,
];
