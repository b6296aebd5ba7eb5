import { globSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources } from '../architecture/sources.ts';

/**
 * The tests that mirror a place, beside those in the folder of the same name and those that import the file itself:
 * the longest beginning of a path counts.
 */
const MIRRORS: Record<string, string[]> = {
  'src/access': ['console/{leaving,once}', 'repeats'],
  'src/access/scopes.ts': ['oauth/scopes'],
  'src/access/signIn.ts': ['signin/{signIn,hostile}'],
  'src/access/throttle': ['signin/{attempts,throttle}', 'seats/guessing'],
  'src/service/app.ts': [
    'everyOperation',
    'operations',
    'access/{malformed,uses}',
    'metrics',
    'forms/pictures',
    'webhooks/inbox',
  ],
  'src/audit': ['console/{developers,people}'],
  'src/service/background.ts': ['background/*', 'service'],
  'src/commands/backups.ts': ['backups/*'],
  'src/service/console.ts': ['console/everyOperation'],
  'src/counts': ['tasks/list', 'sessions/list', 'background/poisonedLoops', 'reports/{home,homeDays}'],
  'src/service/dashboard.ts': ['dashboard/serving'],
  'src/database/database.ts': ['service/start', 'faults/database', 'audit/retention', 'cli/lifecycle'],
  'src/database/distribution.ts': ['cli/distribute'],
  'src/doors': ['access/{malformed,queries}', 'console/declaration', 'everyOperation'],
  'src/doors/door.ts': [
    'access/{malformed,queries}',
    'console/declaration',
    'everyOperation',
    'invitations/flood',
    'tasks/change',
  ],
  'src/doors/csrf.ts': ['signin/{signIn,hostile}', 'oauth/attacks.authorize'],
  'src/doors/page.ts': ['signin/{signIn,hostile}', 'oauth/attacks.authorize'],
  'src/doors/pageAnswer.ts': ['signin/{signIn,hostile}', 'oauth/attacks.authorize'],
  'src/doors/signIn.ts': ['console/{everyOperation,once,unknownAccounts}', 'signin/{signIn,hostile}'],
  'src/doors/tracing.ts': ['tracing/trees'],
  'src/events': ['contract', 'webhooks/{atOnce,deliver,subscribe}'],
  'src/features/accounts': [
    'users/addresses',
    'console/{staff,developers,invited,unknownAccounts}',
    'cli/people',
    '{reports/timeZone,mail/language}',
  ],
  'src/features/apps': ['console/{staff,developers}'],
  'src/features/backups': ['console/staff'],
  'src/features/backups/rules.ts': ['config'],
  'src/features/backups/settings.ts': ['config'],
  'src/features/bundles': [
    'skills/definitions',
    'device/procedures',
    'console/staff',
    'cli/skills',
    'knowledge/platform',
  ],
  'src/features/connections': [
    'oauth/{flow,endings,revocation,scopes}',
    'apps/faces',
    'apps/logos',
    'signin/secondFactor',
  ],
  'src/features/consent': ['oauth/{flow,attacks.authorize,location,secondClick,scopes}'],
  'src/features/deletions': ['sessions/delete', 'background/poisonedQueues', 'console/sessions'],
  'src/features/devices': ['device/*', 'seats/seats'],
  'src/features/forms': ['console/forms', 'skills/formFill', 'oneRecord', 'sdk/recorded'],
  'src/features/home': [
    'console/{work,staff,invited,ownHome}',
    '{reports/timeZone,requests/log,webhooks/{names,status}}',
  ],
  'src/features/integrations': ['inbound/*', 'console/work', 'accounts/suspended'],
  'src/features/invitations': ['users/invite', 'console/{people,invited}'],
  'src/features/keys': [
    'console/{work,leaving}',
    'access/uses',
    'oauth/revocation',
    'accounts/suspended',
    'console/{details,once}',
    'audit/{answers,searchByName}',
  ],
  'src/features/knowledge': ['background/poisonedQueues'],
  'src/features/mail': ['console/staff', 'invitations/flood', 'background/poisonedQueues'],
  'src/features/oauth': ['console/leaving', 'sdk/{login,oauth}'],
  'src/features/procedures': ['device/procedures', 'console/{sessions,staff}', 'sdk/recorded'],
  'src/features/queues': ['console/staff', 'webhooks/{names,status}'],
  'src/features/requests': ['console/developers', 'background/poisonedUpkeep', 'keys/restrictions'],
  'src/features/search': ['webhooks/{eventIds,names}'],
  'src/features/seats': [
    'device/sessions',
    'console/people',
    'accounts/suspended',
    'console/ownHome',
    'repeats',
  ],
  'src/features/secondFactor': ['signin/{secondFactor,hostile,staff}'],
  'src/features/sessions': ['device/*', '{console/sessions,background/poisonedLoops,oneRecord,pageSizes}'],
  'src/features/signin': ['console/{people,everyOperation,once,invited}', '{oauth/forget,reports/timeZone}'],
  'src/features/skills': [
    'background/poisonedLoops',
    'console/{staff,details}',
    '{oneRecord,pageSizes,search/search,audit/{answers,searchByName}}',
  ],
  'src/features/staff': ['signin/staff', 'cli/people', 'console/invited', 'mail/language'],
  'src/features/tasks': [
    'inbound/*',
    'console/{work,once,ownHome,versions}',
    '{oneRecord,pageSizes,repeats,ids}',
  ],
  'src/features/tasks/creation.ts': ['inbound/*', 'console/work', 'faults/together', '{oneRecord,pageSizes}'],
  'src/features/users': [
    'console/{people,leaving,details,invited}',
    '{invitations/accept,oneRecord,pageSizes,mail/language,names}',
  ],
  'src/features/users/people': ['console/{people,severalPeople,leaving}', 'invitations/accept'],
  'src/features/webhooks': ['console/developers', 'oauth/endings', 'audit/{answers,searchByName}', 'repeats'],
  'src/lib/sql/accountDatabases.ts': ['rowSecurity', 'access/accountShares', 'lib/concurrency/coalesce'],
  'src/lib/files/archive': ['backups/*'],
  'src/lib/concurrency/backoff.ts': ['mail/sending', 'sessions/delete', 'background/poisonedQueues'],
  'src/lib/concurrency/batchWriter.ts': [
    'background/poisonedUpkeep',
    'webhooks/poisoned',
    'access/uses',
    'requests/log',
  ],
  'src/lib/sql/changedMembers.ts': ['contracts/acts'],
  'src/lib/sql/citus.ts': ['cli/distribute'],
  'src/lib/time/clock.ts': ['service'],
  'src/access/consoleApi.ts': ['console/declaration'],
  'src/lib/documents': ['knowledge/{documents,hostile}'],
  'src/lib/mail/emailAddress.ts': ['users/addresses'],
  'src/lib/sql/bulkDelete.ts': ['accounts/removal'],
  'src/lib/errors.ts': ['contract', 'access/malformed'],
  'src/lib/files': ['forms/pictures'],
  'src/lib/process/flags.ts': ['cli/usage'],
  'src/lib/sql/insertRows.ts': ['tasks/together', 'webhooks/resultWriter'],
  'src/lib/http': ['access/{malformed,queries,requestLine}', 'contract', 'faults/connections'],
  'src/lib/http/cookies.ts': ['signin/{signIn,hostile,language}'],
  'src/lib/http/cors.ts': ['contract', 'operations'],
  'src/lib/http/language.ts': ['signin/language'],
  'src/lib/http/metrics.ts': ['metrics'],
  'src/lib/http/page.ts': ['reference/serving'],
  'src/lib/http/site.ts': ['dashboard/serving'],
  'src/lib/images': ['forms/{photos,pictures,hostile}'],
  'src/lib/text/language.ts': ['signin/language'],
  'src/lib/crypto/randomCode.ts': ['seats/seats'],
  'src/lib/concurrency/queue': ['background/*', 'counts/{checks,folding}', 'knowledge/turns', 'mail/sending'],
  'src/lib/log.ts': ['service'],
  'src/lib/mail': ['mail/*'],
  'src/lib/schema/openapi.ts': ['reference/page', 'names'],
  'src/lib/sql/paging.ts': ['contracts/lists', 'tasks/list', 'users/list', 'counts/thirdList', 'pageSizes'],
  'src/lib/process/parentWatch.ts': ['lib/sql/embedded/supervisor'],
  'src/lib/sql/partitions.ts': ['requests/log', 'webhooks/retention'],
  'src/lib/crypto/passphrase.ts': ['backups/*'],
  'src/lib/crypto/passwords.ts': ['lib/crypto/passwords', 'signin/signIn'],
  'src/lib/concurrency/yielder.ts': ['forms/{submit,large}'],
  'src/lib/text/plural.ts': ['reference/words', 'secretKeys/*'],
  'src/lib/process': ['nodes/processes'],
  'src/lib/http/retryAfter.ts': ['sessions/{delete,deletionEndpoints}'],
  'src/lib/sql/rowSecurity.ts': ['rowSecurity'],
  'src/lib/schema/rules.ts': ['users/invite', 'names', 'contracts/bounds'],
  'src/lib/process/sandbox': ['lib/process/sandbox/*', 'knowledge/exhaust', 'skills/hostileSchemas'],
  'src/lib/schema/schema.ts': ['names', 'tasks/create', 'timestamps', 'contracts/bounds', 'pageSizes'],
  'src/lib/process/settings.ts': ['config'],
  'src/database/settings.ts': [
    'config',
    'service/start',
    'lib/sql/connectionUrl',
    'lib/sql/driver/{hosts,pooler,pooledService}',
  ],
  'src/lib/text/reasons.ts': ['console/details', 'dashboard/reasons'],
  'src/lib/concurrency/signal.ts': ['service'],
  'src/lib/sql': ['lib/sql/driver/{pipelineCommit,connection,driver,silence,statement}', 'faults/database'],
  'src/lib/process/startupFault.ts': ['cli/lifecycle', 'lib/crypto/secretBox'],
  'src/lib/files/tar.ts': ['accounts/export'],
  'src/lib/time/timestamps.ts': ['timestamps', 'lib/sql/buckets'],
  'src/lib/crypto/totp.ts': ['signin/{secondFactor,hostile}'],
  'src/lib/process/tracing': ['tracing/*', 'faults/tracing'],
  'src/lib/concurrency/backoffRunner.ts': ['background/*', 'webhooks/poisoned'],
  'src/lib/process/version.ts': ['operations'],
  'src/lib/concurrency/withTimeout.ts': ['doors/newCaller', 'faults/database'],
  'src/main.ts': ['service/start', 'service', 'cli/server'],
  'src/service/metricsPort.ts': ['metrics'],
  'src/openapi': ['openapi/*', 'reference/page', 'names', 'contract'],
  'src/openapi/openapi.ts': ['openapi/*', 'reference/page', 'names', 'contract'],
  'src/service/operations.ts': ['operations', 'metrics'],
  'src/commands/secretKeys.ts': ['cli/secretKeys'],
  'src/service/service.ts': ['service', 'cli/lifecycle'],
  'src/service/pages.ts': ['accounts/export', 'everyOperation'],
  'src/service/tools.ts': ['service'],
  'src/service/tracing.ts': ['faults/tracing'],
  'src/workers': ['background/*', 'audit/retention', 'webhooks/retention'],
};

