import { dirname } from 'node:path';
import { EDGES } from './edges.ts';
import type { Source } from './sources.ts';

export type Fault = string;

/** The folders that each folder of src may import; its own is always allowed. */
const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  access: ['lib'],
  doors: ['access', 'lib'],
  events: ['lib'],
  counts: ['lib'],
  audit: ['access', 'doors', 'lib'],
  features: ['access', 'audit', 'counts', 'doors', 'events', 'lib'],
  demo: ['features', 'access', 'lib'],
  openapi: ['access', 'doors', 'events', 'features', 'lib'],
  mcp: ['access', 'doors', 'features', 'lib', 'openapi'],
  workers: ['access', 'lib'],
};

export function layerFaults({ path, imports }: Source): Fault[] {
  const layer = layerOf(path);
  const allowed = layer ? MAY_IMPORT[layer] : undefined;
  if (!layer || !allowed) return [];
  return imports
    .filter((target) => target.startsWith('src/'))
    .filter((target) => layerOf(target) !== layer && !allowed.includes(layerOf(target) ?? 'the top'))
    .map((target) => `${path} imports ${target}`);
}

export function featureFaults({ path, imports }: Source): Fault[] {
  const feature = featureOf(path);
  if (!feature) return [];
  return imports
    .map((target) => ({ target, other: featureOf(target) }))
    .filter(({ other }) => other && other !== feature && !EDGES[`${feature} → ${other}`])
    .map(({ target, other }) => `${path} imports ${target}: ${feature} → ${other} is no listed edge`);
}

