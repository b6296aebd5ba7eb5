// Tells which packages a checkout has: `all`, those of `production`, or undefined where some are missing or stale. Must
// parse on Node 18.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasGlibc } from './platform.mjs';

const KINDS = ['all', 'production'];

/** An installation of all packages satisfies a start that needs those of production. */
export function satisfies(found, wanted) {
  return found === 'all' || (found !== undefined && found === wanted);
}

/** A stamp beside the packages spares comparing each of them at every start. */
export function findInstallation(root) {
  const stamped = KINDS.find((kind) => findText(stampOf(root)) === describe(root, kind));
  if (stamped) return stamped;
  const found = compareWithLockfile(root);
  if (found === undefined) return undefined;
  try {
    noteInstallation(root, found);
  } catch {
    // A read-only installation is compared again at every start.
  }
  return found;
}

export function noteInstallation(root, kind) {
  writeFileSync(stampOf(root), describe(root, kind));
}

function stampOf(root) {
  return path.join(root, 'node_modules', '.locked');
}

/** What the installation must satisfy, platform included: a checkout may be copied to another machine. */
function describe(root, kind) {
  const { dependencies, devDependencies, optionalDependencies } = readJson(root, 'package.json');
  const wanted = JSON.stringify([dependencies, devDependencies, optionalDependencies]);
  const lockfile = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256')
    .update(`${process.platform} ${process.arch}\n${wanted}\n${lockfile}`)
    .digest('hex');
  return `${kind} ${hash}`;
}

/** npm may have been run by hand; it writes its note of what it installed last. */
function compareWithLockfile(root) {
  const installed = findInstalled(root);
  if (!installed) return undefined;
  const { '': declared, ...locked } = readJson(root, 'package-lock.json').packages;
  const isSame =
    declaresSame(declared, readJson(root, 'package.json')) &&
    Object.entries(installed).every(([name, found]) => locked[name]?.integrity === found.integrity);
  if (!isSame) return undefined;
  const missing = Object.entries(locked).filter(
    ([name, wanted]) => !installed[name] && !isForElsewhere(wanted),
  );
  if (missing.length === 0) return 'all';
  return missing.every(([, wanted]) => wanted.dev || wanted.devOptional) ? 'production' : undefined;
}

function findInstalled(root) {
  try {
    return readJson(root, 'node_modules/.package-lock.json').packages;
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

function readJson(root, name) {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}

function findText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
