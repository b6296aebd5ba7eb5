// node scripts/run.mjs [--production] [--with-dashboard] ENTRY.ts [argument …]: runs an entry of this checkout with the
// locked packages and the locked Node. `--production` omits development packages; `--with-dashboard` builds the
// dashboard if its sources changed. This file must parse on Node 18. It writes only to standard error, because standard
// output belongs to the entry.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants as access, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { constants, homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDashboardBuilt } from './dashboardSources.mjs';
import { findInstallation, writeInstallationStamp, isInstallationSufficient } from './installation.mjs';
import { chooseNode, describeMachine, explainUnsupportedMachine } from './platform.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PACKAGES = path.join(ROOT, 'node_modules');
const LOCK = path.join(ROOT, '.installing');
const COMPILED = path.join(PACKAGES, '.cache', 'node');
const HEARTBEAT_MS = 1_000;
const STALE_MS = 10_000;
const RETRY_MS = 100;
const PARENT_LOOK_MS = 250;
const TELL_EVERY_MS = 10_000;
/** The entries that open the database of this installation. */
const SERVICES = ['src/main.ts', 'scripts/dev.ts'];
/** The entries whose memory contains secrets and customer data. */
const PRODUCTION = ['src/main.ts', 'cli/main.ts'];
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

class Fault extends Error {}

async function main(given) {
  const at = given.findIndex((argument) => !FLAGS.includes(argument));
  const [flags, [entry, ...args]] = at < 0 ? [given, []] : [given.slice(0, at), given.slice(at)];
  if (!entry)
    throw new Fault('Usage: node scripts/run.mjs [--production] [--with-dashboard] ENTRY.ts [argument …]');
  const needs = { needs_database: SERVICES.includes(entry), database_url: process.env.DATABASE_URL };
  const refusal = explainUnsupportedMachine(describeMachine(), needs);
  if (refusal) throw new Fault(refusal);
  await installPackages(flags.includes('--production') ? 'production' : 'all');
  // Node's compile cache halves the time of later starts. Node works without the cache if the folder is read-only.
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  if (flags.includes('--with-dashboard')) await buildDashboard();
  if (PRODUCTION.includes(entry)) keepInspectorClosed();
  await runEntry(chooseNode(PACKAGES), path.resolve(ROOT, entry), args);
}

const FLAGS = ['--production', '--with-dashboard'];

/** Installs the locked packages unless they are already installed. */
async function installPackages(wanted) {
  if (isInstallationSufficient(findInstallation(ROOT), wanted)) return;
  await holdInstallation(async () => {
    // Another process may have installed the packages while this one waited for the lock.
    const found = findInstallation(ROOT);
    if (isInstallationSufficient(found, wanted)) return;
    const doing =
      found === 'production' ? 'Adding the packages of development' : 'Installing the locked packages';
    await tellProgress(doing, () => runNpm(wanted, found));
    writeInstallationStamp(ROOT, wanted);
  });
}

/** Prints a line every ten seconds while work runs, so that a log without a terminal shows progress. */
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

/** Builds the dashboard if its sources changed. A read-only installation serves its existing build. */
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
 * Runs work while holding the lock of the installation. The lock is a directory whose modification time its holder
 * refreshes, so that the lock of a killed process becomes stale soon.
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

/** Removes a stale lock. Several processes may find it stale, but only one can rename it. */
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

/**
 * Runs npm. Adding development packages does not remove installed ones, because a running service may be using them.
 */
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

/**
 * True if npm can write to its cache. Otherwise npm would fail, so the cache is placed in the lock directory and
 * removed with it.
 */
function mayKeepPackages() {
  const cache = process.env.npm_config_cache || path.join(homedir(), '.npm');
  return ['_cacache', '_cacache/tmp'].every((name) => isWritable(findExisting(path.join(cache, name))));
}

function findExisting(folder) {
  return existsSync(folder) ? folder : findExisting(path.dirname(folder));
}

// Install scripts are off because no package needs one. Optional packages are included because they contain the
// binaries for each platform.
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
 * SIGUSR1 opens Node's inspector, which executes any code that is sent to it. NODE_OPTIONS disables the signal in the
 * entry and in the processes that it starts; the handler disables it in this process.
 */
function keepInspectorClosed() {
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --disable-sigusr1`.trim();
  process.on('SIGUSR1', () => {});
}

/**
 * Replaces this process with the entry (`execve`), so that pid, signals and exit code are those of the entry. Older
 * versions of Node have no `execve`; there, this process starts a child and forwards signals.
 */
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

/**
 * Calls `onGone` when the parent process was replaced: a parent that was killed with SIGKILL cannot forward a signal.
 */
function watchParent(onGone) {
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && onGone(), PARENT_LOOK_MS).unref();
}

/**
 * Forwards signals to the child, except Ctrl-C in a terminal: the terminal sends it to the child too, and npm treats a
 * second one as a forced stop.
 */
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
