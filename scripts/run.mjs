// node scripts/run.mjs [--production] [--with-dashboard] ENTRY.ts [argument …]: runs an entry of this checkout on the
// locked packages and the locked Node. `--production` installs no tools of development; `--with-dashboard` builds the
// dashboard from the sources that are there.
// Must parse on Node 18. Standard output belongs to the entry alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants as access, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { constants, homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDashboardBuilt } from './dashboardSources.mjs';
import { findInstallation, noteInstallation, satisfies } from './installation.mjs';
import { chooseNode, describeMachine, findRefusal } from './platform.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PACKAGES = path.join(ROOT, 'node_modules');
const LOCK = path.join(ROOT, '.installing');
const COMPILED = path.join(PACKAGES, '.cache', 'node');
const HEARTBEAT_MS = 1_000;
const STALE_MS = 10_000;
const RETRY_MS = 100;
const PARENT_LOOK_MS = 250;
const TELL_EVERY_MS = 10_000;
/** The entries that open the database of this machine. */
const SERVICES = ['src/main.ts', 'scripts/dev.ts'];
/** What is started with secrets and customers' records in its memory. */
const PRODUCTION = ['src/main.ts', 'cli/main.ts'];
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

class Fault extends Error {}

async function main(given) {
  const at = given.findIndex((argument) => !FLAGS.includes(argument));
  const [flags, [entry, ...args]] = at < 0 ? [given, []] : [given.slice(0, at), given.slice(at)];
  if (!entry)
    throw new Fault('Usage: node scripts/run.mjs [--production] [--with-dashboard] ENTRY.ts [argument …]');
  const needs = { needs_database: SERVICES.includes(entry), database_url: process.env.DATABASE_URL };
  const refusal = findRefusal(describeMachine(), needs);
  if (refusal) throw new Fault(refusal);
  await installPackages(flags.includes('--production') ? 'production' : 'all');
  // Node keeps there what it compiled: a later start needs half the time. It does without where it may not write.
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  if (flags.includes('--with-dashboard')) await buildDashboard();
  if (PRODUCTION.includes(entry)) keepInspectorClosed();
  await runEntry(chooseNode(PACKAGES), path.resolve(ROOT, entry), args);
}

const FLAGS = ['--production', '--with-dashboard'];

/** An installation of all packages satisfies a start that needs those of production. */
async function installPackages(wanted) {
  if (satisfies(findInstallation(ROOT), wanted)) return;
  await holdInstallation(async () => {
    // Another start may have installed them while this one waited.
    const found = findInstallation(ROOT);
    if (satisfies(found, wanted)) return;
    const doing =
      found === 'production' ? 'Adding the packages of development' : 'Installing the locked packages';
    await tellProgress(doing, () => runNpm(wanted, found));
    noteInstallation(ROOT, wanted);
  });
}

