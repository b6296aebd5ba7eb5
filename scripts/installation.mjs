// Finds out which packages are installed in a checkout: `all`, only those of `production`, or undefined if packages are
// missing or stale. This file must parse on Node 18.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasGlibc } from './platform.mjs';

const KINDS = ['all', 'production'];

/** True if the installed packages are sufficient. `all` includes the packages of `production`. */
export function isInstallationSufficient(found, wanted) {
  return found === 'all' || (found !== undefined && found === wanted);
}

/**
 * Finds the kind of the installation. A stamp file next to the packages avoids comparing every package at each start.
 */
export function findInstallation(root) {
  const stamped = KINDS.find((kind) => findText(stampOf(root)) === describe(root, kind));
  if (stamped) return stamped;
  const found = compareWithLockfile(root);
  if (found === undefined) return undefined;
  try {
    writeInstallationStamp(root, found);
  } catch {
    // In a read-only installation the stamp cannot be written, so each start compares the packages again.
  }
  return found;
}

export function writeInstallationStamp(root, kind) {
  writeFileSync(stampOf(root), describe(root, kind));
}

function stampOf(root) {
  return path.join(root, 'node_modules', '.locked');
}

/**
 * Returns the content of the stamp: a hash of the locked packages and of the platform, because a checkout may be copied
 * to another machine.
 */
function describe(root, kind) {
  const { dependencies, devDependencies, optionalDependencies } = readJson(root, 'package.json');
  const wanted = JSON.stringify([dependencies, devDependencies, optionalDependencies]);
  const lockfile = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256')
    .update(`${process.platform} ${process.arch}\n${wanted}\n${lockfile}`)
    .digest('hex');
  return `${kind} ${hash}`;
}

/**
 * Compares the installed packages with the lock file, because a user may have run npm without this script. npm writes
 * the list of installed packages last, so an interrupted installation has none.
 */
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
    // The list does not exist, or npm is writing it.
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

/**
 * True if an optional package is for a different platform. An optional package without a platform is a dependency of
 * one with a platform, so it may be absent too.
 */
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
