import { dirname } from 'node:path';
import type { Source } from './sources.ts';

export type Fault = string;

/** Where one feature may reach into another, and why. */
export const EDGES: Record<string, string> = {
  'home → reports': 'the days at a glance are those of the report',
  'home → backups': 'the staff sees on its first page whether there is a backup',
  'home → webhooks': 'an endpoint has one status wherever it is shown',
  'queues → webhooks': 'an endpoint has one status wherever it is shown',
  'home → queues': 'the staff sees on its first page whether the work gets done',
  'backups → secretKeys': 'the keys of a backup must open its sealed values',
  'secretKeys → mail': 'links of mails are sealed with the secret key',
  'secretKeys → secondFactor': 'second factors are sealed with the secret key',
  'secretKeys → skills': 'secrets of skills are sealed with the secret key',
  'secretKeys → webhooks': 'secrets of endpoints are sealed with the secret key',
  'accounts → apps': 'the apps of a deleted account end wherever they are connected',
  'accounts → deletions': 'the training app is told of the sessions of a deleted account',
  'accounts → users': 'an account begins with its first admin',
  'accounts → invitations': 'the first admin is invited in the transaction of the account',
  'staff → signin': 'who leaves the staff is signed out in the same transaction',
  'staff → invitations': 'a member of the staff is invited as a user of an account is',
  'staff → mail': 'the mail is queued with the invitation it tells of',
  'staff → users': 'an address belongs to one person of the whole installation, staff included',
  'apps → mail': 'the makers of an app are told what the staff decided',
  'apps → oauth': 'a suspended or deleted app takes every consent with it',
  'connections → oauth': 'whatever was given ends with the connection',
  'consent → accounts': 'the page shows the logo of the account',
  'forms → accounts': 'a printed form shows the logo of the account',
  'consent → apps': 'a consent is asked for by an app',
  'consent → oauth': 'what may be asked is what a token may hold',
  'oauth → webhooks': 'what an app subscribed ends with the consent',
  'oauth → apps': 'tokens are given to an app that proves itself',
  'secondFactor → signin':
    'its guesses are counted as those of the sign-in are, and turning it on asks for the password',
  'signin → secondFactor': 'a sign-in may ask for a code too',
  'signin → invitations': 'an invitation is accepted on a page of the sign-in',
  'signin → mail': 'the link to a new password comes by mail',
  'signin → staff': 'a new password of the staff is set in the transaction of the sign-in',
  'signin → users': 'a new password is set in the transaction of the sign-in and keeps the rule of passwords',
  'users → signin': 'who is deactivated is signed out in the same transaction',
  'users → keys': 'keys end with the access of who made them, in its transaction',
  'users → oauth': 'apps end with the access of who let them in, in its transaction',
  'users → invitations': 'an invited person and the invitation are one transaction',
  'users → requests': 'the request log keeps no name of an erased person',
  'users → seats': 'an invited person gets a seat in the transaction of the invitation',
  'home → seats': 'the first page of a member shows the seat',
  'home → sessions': 'the first page of a member shows the last sessions',
  'home → tasks': 'the first page of a member shows what is to do',
  'invitations → mail': 'the mail is queued with the invitation it tells of',
  'invitations → users': 'a first password keeps the rule of every password',
  'sessions → tasks': 'a session takes its task up and completes it in its own transaction',
  'sessions → procedures': 'what a session taught goes into review with its end and leaves with it',
  'sessions → skills': 'a session shows what ran on the glasses meanwhile',
  'sessions → users': 'the counters of a person move with the session, in its transaction',
  'sessions → deletions': 'a deletion is queued with the deletion itself',
  'deletions → webhooks': 'a call is held to the same rule of URLs and signed in the same way',
  'secretKeys → deletions': 'secrets of deletion endpoints are sealed with the secret key',
  'knowledge → accounts': 'the language of the documents is the account’s, changed in one transaction',
  'bundles → accounts': 'a bundle is allocated to an account that is there',
  'skills → knowledge': 'a kind of skill searches the knowledge',
  'skills → forms': 'a kind of skill fills in a form',
  'skills → webhooks': 'a call is held to the same rule of URLs and signed in the same way',
  'sessions → bundles': 'a session tells which bundle its seat had',
  'devices → bundles': 'the manifest names the bundle of the seat',
  'devices → skills': 'the glasses list and run skills',
  'devices → forms': 'the manifest lists the forms to fill in, and the device door submits them',
  'devices → procedures': 'the manifest lists what was approved to learn from',
  'devices → seats': 'the glasses are those of a seat',
  'devices → sessions': 'the device door runs sessions',
  'devices → tasks': 'the manifest lists the work to choose from',
  'integrations → tasks': 'the inbound door pushes tasks in',
};

/** Each folder of src with the folders it may import from; its own is always allowed. */
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

/** A feature and each of its rooms keep their statements in `queries.ts`, or in several files of `sql/`. */
function isSqlFile(path: string): boolean {
  return /^src\/(?!lib\/)(?:features\/)?\w+\/(?:(?!sql\/)\w+\/)?(?:queries|sql\/\w+)\.ts$/.test(path);
}