/** npm shows its progress on a terminal; elsewhere a line every ten seconds tells that the work goes on. */
async function tellProgress(doing, work) {
  const began_ms = Date.now();
  process.stderr.write(`${doing} …\n`);
  const timer = setInterval(() => {
    process.stderr.write(`${doing}: ${Math.round((Date.now() - began_ms) / 1_000)} s …\n`);
  }, TELL_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Builds only after sources changed, which takes seconds; a read-only installation is served as it is. */
async function buildDashboard() {
  if (isDashboardBuilt(ROOT) || !isWritable(ROOT)) return;
  await holdInstallation(async () => {
    if (isDashboardBuilt(ROOT)) return;
    const [code, signal] = await tellProgress('Building the dashboard', runBuild);
    if (code !== 0)
      throw new Fault(`The dashboard cannot be built: it ended with ${signal ?? code}, see above.`);
  });
}

async function runBuild() {
  const build = path.join(ROOT, 'scripts', 'build-dashboard.ts');
  const child = spawn(chooseNode(PACKAGES), ['--disable-warning=ExperimentalWarning', build], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  const release = forwardSignals(child);
  const ended = await once(child, 'exit');
  release();
  return ended;
}

function isWritable(folder) {
  try {
    accessSync(folder, access.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The lock is a directory whose time its holder refreshes, so that a killed holder does not block others for
 * long.
 */
async function holdInstallation(work) {
  if (!(await tryLock()))
    await tellProgress('Waiting for another start that installs or builds', waitForLock);
  const heartbeat = setInterval(() => void touchLock(), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    await rm(LOCK, { recursive: true, force: true });
  }
}

async function waitForLock() {
  while (!(await tryLock())) await sleep(RETRY_MS);
}

async function touchLock() {
  await utimes(LOCK, new Date(), new Date()).catch(() => {});
}

async function tryLock() {
  try {
    await mkdir(LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST')
      throw new Fault(`The packages cannot be installed in ${ROOT}: ${error.message}.`);
  }
  await removeStaleLock();
  return false;
}

/** Of several that find it stale, only one can rename it. */
async function removeStaleLock() {
  const aside = `${LOCK}.${process.pid}`;
  try {
    const { mtimeMs } = await stat(LOCK);
    if (Date.now() - mtimeMs < STALE_MS) return;
    await rename(LOCK, aside);
    await rm(aside, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** A running service keeps the packages of production while those of development are added. */
async function runNpm(wanted, found) {
  const action = found === 'production' ? ['install', '--no-save'] : ['ci'];
  const kind = wanted === 'production' ? '--omit=dev' : '--include=dev';
  const cache = mayKeepPackages() ? [] : ['--cache', path.join(LOCK, 'cache')];
  const [command, ...before] = chooseNpm();
  const child = spawn(command, [...before, ...action, kind, ...NPM_OPTIONS, ...cache], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  const release = forwardSignals(child);
  const [code, signal] = await once(child, 'exit').catch((error) => [error.code]);
  release();
  if (code === 0) return;
  throw new Fault(
    code === 'ENOENT'
      ? 'The packages cannot be installed: npm was not found. Install Node.js together with npm.'
      : `The packages cannot be installed: npm ${action[0]} ended with ${signal ?? code}, see above. Mend that and start again.`,
  );
}

/** npm ends with an error where it cannot write what it downloads: the lock's folder keeps it then, until the end. */
function mayKeepPackages() {
  const cache = process.env.npm_config_cache || path.join(homedir(), '.npm');
  return ['_cacache', '_cacache/tmp'].every((name) => isWritable(findExisting(path.join(cache, name))));
}

function findExisting(folder) {
  return existsSync(folder) ? folder : findExisting(path.dirname(folder));
}

// Nothing here needs install scripts, and the binaries are optional packages.
const NPM_OPTIONS = ['--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];

function chooseNpm() {
  const beside = ['../lib', '.'].map((folder) =>
    path.join(path.dirname(process.execPath), folder, 'node_modules/npm/bin/npm-cli.js'),
  );
  const scripts = [process.env.npm_execpath, ...beside].filter(
    (script) => script && /npm-cli\.c?js$/.test(script),
  );
  const script = scripts.find((candidate) => existsSync(candidate));
  return script ? [process.execPath, script] : ['npm'];
}

/**
 * SIGUSR1 opens Node's inspector, which runs any code that is sent to it. The environment passes the option on to
 * processes that the service starts. This process has a handler in place of the inspector's.
 */
function keepInspectorClosed() {
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --disable-sigusr1`.trim();
  process.on('SIGUSR1', () => {});
}

/** Replacing this process keeps pid, signals and exit code true; an older Node has to stay as a go-between. */
async function runEntry(node, entry, args) {
  const argv = ['--disable-warning=ExperimentalWarning', entry, ...args];
  if (process.execve) process.execve(node, [node, ...argv], process.env);

  const child = spawn(node, argv, { stdio: 'inherit' });
  const release = forwardSignals(child);
  const watch = process.env.npm_lifecycle_event && watchParent(() => child.kill('SIGTERM'));
  const [code, signal] = await once(child, 'exit');
  release();
  clearInterval(watch);
  if (signal) process.kill(process.pid, signal);
  process.exitCode = signal ? 128 + constants.signals[signal] : code;
}

/** A parent killed with SIGKILL forwards nothing; all its child sees is a new parent. */
function watchParent(onGone) {
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && onGone(), PARENT_LOOK_MS).unref();
}

/** A terminal sends Ctrl-C to the child as well; to npm a second one means "at once". */
function forwardSignals(child) {
  const forward = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  return () => {
    for (const signal of SIGNALS) process.off(signal, forward);
  };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
