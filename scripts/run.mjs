// node scripts/run.mjs [--with-dashboard] ENTRY.ts [argument …]: runs an entry of this checkout on the locked packages and
// the locked Node; with the dashboard built from the sources that are there.
// Must parse on Node 18. Standard output belongs to the entry alone.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants as access, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { constants, homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDashboardBuilt } from './dashboardSources.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PACKAGES = path.join(ROOT, 'node_modules');
const STAMP = path.join(PACKAGES, '.locked');
const LOCK = path.join(ROOT, '.installing');
const COMPILED = path.join(PACKAGES, '.cache', 'node');
const NEEDED_MAJOR = 24;
const HEARTBEAT_MS = 1_000;
const STALE_MS = 10_000;
const RETRY_MS = 100;
const PARENT_LOOK_MS = 250;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

class Fault extends Error {}

async function main(given) {
  const withDashboard = given[0] === '--with-dashboard';
  const [entry, ...args] = withDashboard ? given.slice(1) : given;
  if (!entry) throw new Fault('Usage: node scripts/run.mjs [--with-dashboard] ENTRY.ts [argument …]');
  await installPackages();
  // Node keeps there what it compiled: a later start needs half the time. It does without where it may not write.
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  if (withDashboard) await buildDashboard();
  await runEntry(chooseNode(), path.resolve(ROOT, entry), args);
}

async function installPackages() {
  if (isInstalled()) return;
  await holdInstallation(async () => {
    // Another start may have installed them while this one waited.
    if (isInstalled()) return;
    process.stderr.write('Installing the locked packages …\n');
    await runNpm();
    writeFileSync(STAMP, readDemand());
  });
}

function isInstalled() {
  if (findText(STAMP) === readDemand()) return true;
  if (!matchesLockfile()) return false;
  try {
    writeFileSync(STAMP, readDemand());
  } catch {
    // A read-only installation is compared again at every start.
  }
  return true;
}

/** What the installation must satisfy, platform included: a checkout may be copied to another machine. */
function readDemand() {
  const { dependencies, devDependencies, optionalDependencies } = readJson('package.json');
  const wanted = JSON.stringify([dependencies, devDependencies, optionalDependencies]);
  const lockfile = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
  return createHash('sha256')
    .update(`${process.platform} ${process.arch}\n${wanted}\n${lockfile}`)
    .digest('hex');
}

/** Builds only after sources changed, which takes seconds; a read-only installation is served as it is. */
async function buildDashboard() {
  if (isDashboardBuilt(ROOT) || !isWritable(ROOT)) return;
  await holdInstallation(async () => {
    if (isDashboardBuilt(ROOT)) return;
    process.stderr.write('Building the dashboard …\n');
    const build = path.join(ROOT, 'scripts', 'build-dashboard.ts');
    const child = spawn(chooseNode(), ['--disable-warning=ExperimentalWarning', build], {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
    });
    const release = forwardSignals(child);
    const [code, signal] = await once(child, 'exit');
    release();
    if (code !== 0)
      throw new Fault(`The dashboard cannot be built: it ended with ${signal ?? code}, see above.`);
  });
}

function isWritable(folder) {
  try {
    accessSync(folder, access.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** npm may have been run by hand; it writes its note of what it installed last. */
function matchesLockfile() {
  const installed = findInstalled();
  if (!installed) return false;
  const { '': root, ...locked } = readJson('package-lock.json').packages;
  const omitsDev = Object.values(installed).every((found) => !found.dev);
  return (
    declaresSame(root, readJson('package.json')) &&
    Object.entries(installed).every(([name, found]) => locked[name]?.integrity === found.integrity) &&
    Object.entries(locked).every(
      ([name, wanted]) =>
        installed[name] || isForElsewhere(wanted) || (omitsDev && (wanted.dev || wanted.devOptional)),
    )
  );
}

function findInstalled() {
  try {
    return readJson('node_modules/.package-lock.json').packages;
  } catch {
    // There is none, or npm is writing it.
    return undefined;
  }
}

function declaresSame(locked, declared) {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  return kinds.every((kind) => hasSameMembers(locked[kind] ?? {}, declared[kind] ?? {}));
}

function hasSameMembers(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** An optional package without a platform of its own comes and goes with one that has. */
function isForElsewhere({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return false;
  if (!os && !cpu) return true;
  return !(
    allows(os, process.platform) &&
    allows(cpu, process.arch) &&
    allows(libc, hasGlibc() ? 'glibc' : 'musl')
  );
}

function allows(list, own) {
  return !list || list.includes(own);
}

/**
 * The lock is a directory whose time its holder refreshes, so that a killed holder does not block others for
 * long.
 */
async function holdInstallation(work) {
  while (!(await tryLock())) await sleep(RETRY_MS);
  const heartbeat = setInterval(() => void touchLock(), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    await rm(LOCK, { recursive: true, force: true });
  }
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

async function runNpm() {
  const options = mayKeepPackages() ? NPM_OPTIONS : [...NPM_OPTIONS, '--cache', path.join(LOCK, 'cache')];
  const [command, ...before] = chooseNpm();
  const child = spawn(command, [...before, 'ci', ...options], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const release = forwardSignals(child);
  const [code, signal] = await once(child, 'exit').catch((error) => [error.code]);
  release();
  if (code === 0) return;
  throw new Fault(
    code === 'ENOENT'
      ? 'The packages cannot be installed: npm was not found. Install Node.js together with npm.'
      : `The packages cannot be installed: npm ci ended with ${signal ?? code}, see above. Mend that and start again.`,
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
  const beside = path.join(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
  const scripts = [process.env.npm_execpath, beside].filter(
    (script) => script && /npm-cli\.c?js$/.test(script),
  );
  const script = scripts.find((candidate) => existsSync(candidate));
  return script ? [process.execPath, script] : ['npm'];
}

function chooseNode() {
  const locked = path.join(PACKAGES, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(locked) && hasGlibc()) return locked;
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  throw new Fault(
    `Node ${NEEDED_MAJOR} is needed: this is Node ${process.versions.node}, and no Node for ${process.platform}-${process.arch} comes with the packages. Install Node ${NEEDED_MAJOR}.`,
  );
}

/** The packaged Node is linked against glibc and its loader. */
function hasGlibc() {
  const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };
  return existsSync(loaders[process.arch] ?? '');
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

function readJson(name) {
  return JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
}

function findText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