/** Who writes a table beside its owner, and why. */
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

/** Groups of files that import each other, directly or through others of the group. */
export function circleFaults(sources: readonly Source[]): Fault[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const reached = new Map(sources.map(({ path }) => [path, reachedFrom(path, importsOf)]));
  const groups = sources.map(({ path }) =>
    [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).toSorted(),
  );
  return [...new Set(groups.filter((group) => group.length > 0).map((group) => group.join(' ↔ ')))];
}

/** What a file imports, directly or through others; itself only where its imports lead back to it. */
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

/** Statements whose table is a value, with the tables that they write. */
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

/** A table is written in one folder, its owner. */
export function ownerFaults(sources: readonly Source[], tables: readonly string[]): Fault[] {
  const written = sources.flatMap(writesOf);
  return tables.flatMap((table) => {
    const folders = written.filter((one) => one.table === table).map(({ folder }) => folder);
    const owners = new Set(folders.filter((folder) => !OTHER_WRITERS[`${folder} → ${table}`]));
    return owners.size === 1 ? [] : [`${table} is written by ${[...owners].join(' and ') || 'no folder'}`];
  });
}

/** Each reason that is listed is still needed. */
export function idleWriters(sources: readonly Source[]): string[] {
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

/** A folder says in one place where its statements are. */
export function sqlFolderFaults(paths: readonly string[]): Fault[] {
  const named = paths.filter((path) => /^src\/(?!lib\/).*\/sql\/\w+\.ts$/.test(path));
  return paths
    .filter((path) => path.startsWith('src/') && path.endsWith('/queries.ts'))
    .filter((path) => !isSqlFile(path) || named.some((one) => dirname(dirname(one)) === dirname(path)))
    .map((path) => `${path} belongs into sql/`);
}

/** Statements do not build addresses of this service. */
export function addressFaults({ path, text }: Source): Fault[] {
  const is_sql = /(?:\/queries\.ts|\/sql\/\w+\.ts)$/.test(path);
  return is_sql && /\bpublic_url\b/.test(text) ? [`${path} knows the address of the service`] : [];
}

export function accountFaults({ path, functions }: Source): Fault[] {
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

/** A bench runs without the tests and the lab; what they share is in `support/`, which knows none of them. */
export function benchFaults({ path, text }: Source): Fault[] {
  const foreign = path.startsWith('support/')
    ? /['"`](?:\.\.\/)+(?:test|bench|lab)\//
    : /['"`](?:\.\.\/)+(?:test|lab)\//;
  return /^(?:bench|support)\//.test(path) && foreign.test(text) ? [`${path} needs more than it may`] : [];
}

/** A file ends when the tests that it has declared have ended, whatever it still waits for. */
export function lateWaitFaults({ path, waits_late }: Source): Fault[] {
  return waits_late ? [`${path} declares a test before all is arranged`] : [];
}

/** Its modules cost each start as much as a third of ours; what contracts need of it is in one file. */
export function schemaFaults({ path, text }: Source): Fault[] {
  const loads = /import (?!type\b)[^;]*from 'typebox/.test(text);
  return path.startsWith('src/') && loads ? [`${path} loads typebox; see src/lib/schema/type.ts`] : [];
}

/** No barrels and no files of mixed helpers. */
export function nameFaults({ path }: Source): Fault[] {
  return /\/(?:index|utils|helpers|types|common)\.tsx?$/.test(path)
    ? [`${path} is a drawer; name what is in it`]
    : [];
}

/** The SDK runs where neither this service nor Node nor another package is; its command line runs on Node. */
export function sdkFaults({ path, text }: Source): Fault[] {
  if (!path.startsWith('sdk/')) return [];
  const allowed = path.startsWith('sdk/src/cli/') ? /^(?:\.\.?\/\w+\.ts|node:\w+)$/ : /^\.\/\w+\.ts$/;
  const specifiers = [...text.matchAll(/(?: from |import\()'([^']+)'/g)].map(([, name = '']) => name);
  const foreign = specifiers.filter((name) => !allowed.test(name));
  return foreign.map((name) => `${path} imports ${name}`);
}

/** Says the German of the scopes as the pages of the server do. */
const SHARED_TEXTS = 'dashboard/language/german/scopes.ts';

const WIRE = /^src\/(?:service\/reasons|access\/consoleApi|(?:audit|features\/[\w/]+)\/contract)\.ts$/;

/** The dashboard knows of the server what crosses the wire, and that only as types. */
export function dashboardFaults({ path, imports, text }: Source): Fault[] {
  if (!path.startsWith('dashboard/') || path === SHARED_TEXTS) return [];
  const beyond = imports.filter((target) => !target.startsWith('dashboard/'));
  const foreign = beyond.filter((target) => !WIRE.test(target));
  const values = beyond.length > 0 && /import (?!type\b)[^;]*from '[./]*\/src\//.test(text);
  return [
    ...foreign.map((target) => `${path} imports ${target}`),
    ...(values ? [`${path} imports values of the server`] : []),
  ];
}

/** Pages write dates and numbers through one module, in the time zone and the language that were chosen. */
export function formatFaults({ path, text }: Source): Fault[] {
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
