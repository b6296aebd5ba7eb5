import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartupFault } from '../../process/startupFault.ts';
import type { OsAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import {
  findFileText,
  isDiskFull,
  isPresent,
  NO_SPACE,
  syncDirectory,
  writePrivateFile,
} from './dataDirectory.ts';
import { clusterPathForServer, SERVER_ENV } from './server.ts';

export type ClusterPlan = {
  data_dir: string;
  cluster_dir: string;
  /** A directory that only the server's account can read; it contains the password file for initdb. */
  scratch_dir: string;
  binaries: Binaries;
  account: OsAccount | undefined;
};

const DRAFT = 'postgres.new-';
const PASSWORD = /^[\w-]{32,}$/;

/** Creates the cluster on the first start, checks it on later starts, and returns its password. */
export async function prepareClusterAndReadPassword(plan: ClusterPlan): Promise<string> {
  await removeDrafts(plan.data_dir);
  if (!(await isPresent(plan.cluster_dir))) await createCluster(plan);
  await assertUsable(plan);
  return readPassword(plan);
}

/**
 * Initializes the cluster in a draft directory and renames it when complete, so that an interrupted first start leaves
 * no partial cluster.
 */
async function createCluster(plan: ClusterPlan): Promise<void> {
  const draft_dir = await mkdtemp(path.join(plan.data_dir, DRAFT));
  try {
    if (plan.account) await chown(draft_dir, plan.account.uid, plan.account.gid);
    const password = randomBytes(32).toString('base64url');
    await runInitdb(plan, draft_dir, password);
    await writePrivateFile(passwordFileIn(plan.data_dir), `${password}\n`);
    await rename(draft_dir, plan.cluster_dir);
    await syncDirectory(plan.data_dir);
  } catch (error) {
    await remove(draft_dir);
    throw error;
  }
}

async function runInitdb(plan: ClusterPlan, draft_dir: string, password: string): Promise<void> {
  const password_file = await writePasswordFile(plan, password);
  const child = spawn(
    plan.binaries.initdb,
    ['-D', clusterPathForServer(draft_dir), `--pwfile=${password_file}`, ...INITDB_OPTIONS],
    { ...plan.account, cwd: draft_dir, env: SERVER_ENV, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const output = await readErrorOutput(child.stderr, once(child, 'close'));
  await rm(password_file);
  if (output !== undefined) throw explainInitdb(plan.data_dir, output);
}

const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
];

async function writePasswordFile({ scratch_dir, account }: ClusterPlan, password: string): Promise<string> {
  const file = path.join(scratch_dir, 'password');
  await writeFile(file, password, { mode: 0o600 });
  if (account) await chown(file, account.uid, account.gid);
  return file;
}

async function readErrorOutput(stderr: Readable, closed: Promise<unknown[]>): Promise<string | undefined> {
  const [output, [code, signal]] = await Promise.all([text(stderr), closed]);
  return code === 0 ? undefined : output || `ended by ${String(signal ?? code)}`;
}

function explainInitdb(data_dir: string, output: string): StartupFault {
  if (isDiskFull(output)) {
    return new StartupFault(`DATA_DIR ${data_dir} ${NO_SPACE}.`);
  }
  const reason = /(?:FATAL|PANIC|error): +(.*)$/m.exec(output)?.[1] ?? output.trim().split('\n')[0];
  return new StartupFault(`The database in DATA_DIR ${data_dir} cannot be created: ${reason}.`);
}

async function assertUsable({ cluster_dir, binaries }: ClusterPlan): Promise<void> {
  const major = (await findFileText(path.join(cluster_dir, 'PG_VERSION')))?.trim();
  if (major === undefined) {
    throw new StartupFault(
      `${cluster_dir} is not a PostgreSQL database: move it away or set DATA_DIR elsewhere.`,
    );
  }
  if (major !== binaries.major) {
    throw otherMajor(cluster_dir, major, binaries.major);
  }
}

function otherMajor(cluster_dir: string, made_by: string, installed: string): StartupFault {
  const is_older = Number(made_by) < Number(installed);
  const what = `${cluster_dir} was created by PostgreSQL ${made_by}, and this version includes PostgreSQL ${installed}`;
  return new StartupFault(
    is_older
      ? `${what}: make a backup with the version that used it (npm run cli -- backup), and restore it with this one into a new DATA_DIR (npm run cli -- restore).`
      : `${what}, which cannot read it: start the version that used it, or restore a backup that an older version made into a new DATA_DIR.`,
  );
}

async function readPassword({ data_dir }: ClusterPlan): Promise<string> {
  const file = passwordFileIn(data_dir);
  const password = (await findFileText(file))?.trim() ?? '';
  if (PASSWORD.test(password)) return password;
  throw new StartupFault(`${file} is missing or damaged: restore it from a backup of DATA_DIR.`);
}

async function removeDrafts(data_dir: string): Promise<void> {
  const drafts = (await readdir(data_dir)).filter((entry) => entry.startsWith(DRAFT));
  for (const draft of drafts) await remove(path.join(data_dir, draft));
}

/**
 * Removes a directory with retries, because an initdb process that survived its parent may still write to the
 * directory.
 */
async function remove(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
}

function passwordFileIn(data_dir: string): string {
  return path.join(data_dir, 'postgres.password');
}
