import type { Tools } from '../../access/tools.ts';
import { badRequest, missingMember } from '../../lib/errors.ts';
import { skillReasons } from './reasons.ts';
import { bodyReader } from '../../lib/http/validate.ts';
import { assertReachableUrl } from '../webhooks/endpoints/target.ts';
import {
  SKILL_CONFIG_SCHEMAS,
  type FormConfig,
  type HttpConfig,
  type SearchConfig,
  type SkillKind,
} from './contract.ts';
import type { StoredConfig, StoredSkill } from './sql/skills.ts';

const READERS = {
  http: bodyReader(SKILL_CONFIG_SCHEMAS.http),
  knowledge_search: bodyReader(SKILL_CONFIG_SCHEMAS.knowledge_search),
  form_fill: bodyReader(SKILL_CONFIG_SCHEMAS.form_fill),
};

/** The argument schema of each kind if the skill defines none. */
export const DEFAULT_ARGUMENT_SCHEMAS: Record<SkillKind, object> = {
  http: { type: 'object' },
  knowledge_search: {
    type: 'object',
    required: ['query'],
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 1_000,
        description: 'The question or the words to search for',
      },
      limit: { type: 'integer', minimum: 1, maximum: 50 },
    },
  },
  form_fill: {
    type: 'object',
    required: ['answers'],
    properties: {
      answers: { type: 'object', description: "Answers by the keys of the form's fields" },
      session_id: { type: 'string', format: 'uuid' },
      task_id: { type: 'string', format: 'uuid' },
    },
  },
};

/** The stored columns of a config. The value of the auth header is encrypted in its own column. */
export type SealedSkillConfig = { config: StoredConfig; auth_value: Buffer | null };

/** Request headers that this service sets itself, so that a config must not contain them. */
const OUR_HEADERS =
  /^(?:host|content-length|content-type|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|x-webhook-.*|webhook-.*)$/i;

export function parseSkillConfig(kind: SkillKind, config: unknown): HttpConfig | SearchConfig | FormConfig {
  return READERS[kind]({ config }).config;
}

type Definition = { kind: SkillKind; config: unknown; before?: StoredSkill };

/** 400 for a config that is invalid for its kind, has an unreachable URL, or sets reserved headers. */
export async function assertSkillConfig(
  { kind, config, before }: Definition,
  { reach }: Tools,
): Promise<void> {
  if (kind !== 'http') return void parseSkillConfig(kind, config);
  const { url, headers, auth_header } = READERS.http({ config }).config;
  if (url !== before?.config['url']) await assertReachableUrl(reach, url, 'config.url');
  for (const name of [...Object.keys(headers ?? {}), ...(auth_header ? [auth_header.name] : [])]) {
    if (OUR_HEADERS.test(name)) throw badRequest('config.headers', skillReasons.reserved_header({ name }));
  }
}

/**
 * Encrypts the secret of a config. Without a new value, the secret of `before` is kept if the URL has the same origin.
 */
export function sealSkillConfig(
  { kind, config, context, before }: Definition & { context: string },
  { box }: Tools,
): SealedSkillConfig {
  if (kind !== 'http') return { config: { ...parseSkillConfig(kind, config) }, auth_value: null };
  const { auth_header, ...rest } = READERS.http({ config }).config;
  if (!auth_header) return { config: { ...rest, auth_header: null }, auth_value: null };
  const { name, value } = auth_header;
  const auth_value = value === undefined ? storedSecretFor(before, name, rest.url) : box.seal(value, context);
  return { config: { ...rest, auth_header: { name } }, auth_value };
}

/**
 * A new origin requires the secret again. Otherwise an admin could read the secret by sending it to their own server.
 */
function storedSecretFor(before: StoredSkill | undefined, name: string, url: string): Buffer {
  const kept = before?.config.auth_header?.name === name ? before.auth_value : null;
  if (!kept) throw missingMember('config.auth_header.value');
  if (originOf(before?.config['url']) !== originOf(url))
    throw badRequest('config.auth_header.value', skillReasons.secret_of_other_receiver);
  return kept;
}

function originOf(url: unknown): string {
  return new URL(String(url)).origin;
}
