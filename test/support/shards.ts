import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/*
 * Test files are divided into shards; a file belongs to the first shard whose pattern matches. `npm test` runs the
 * shards of the first tier: every promise of the contract and every feature, without waiting for a clock. `npm run
 * test:all` runs all shards. Continuous integration can run the shards in parallel.
 */
export type Shard = {
  name: string;
  /** True if `npm test` runs this shard. */
  is_first_tier: boolean;
  contains: string;
  needs: string;
  /** The most runs of a failed file; repetitions run alone. */
  attempts: number;
  files: readonly string[];
};

const ORDINARY = '2 cores, 4 GiB';
/** The files of this shard measure rates, delays or memory, which other processes on the machine can change. */
const TIMING_ATTEMPTS = 3;

export const SHARDS: readonly Shard[] = [
  {
    name: 'pages',
    is_first_tier: true,
    contains: 'one browser story for each page; every page at both widths, themes and languages',
    needs: '2 cores, 6 GiB, the packaged Chromium',
    attempts: 1,
    files: [
      'test/dashboard/{account,audit,everyPage,failedDelivery,firstDay,forms,inbox,keys,knowledge}.test.ts',
      'test/dashboard/{people,requests,search,sessions,skills,staff,tasks}.test.ts',
      'test/dashboard/{format,serving,time,errorTexts}.test.ts',
    ],
  },
  {
    name: 'browser',
    is_first_tier: false,
    contains: 'all other browser stories, at both widths',
    needs: '2 cores, 6 GiB, the packaged Chromium',
    attempts: 1,
    files: ['test/dashboard/**', 'test/signin/chromium.test.ts'],
  },
  {
    name: 'timing',
    is_first_tier: false,
    contains: 'rates, delays, memory and fixed waits',
    needs: '2 cores of their own, 8 GiB',
    attempts: TIMING_ATTEMPTS,
    files: [
      'test/accounts/abandonedDownloads.test.ts',
      'test/background/{connections,idle,locks}.test.ts',
      'test/counts/{equality,flat,plans}.test.ts',
      'test/doors/customCallerKind.test.ts',
      'test/faults/{connections,database,durability,failover,stopping,tracing}.test.ts',
      'test/forms/{export,large,silentBucket}.test.ts',
      'test/keys/expiryWhileWaiting.test.ts',
      'test/knowledge/{exhaustion,hostile}.test.ts',
      'test/lib/sql/lockedMigration.test.ts',
      'test/lib/sql/driver/{connection,driver,pooledService,silence}.test.ts',
      'test/lib/{files/archive/compress,documents/linear}.test.ts',
      'test/lib/http/{formParsing,overloaded,slowReaders,streamRates,uploads}.test.ts',
      'test/lib/http/outgoing/{releasedSlots,slowDns,staleConnection,timeout}.test.ts',
      'test/lib/process/sandbox/sandbox.test.ts',
      'test/limits/**',
      'test/lists/**',
      'test/nodes/rolling.test.ts',
      'test/oauth/parallel.test.ts',
      'test/{rowSecurity.timing,reports/export}.test.ts',
      'test/scripts/interrupted.test.ts',
      'test/sdk/client.test.ts',
      'test/service/start.test.ts',
      'test/signin/throttle.test.ts',
      'test/skills/hostileSchemas.test.ts',
      'test/tasks/contendedRow.test.ts',
      'test/tracing/exporting.test.ts',
      'test/webhooks/{countedPosts,queueAgeMetric,queueAge,receivers,sharedReceiver,stop}.test.ts',
    ],
  },
  {
    name: 'processes',
    is_first_tier: false,
    contains: 'starts, stops and kills of the service and its database; faults; nodes; commands; backups',
    needs: ORDINARY,
    attempts: 1,
    files: [
      'test/{newcomer,service,demo/signIns}.test.ts',
      'test/service/severalProcesses.test.ts',
      'test/faults/!(lostCommit|lostCommits|coalesced).test.ts',
      'test/nodes/**',
      'test/{deletions,demo}/restart.test.ts',
      'test/lib/sql/embedded/{account,embedded,faults,holders,recovery,restarts,supervisor}.test.ts',
      'test/**/kill.test.ts',
      'test/cli/{databaseUnavailable,commands,distribute,forms,lifecycle,people,secretKeys,server,skills,supportBundle,usage,webhooks}.test.ts',
      'test/backups/{backups,requested,roundTrip,schedule,sharded,tampered}.test.ts',
      'test/forms/onS3.test.ts',
      'test/scripts/{commandLine,dev,followTests,inspector,installation,memoryFolder,release,run,secretSearch,series}.test.ts',
      'test/sdk/{listen,package,python}.test.ts',
      'test/{deploy/{backups,dockerfile,metrics},signin/secrets,webhooks/defaultAddresses}.test.ts',
    ],
  },
  {
    name: 'security',
    is_first_tier: false,
    contains: 'row level security, fuzzing, planted mistakes',
    needs: ORDINARY,
    attempts: 1,
    files: ['test/rowSecurity*.test.ts', 'test/{fuzz,mutate}/**'],
  },
  {
    name: 'behaviour',
    is_first_tier: true,
    contains: 'the contract, every feature over HTTP and PostgreSQL, the rules of the architecture',
    needs: ORDINARY,
    attempts: 1,
    files: ['test/**'],
  },
];

/** Returns the first shard whose pattern matches the test file. */
export function shardOf(file: string): Shard {
  const shard = SHARDS.find(({ files }) => files.some((pattern) => matchesGlob(file, pattern)));
  if (!shard) throw new Error(`${file} belongs to no shard of test/support/shards.ts`);
  return shard;
}

export function listTestFiles(root: string, isIncluded: (shard: Shard) => boolean): string[] {
  return globSync('test/**/*.test.ts', { cwd: root })
    .toSorted()
    .filter((file) => isIncluded(shardOf(file)));
}
