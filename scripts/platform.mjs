// The supported platforms. The table in README.md has the same rows. This file must parse on Node 18.
import { existsSync } from 'node:fs';
import path from 'node:path';

const NEEDED_MAJOR = 24;

const SYSTEMS = { linux: 'linux', darwin: 'darwin', win32: 'win' };
const PROCESSORS = ['x64', 'arm64'];

/**
 * Platforms for which npm packages of Node and of PostgreSQL exist. On other platforms they must be installed before.
 */
const WITH_NODE = ['linux-x64', 'linux-arm64', 'win32-x64'];
const WITH_POSTGRES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

export function describeMachine() {
  const { platform, arch, versions } = process;
  const is_musl = platform === 'linux' && !hasGlibc();
  return { platform, arch, is_musl, node: versions.node };
}

/** True if glibc's loader exists. The packaged Node and PostgreSQL need it. */
export function hasGlibc() {
  const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };
  return existsSync(loaders[process.arch] ?? '');
}

/**
 * Returns a sentence that tells the user what to do if the entry cannot run on this machine, otherwise undefined. Call
 * it before anything is installed.
 */
export function explainUnsupportedMachine(machine, { needs_database, database_url }) {
  const { platform, arch, is_musl, node } = machine;
  const name = `${platform}-${arch}`;
  if (!(platform in SYSTEMS) || !PROCESSORS.includes(arch))
    return `${name} is not supported: run the container image on Linux x64 or arm64, or use a platform of the table in README.md.`;
  const label = is_musl ? 'Alpine' : LABELS[platform];
  if (!isNewEnough(node) && (is_musl || !WITH_NODE.includes(name)))
    return `${label}: this is Node ${node}; install Node ${NEEDED_MAJOR} ${is_musl ? 'with "apk add nodejs npm"' : INSTALL_NODE[platform]}, then run the command again.`;
  if (needs_database && !database_url && (is_musl || !WITH_POSTGRES.includes(name)))
    return `${label}: set DATABASE_URL to a PostgreSQL 15 or newer, since none comes along for this platform${platform === 'win32' ? ', or start in WSL' : ''}; then run the command again.`;
  return undefined;
}

const LABELS = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
const INSTALL_NODE = {
  linux: 'from nodejs.org',
  darwin: 'with "brew install node@24" or from nodejs.org',
  win32: 'with "winget install OpenJS.NodeJS.LTS" or from nodejs.org',
};

/** Returns the path of the Node from the packages, or of the running Node if it is new enough. */
export function chooseNode(packages) {
  const { platform, arch, is_musl, node } = describeMachine();
  const folder = path.join(packages, `node-${SYSTEMS[platform]}-${arch}`, 'bin');
  const locked = path.join(folder, platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(locked) && !is_musl) return locked;
  return isNewEnough(node) ? process.execPath : undefined;
}

function isNewEnough(node) {
  return Number(node.split('.')[0]) >= NEEDED_MAJOR;
}
