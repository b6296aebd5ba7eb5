import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { RequestsPerMinute } from './access/rateLimit.ts';
import { DATABASE_SETTINGS } from './database/settings.ts';
import { BACKUP_SETTINGS } from './features/backups/settings.ts';
import { DELETION_SETTINGS } from './features/deletions/settings.ts';
import { isAllowEntry } from './lib/http/outgoing/outgoing.ts';
import { readNetworks, type Proxies } from './lib/http/proxies.ts';
import type { SecretKeys } from './lib/crypto/secretBox.ts';
import { StartupFault } from './lib/process/startupFault.ts';
import { readRatio, readSampler } from './lib/process/tracing/sampling.ts';
import {
  optionalSetting,
  readSettings,
  readUrl,
  WrongValue,
  type Setting,
  type SettingValues,
} from './lib/process/settings.ts';

const ROLES = ['api', 'worker'] as const;
type Role = (typeof ROLES)[number];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** All settings. `scripts/settings-table.ts` generates the table of the README from them. */
export const SETTINGS = {
  PORT: { default: '8080', about: 'The port to listen on. 0 selects a free port.', read: readPort },
  HOST: { default: '127.0.0.1', about: 'The address to listen on.', read: readText },
  PUBLIC_URL: {
    default: '',
    about: 'The public address of this service, e.g. `https://ops.example.com`; default `http://HOST:PORT`.',
    read: optionalSetting(readPublicUrl),
  },
  DATA_DIR: {
    default: './data',
    about: 'The folder of the embedded database, files, mails and the secret key.',
    read: (text) => resolve(readText(text)),
  },
  ...DATABASE_SETTINGS,
  PROCESSES: {
    default: '1',
    about:
      'The number of processes that serve the port, `auto` for one per processor. A process that ends is ' +
      'restarted. Limits of other settings apply to each process.',
    read: readProcesses,
  },
  DEMO: {
    default: 'on',
    about:
      'Seed a demo account into an empty embedded database, and show its sign-ins on this machine: `on` or `off`.',
    read: readSwitch,
  },
  SECRET_KEY: {
    default: '',
    about:
      'The key that encrypts stored secrets: 64 hexadecimal characters. During a change, several keys ' +
      'separated by commas, the newest first. By default, a key is generated in `DATA_DIR`.',
    is_secret: true,
    read: optionalSetting(readHexKeys),
  },
  WEBHOOK_ALLOW: {
    default: '',
    about:
      'Hosts or CIDR ranges, separated by commas, that outgoing calls can reach although they are not ' +
      'public, also over plain http.',
    read: readAllowList,
  },
  RETENTION_DAYS: {
    default: '30',
    about: 'The number of days to keep events, deliveries and attempts.',
    read: readDays,
  },
  REQUEST_LOG_DAYS: {
    default: '7',
    about: 'The number of days to keep the request log of the API.',
    read: readDays,
  },
  AUDIT_DAYS: {
    default: '400',
    about: 'The number of days to keep the audit log.',
    read: readDays,
  },
  ...DELETION_SETTINGS,
  SMTP_URL: {
    default: '',
    about:
      'The mail server, `smtp://user:password@host:port`. By default, mails are written to `DATA_DIR/mail`.',
    is_secret: true,
    read: optionalSetting((text) => readUrl(text, ['smtp:', 'smtps:']).href),
  },
  S3_URL: {
    default: '',
    about:
      'The S3-compatible bucket for files: `https://key:secret@host/bucket`, with `?region=` if it needs ' +
      'one. By default, files are stored in `DATA_DIR/files`.',
    is_secret: true,
    read: optionalSetting(readBucketUrl),
  },
  ...BACKUP_SETTINGS,
  ROLES: {
    default: 'api,worker',
    about: 'The part that this process runs: `api`, `worker` or both.',
    read: readRoles,
  },
  DRAIN_MS: {
    default: '300',
    about:
      'At a stop, the milliseconds between the end of readiness and the end of listening. Choose more than ' +
      'the load balancer needs to notice.',
    read: readDrain,
  },
  LOG_LEVEL: { default: 'info', about: `One of ${LOG_LEVELS.join(', ')}.`, read: readLogLevel },
  TRUST_PROXY: {
    default: 'off',
    about:
      'The proxies whose `X-Forwarded-For` is trusted: `off`, the number of proxies (`on` is 1), or their ' +
      'addresses and CIDR ranges, separated by commas.',
    read: readProxies,
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    default: '512',
    about:
      'The number of open connections of one address, or of one IPv6 /64. No limit for this machine and ' +
      'for the proxies in `TRUST_PROXY`.',
    read: readConnections,
  },
  RATE_LIMIT: {
    default: 'off',
    about:
      'The number of requests per minute of one key, token, device or integration; after a comma, of one ' +
      'account, such as `600,3000`. Further requests get 429 with `Retry-After`. Each process counts its ' +
      'own requests.',
    read: readRates,
  },
  METRICS: {
    default: 'on',
    about:
      'Access to `/metrics`: `on` for everyone, if `HOST` and `PUBLIC_URL` are of this machine; `token:` ' +
      'and at least 16 characters, sent as Bearer token; `port:` and the number of a separate port; or ' +
      '`off`.',
    is_secret: true,
    read: readMetrics,
  },
  TRACES: {
    default: 'off',
    about:
      'Send OpenTelemetry traces of requests, statements and deliveries over OTLP/HTTP: `on` or `off`. ' +
      '`OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_EXPORTER_OTLP_HEADERS` name the receiver.',
    read: readSwitch,
  },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    about:
      'The sampler: `always_on`, `always_off` or `traceidratio`. With the prefix `parentbased_`, the ' +
      'decision of the caller comes first.',
    read: readSampler,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    about: 'The share of traces that `traceidratio` records, from 0 to 1.',
    read: readRatio,
  },
  ROW_SECURITY: {
    default: 'off',
    about: 'Run requests as a database role with row level security: `on` or `off`.',
    read: readSwitch,
  },
} as const satisfies Record<string, Setting<unknown>>;