/** What takes minutes or a browser notices little more; it runs where a place names it. */
const LEFT_OUT = [
  'test/{dashboard,fuzz,limits,gallery,architecture,mutate}/**',
  'test/rowSecurity*',
  'test/**/{chromium,kill,onS3}.test.ts',
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = readSources('src/features/**/*.ts');
const TESTS = globSync('test/**/*.test.ts', { cwd: ROOT }).toSorted();

/** Test files for a file below `src`, the nearest first; then those of features that use it, and of every operation. */
export function findMirrors(file: string): string[] {
  const [near, wider] = [[namesakeOf(file), ...importersOf(file)].flatMap(expand), namedFor(file)];
  const users = usersOf(file)
    .flatMap((user) => expand(namesakeOf(user)))
    .filter((test) => !isLeftOut(test));
  const every = [...proofsOf(file), ...limitsOf(file), ...contractsOf(file)].map(patternOf).flatMap(expand);
  return [...new Set([...near.filter((test) => !isLeftOut(test)), ...wider, ...users, ...every])];
}

/** Features that use a file of another one. */
function usersOf(file: string): string[] {
  if (!file.startsWith('src/features/')) return [];
  return SOURCES.filter(({ imports }) => imports.includes(file)).map(({ path }) => path);
}

/** The tests of answers to COMMIT that are lost, for what asks afterwards whether it landed. */
function proofsOf(file: string): string[] {
  const { text = '' } = SOURCES.find(({ path }) => path === file) ?? {};
  return text.includes('provenBy(') ? ['faults/{lostCommit,lostCommits,together}'] : [];
}

/** The tests of how much an account may hold, for what asks for room. */
function limitsOf(file: string): string[] {
  const { imports = [] } = SOURCES.find(({ path }) => path === file) ?? {};
  return imports.includes('src/access/limits/limits.ts') ? ['access/limits'] : [];
}

/** The tests of what every operation, list and act of every door promises. */
function contractsOf(file: string): string[] {
  if (matchesGlob(file, 'src/features/**/{contract,rules}.ts')) return ['contracts/{bounds,acts,lists}'];
  if (matchesGlob(file, 'src/features/**/{routes,*Routes}.ts'))
    return ['everyOperation', 'contracts/{acts,lists}'];
  return matchesGlob(file, 'src/{features,audit}/**') ? ['contracts/{acts,lists}'] : [];
}

/** Beginnings of paths that lead to no file, and patterns that lead to no test. */
export function findStaleMirrors(): string[] {
  const places = Object.keys(MIRRORS).filter((place) => globSync(place, { cwd: ROOT }).length === 0);
  const patterns = Object.values(MIRRORS).flat().map(patternOf);
  return [...places, ...patterns.filter((pattern) => expand(pattern).length === 0)];
}

/** `src/features/tasks/sql/tasks.ts` has the folder `test/tasks`, `src/lib/text/csv.ts` the folder `test/lib/text`. */
function namesakeOf(file: string): string {
  const [, first = '', second = ''] = file.replace('src/features/', 'src/').replace(/\.ts$/, '').split('/');
  if (first !== 'lib')
    return file.includes(`/${first}/`) ? `test/${first}/*.test.ts` : `test/${first}.test.ts`;
  return file === `src/lib/${second}.ts`
    ? `test/lib/${second}.test.ts`
    : `${dirname(file).replace('src/', 'test/')}/*.test.ts`;
}

function importersOf(file: string): string[] {
  return readSources('test/**/*.test.ts')
    .filter(({ imports }) => imports.includes(file))
    .map(({ path }) => path);
}

function namedFor(file: string): string[] {
  for (let place = file; place !== '.'; place = dirname(place)) {
    const named = MIRRORS[place];
    if (named) return named.map(patternOf).flatMap(expand);
  }
  return [];
}

function patternOf(name: string): string {
  return `test/${name}.test.ts`;
}

function expand(pattern: string): string[] {
  return TESTS.filter((test) => matchesGlob(test, pattern));
}

function isLeftOut(test: string): boolean {
  return LEFT_OUT.some((pattern) => matchesGlob(test, pattern));
}