const SQL = /\b(?:db|tx|connection|queryable)(?:<[^`]*>)?`/;

export function sqlFaults({ path, text }: Source): Fault[] {
  const may = isSqlFile(path) || /^src\/(?:lib\/|events\/emit\.ts$)/.test(path);
  return may || !SQL.test(text) ? [] : [`${path} holds SQL; it belongs into queries.ts or sql/<what>.ts`];
}

/** True for the files where a feature, or a subfolder of it, keeps its statements: `queries.ts` or files in `sql/`. */
function isSqlFile(path: string): boolean {
  return /^src\/(?!lib\/)(?:features\/)?\w+\/(?:(?!sql\/)\w+\/)?(?:queries|sql\/\w+)\.ts$/.test(path);
}

/** Folders that write a table of another owner, each with the reason. */
const OTHER_WRITERS: Record<string, string> = {
  'events → webhook_deliveries': 'an event and its deliveries are one statement',
  'events → webhook_queue': 'an event and its deliveries are one statement',
  'webhooks → events': 'a sample is an event that one endpoint gets',
  'secretKeys → webhook_endpoints': 'a sealed value is sealed anew, and opens as before',
  'secretKeys → skills': 'a sealed value is sealed anew, and opens as before',
  'secretKeys → mails': 'a sealed value is sealed anew, and opens as before',
  'secretKeys → second_factors': 'a sealed value is sealed anew, and opens as before',
  'secretKeys → idempotency_keys': 'a sealed value is sealed anew, and opens as before',
  'access → api_keys': 'times of last use are written in batches, whatever the kind of credential',
  'access → integrations': 'times of last use are written in batches, whatever the kind of credential',
  'access → oauth_grants': 'times of last use are written in batches, whatever the kind of credential',
  'access → seats': 'times of last use are written in batches, whatever the kind of credential',
};

/** Returns groups of files that import each other in a cycle. */
export function importCycleFaults(sources: readonly Source[]): Fault[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const reached = new Map(sources.map(({ path }) => [path, reachedFrom(path, importsOf)]));
  const groups = sources.map(({ path }) =>
    [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).toSorted(),
  );
  return [...new Set(groups.filter((group) => group.length > 0).map((group) => group.join(' ↔ ')))];
}

/** Returns all direct and indirect imports of a file. The file itself is included only if it is in a cycle. */
function reachedFrom(path: string, importsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const visit = (one: string) => {
    for (const target of importsOf.get(one) ?? [])
      if (!reached.has(target)) {
        reached.add(target);
        visit(target);
      }
  };
  visit(path);
  return reached;
}

/** Files whose statements take the table as a value, with the tables that they write. */
const NAMED_BY_VALUE: Record<string, readonly string[]> = {
  'src/access/sql/uses.ts': ['api_keys', 'integrations', 'oauth_grants', 'seats'],
  'src/features/secretKeys/sql/sealed.ts': [
    'webhook_endpoints',
    'skills',
    'mails',
    'second_factors',
    'idempotency_keys',
  ],
  'src/features/bundles/sql/bundles.ts': ['bundle_skills', 'bundle_collections'],
};

const WRITE = /(?<!for |do )\b(?:insert into|update|delete from|QueueTable<\w+> = \{\s*table:) '?([a-z_]+)/g;

/** Faults for tables that more than one folder writes; that folder is the owner. */
export function tableOwnerFaults(sources: readonly Source[], tables: readonly string[]): Fault[] {
  const written = sources.flatMap(writesOf);
  return tables.flatMap((table) => {
    const folders = written.filter((one) => one.table === table).map(({ folder }) => folder);
    const owners = new Set(folders.filter((folder) => !OTHER_WRITERS[`${folder} → ${table}`]));
    return owners.size === 1 ? [] : [`${table} is written by ${[...owners].join(' and ') || 'no folder'}`];
  });
}

/** Returns listed exceptions that are no longer needed. */
export function unusedWriterExceptions(sources: readonly Source[]): string[] {
  const written = new Set(sources.flatMap(writesOf).map(({ folder, table }) => `${folder} → ${table}`));
  return Object.keys(OTHER_WRITERS).filter((writer) => !written.has(writer));
}

function writesOf({ path, text }: Source): { folder: string; table: string }[] {
  if (!isSqlFile(path) && path !== 'src/events/emit.ts') return [];
  const folder = featureOf(path) ?? layerOf(path) ?? path;
  const plain = [...text.matchAll(WRITE)].map(([, table = '']) => table);
  return [...plain, ...(NAMED_BY_VALUE[path] ?? [])].map((table) => ({ folder, table }));
}

export function hiddenWriteFaults({ path, text }: Source): Fault[] {
  const hidden = isSqlFile(path) && /\b(?:insert into|update|delete from) \$\{/.test(text);
  return hidden && !NAMED_BY_VALUE[path] ? [`${path} hides which table it writes`] : [];
}

/** Faults for a folder that has both `queries.ts` and `sql/`. */
export function sqlFolderFaults(paths: readonly string[]): Fault[] {
  const named = paths.filter((path) => /^src\/(?!lib\/).*\/sql\/\w+\.ts$/.test(path));
  return paths
    .filter((path) => path.startsWith('src/') && path.endsWith('/queries.ts'))
    .filter((path) => !isSqlFile(path) || named.some((one) => dirname(dirname(one)) === dirname(path)))
    .map((path) => `${path} belongs into sql/`);
}

/** Faults for statements that build URLs of this service. */
export function serviceAddressFaults({ path, text }: Source): Fault[] {
  const is_sql = /(?:\/queries\.ts|\/sql\/\w+\.ts)$/.test(path);
  return is_sql && /\bpublic_url\b/.test(text) ? [`${path} knows the address of the service`] : [];
}

export function accountConditionFaults({ path, functions }: Source): Fault[] {
  if (!isSqlFile(path)) return [];
  return functions
    .filter(
      (one) =>
        one.exported && !one.params.includes('account_id') && !/^\/\/ across accounts: \S/.test(one.above),
    )
    .map((one) => `${path} ${one.name} takes no account_id and does not say why`);
}

export function environmentFaults({ path, reads_environment }: Source): Fault[] {
  const may = ['src/main.ts', 'cli/main.ts', 'scripts/dev.ts', 'sdk/src/cli/main.ts'].includes(path);
  return may || !reads_environment ? [] : [`${path} reads the environment`];
}

/**
 * Faults for a bench that imports tests or the lab. Code that they share is in `support/`, which imports none of
 * them.
 */
export function benchFaults({ path, text }: Source): Fault[] {
  const foreign = path.startsWith('support/')
    ? /['"`](?:\.\.\/)+(?:test|bench|lab)\//
    : /['"`](?:\.\.\/)+(?:test|lab)\//;
  return /^(?:bench|support)\//.test(path) && foreign.test(text) ? [`${path} needs more than it may`] : [];
}

/**
 * Faults for test files that declare a test before all is arranged: a file ends when its declared tests end, even if
 * it still waits.
 */
export function lateArrangementFaults({ path, waits_late }: Source): Fault[] {
  return waits_late ? [`${path} declares a test before all is arranged`] : [];
}

/** Faults for imports of typebox: loading it costs a third of a start. Contracts use src/lib/schema/type.ts instead. */
export function schemaFaults({ path, text }: Source): Fault[] {
  const loads = /import (?!type\b)[^;]*from 'typebox/.test(text);
  return path.startsWith('src/') && loads ? [`${path} loads typebox; see src/lib/schema/type.ts`] : [];
}

/** Faults for barrels and for files of mixed helpers. */
export function fileNameFaults({ path }: Source): Fault[] {
  return /\/(?:index|utils|helpers|types|common)\.tsx?$/.test(path)
    ? [`${path} is a drawer; name what is in it`]
    : [];
}

/**
 * Faults for imports of the SDK. It must run without this service, without Node and without packages; only its
 * command line may use Node.
 */
export function sdkFaults({ path, text }: Source): Fault[] {
  if (!path.startsWith('sdk/')) return [];
  const allowed = path.startsWith('sdk/src/cli/') ? /^(?:\.\.?\/\w+\.ts|node:\w+)$/ : /^\.\/\w+\.ts$/;
  const specifiers = [...text.matchAll(/(?: from |import\()'([^']+)'/g)].map(([, name = '']) => name);
  const foreign = specifiers.filter((name) => !allowed.test(name));
  return foreign.map((name) => `${path} imports ${name}`);
}

/** Files that the server and the dashboard share: translation, lengths of time, backoff, and the texts of scopes. */
const SHARED =
  /^src\/(?:lib\/(?:text\/(?:language|translation)|time\/clock|concurrency\/backoff)|access\/[a-z]{2})\.ts$/;

const WIRE = /^src\/(?:service\/reasons|access\/dashboardApi|(?:audit|features\/[\w/]+)\/contract)\.ts$/;

/** Faults for imports of server code by the dashboard. It may import only types of data that crosses the wire. */
export function dashboardFaults({ path, imports, text }: Source): Fault[] {
  if (!path.startsWith('dashboard/')) return [];
  const beyond = imports.filter((target) => !target.startsWith('dashboard/') && !SHARED.test(target));
  const foreign = beyond.filter((target) => !WIRE.test(target)).map((target) => `${path} imports ${target}`);
  const values = [...text.matchAll(/import (?!type\b)[^;]*from '[./]*\/(src\/[^']+)'/g)]
    .filter(([, target = '']) => !SHARED.test(target))
    .map(([, target]) => `${path} imports values of ${target}`);
  return [...foreign, ...values];
}

/**
 * Faults for dates and numbers that the dashboard formats outside of format/format.ts, which knows time zone and
 * locale.
 */
export function dateFormatFaults({ path, text }: Source): Fault[] {
  if (!path.startsWith('dashboard/') || path === 'dashboard/format/format.ts') return [];
  const raw = text.match(/\bIntl\.\w+|\.toLocale\w*String\b|\.getTimezoneOffset\b/g) ?? [];
  return raw.map((found) => `${path} has ${found}; it belongs into format/format.ts`);
}

function layerOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}