export type Config = SettingValues<typeof SETTINGS>;

/** The only place that reads environment variables. The error lists all invalid settings together. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const config = readSettings(SETTINGS, env);
  if (config.BACKUP_TO !== undefined && config.BACKUP_PASSPHRASE === undefined)
    throw new StartupFault('Invalid settings: BACKUP_PASSPHRASE: required with BACKUP_TO');
  return config;
}

function readText(text: string): string {
  return text;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new WrongValue('must be a number from 0 to 65535');
}

function readDays(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new WrongValue('must be a number of days from 1 to 9999');
}

function readDrain(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 60_000) return Number(text);
  throw new WrongValue('must be a number of milliseconds from 0 to 60000');
}

function readSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new WrongValue('must be on or off');
}

function readPublicUrl(text: string): string {
  const url = readUrl(text, ['http:', 'https:']);
  if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
  throw new WrongValue('must have no path');
}

function readProcesses(text: string): number {
  if (text === 'auto') return availableParallelism();
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new WrongValue('must be auto, or a number from 1 to 99');
}

function readBucketUrl(text: string): string {
  const url = readUrl(text, ['http:', 'https:']);
  if (url.username && url.password && /^\/+[^/]/.test(url.pathname)) return url.href;
  throw new WrongValue('must contain a key, its secret and a bucket');
}

function readHexKeys(text: string): SecretKeys {
  const [newest = '', ...older] = text.split(',').map((key) => key.trim().toLowerCase());
  const keys = [newest, ...older];
  if (!keys.every((key) => /^[0-9a-f]{64}$/.test(key)))
    throw new WrongValue('must be 64 hexadecimal characters, or several of these with a comma between them');
  if (new Set(keys).size < keys.length) throw new WrongValue('must contain each key only once');
  return [Buffer.from(newest, 'hex'), ...older.map((key) => Buffer.from(key, 'hex'))];
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function readAllowList(text: string): string[] {
  const entries = readList(text);
  if (entries.every(isAllowEntry)) return entries;
  throw new WrongValue('must be host names, addresses or CIDR ranges, separated by commas');
}

function readProxies(text: string): Proxies {
  if (text === 'off' || text === '0') return false;
  if (text === 'on') return 1;
  if (/^\d$/.test(text)) return Number(text);
  const networks = readNetworks(readList(text));
  if (networks) return networks;
  throw new WrongValue(
    'must be off, the number of proxies in front (1 to 9), or their addresses and CIDR ranges',
  );
}

type MetricsSetting =
  | { kind: 'on' | 'off' }
  | { kind: 'token'; token: string }
  | { kind: 'port'; port: number };

function readMetrics(text: string): MetricsSetting {
  if (text === 'on' || text === 'off') return { kind: text };
  const [, token] = /^token:([\x21-\x7e]{16,})$/.exec(text) ?? [];
  if (token !== undefined) return { kind: 'token', token };
  if (text.startsWith('port:')) return { kind: 'port', port: readPort(text.slice(5)) };
  throw new WrongValue('must be on, off, port: and a number, or token: and at least 16 characters');
}

function readConnections(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new WrongValue('must be a number from 1 to 99999');
}

function readRates(text: string): RequestsPerMinute | undefined {
  if (text === 'off') return undefined;
  const [, credential = '', account = ''] = /^([1-9]\d{0,6}),([1-9]\d{0,6})$/.exec(text) ?? [];
  if (credential !== '' && Number(account) >= Number(credential))
    return { credential: Number(credential), account: Number(account) };
  throw new WrongValue('must be off, or two numbers, the second not below the first, such as 600,3000');
}

function readRoles(text: string): Role[] {
  const roles = readList(text);
  if (roles.length > 0 && roles.every(isRole)) return roles;
  throw new WrongValue(`must be ${ROLES.join(', ')}, or both separated by a comma`);
}

function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

function readLogLevel(text: string): string {
  if (LOG_LEVELS.includes(text)) return text;
  throw new WrongValue(`must be one of ${LOG_LEVELS.join(', ')}`);
}
