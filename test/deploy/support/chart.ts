import { globSync } from 'node:fs';
import path from 'node:path';
import { readText } from './files.ts';
import { ROOT } from './image.ts';
import { readYaml } from './yaml.ts';

export const CHART = 'deploy/helm/tenant-ops';

export type Values = { [name: string]: unknown };

export function readValues(file: string): Values {
  const values = readYaml(readText(file));
  if (!isMap(values)) throw new Error(`${file} is no map`);
  return values;
}

/** The text of all templates, without comments. */
export function readTemplates(): string {
  const files = globSync(`${CHART}/templates/*`, { cwd: ROOT }).toSorted();
  return files
    .map((file) => readText(path.normalize(file)))
    .join('\n')
    .replaceAll(/\{\{\/\*.*?\*\/\}\}/gs, '');
}

/** The dotted paths of values that templates use. A role's values are used as `$values.replicas` or `$scaling.cpu`. */
export function listUsedPaths(templates: string): string[] {
  const named = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name);
  const of_roles = [...templates.matchAll(/\$(values|scaling)\.([\w.]+)/g)].flatMap(([, base, name = '']) =>
    ['api', 'worker'].map((role) => `${role}.${base === 'scaling' ? 'autoscaling.' : ''}${name}`),
  );
  return [...new Set([...named, ...of_roles])];
}

/** The dotted paths of all values that are no map, and of empty maps. */
export function listLeafPaths(values: Values, before = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isMap(value) && Object.keys(value).length > 0
      ? listLeafPaths(value, `${before}${name}.`)
      : [`${before}${name}`],
  );
}

export function valueAt(values: Values, dotted: string): unknown {
  return dotted.split('.').reduce<unknown>((at, name) => (isMap(at) ? at[name] : undefined), values);
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
