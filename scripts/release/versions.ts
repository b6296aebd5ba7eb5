import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files that contain the version, with patterns for the text around it. The OpenAPI document reads the version from
 * package.json.
 */
const PLACES: { file: string; patterns: RegExp[] }[] = [
  { file: 'package.json', patterns: [/^(\{\n {2}"name": "tenant-ops",\n {2}"version": ")([^"]+)/] },
  {
    file: 'package-lock.json',
    patterns: [
      /^(\{\n {2}"name": "tenant-ops",\n {2}"version": ")([^"]+)/,
      /("": \{\n {6}"name": "tenant-ops",\n {6}"version": ")([^"]+)/,
    ],
  },
  { file: 'sdk/package.json', patterns: [/^(\{\n {2}"name": "tenant-ops",\n {2}"version": ")([^"]+)/] },
  { file: 'sdk/python/pyproject.toml', patterns: [/^(version = ")([^"]+)/m] },
  { file: 'sdk/python/README.md', patterns: [/(\/tenant_ops-)([^-]+)(?=-py3-none-any\.whl)/] },
  { file: 'sdk/src/version.ts', patterns: [/^(export const VERSION = ')([^']+)/m] },
  { file: 'sdk/python/src/tenant_ops/transport.py', patterns: [/^(VERSION = ")([^"]+)/m] },
  {
    file: 'deploy/helm/tenant-ops/Chart.yaml',
    patterns: [/^(version: )(.+)/m, /^(appVersion: )(.+)/m],
  },
  { file: 'Dockerfile', patterns: [/(\.image\.version=")([^"]+)/] },
];

export type FileVersion = { file: string; version: string };

export function readVersions(root: string): FileVersion[] {
  return PLACES.flatMap(({ file, patterns }) => {
    const text = readFileSync(join(root, file), 'utf8');
    return patterns.map((pattern) => ({ file, version: pattern.exec(text)?.[2] ?? 'no version' }));
  });
}

export function writeVersions(root: string, version: string): string[] {
  return PLACES.map(({ file, patterns }) => {
    const path = join(root, file);
    const text = patterns.reduce(
      (changed, pattern) => changed.replace(pattern, (_all, before: string) => before + version),
      readFileSync(path, 'utf8'),
    );
    writeFileSync(path, text);
    return file;
  });
}

/** True if the first version is later than the second. Both have the form `major.minor.patch`. */
export function isLater(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((place) => mine?.[place] !== theirs?.[place]);
  return at !== undefined && (mine?.[at] ?? 0) > (theirs?.[at] ?? 0);
}
