import type { Tools } from '../../access/tools.ts';
import { badRequest, required } from '../../lib/errors.ts';
import { skillReasons } from './reasons.ts';
import { bodyReader } from '../../lib/http/validate.ts';
import { assertReachable } from '../webhooks/endpoints/target.ts';
import { CONFIGS, type FormConfig, type HttpConfig, type SearchConfig, type SkillKind } from './contract.ts';
import type { StoredConfig, StoredSkill } from './sql/skills.ts';

const READERS = {
  http: bodyReader(CONFIGS.http),
  knowledge_search: bodyReader(CONFIGS.knowledge_search),
  form_fill: bodyReader(CONFIGS.form_fill),
};

/** The default argument schemas of each kind. */
export const DEFAULT_SCHEMAS: Record<SkillKind, object> = {
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

/** The columns of a definition, with the secret apart and sealed. */
export type SealedConfig = { config: StoredConfig; auth_value: Buffer | null };

/** Headers that only we set. */
const OUR_HEADERS =
  /^(?:host|content-length|content-type|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|x-webhook-.*|webhook-.*)$/i;

export function readSkillConfig(kind: SkillKind, config: unknown): HttpConfig | SearchConfig | FormConfig {
  return READERS[kind]({ config }).config;
}

type Definition = { kind: SkillKind; config: unknown; before?: StoredSkill };

/** Refuses a config that no call can be made with. */
export async function assertConfig({ kind, config, before }: Definition, { reach }: Tools): Promise<void> {
  if (kind !== 'http') return void readSkillConfig(kind, config);
  const { url, headers, auth_header } = READERS.http({ config }).config;
  if (url !== before?.config['url']) await assertReachable(reach, url, 'config.url');
  for (const name of [...Object.keys(headers ?? {}), ...(auth_header ? [auth_header.name] : [])]) {
    if (OUR_HEADERS.test(name)) throw badRequest('config.headers', skillReasons.reserved_header({ name }));
  }
}

/** Seals the secret of a config; `before` keeps an unsent secret for the same receiver. */
export function sealConfig(
  { kind, config, context, before }: Definition & { context: string },
  { box }: Tools,
): SealedConfig {
  if (kind !== 'http') return { config: { ...readSkillConfig(kind, config) }, auth_value: null };
  const { auth_header, ...rest } = READERS.http({ config }).config;
  if (!auth_header) return { config: { ...rest, auth_header: null }, auth_value: null };
  const { name, value } = auth_header;
  const auth_value = value === undefined ? keptValue(before, name, rest.url) : box.seal(value, context);
  return { config: { ...rest, auth_header: { name } }, auth_value };
}

/** A change of origin needs the secret again, or it could be read by sending it elsewhere. */
function keptValue(before: StoredSkill | undefined, name: string, url: string): Buffer {
  const kept = before?.config.auth_header?.name === name ? before.auth_value : null;
  if (!kept) throw required('config.auth_header.value');
  if (originOf(before?.config['url']) !== originOf(url))
    throw badRequest('config.auth_header.value', skillReasons.secret_of_other_receiver);
  return kept;
}

function originOf(url: unknown): string {
  return new URL(String(url)).origin;
}
