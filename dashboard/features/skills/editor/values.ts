import { invalidField } from '../../../api/client.ts';
import type { NewSkill, Skill } from '../api.ts';
import { parseObject } from '../test/values.ts';
import { t } from '../../../language/t.ts';

/** The form values of a skill; empty where unset. */
export type SkillValues = {
  name: string;
  description: string;
  kind: Skill['kind'];
  response_target: Skill['response_target'];
  is_active: boolean;
  arguments_schema: string;
  method: string;
  url: string;
  header: string;
  header_value: string;
  timeout_ms: number;
  collection_ids: string[];
  limit: number;
  form_id: string | null;
  /** Members without a field on this page stay unchanged. */
  config: Record<string, unknown>;
};

export function skillFormValues(skill?: Skill): SkillValues {
  const config = skill?.config ?? {};
  return {
    name: skill?.name ?? '',
    description: skill?.description ?? '',
    kind: skill?.kind ?? 'http',
    response_target: skill?.response_target ?? 'display',
    is_active: skill?.is_active ?? true,
    arguments_schema: skill ? JSON.stringify(skill.arguments_schema, null, 2) : '',
    method: textOf(config['method']) || 'POST',
    url: textOf(config['url']),
    header: textOf(Object(config['auth_header']).name),
    header_value: '',
    timeout_ms: numberOf(config['timeout_ms'], 10_000),
    collection_ids: Array.isArray(config['collection_ids']) ? config['collection_ids'].map(String) : [],
    limit: numberOf(config['limit'], 5),
    form_id: textOf(config['form_id']) || null,
    config,
  };
}

export function skillRequestBody(values: SkillValues): NewSkill {
  const { name, description, kind, response_target, is_active, arguments_schema } = values;
  const schema = readSchema(arguments_schema);
  return {
    name,
    description,
    kind,
    response_target,
    is_active,
    ...(schema && { arguments_schema: schema }),
    config: configOf(values),
  };
}

/** Undefined where none was written: the kind has one of its own. */
function readSchema(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined;
  const schema = parseObject(text);
  if (!schema) throw invalidField('arguments_schema', t('Must be a JSON object'));
  return schema;
}

function configOf(values: SkillValues): Record<string, unknown> {
  switch (values.kind) {
    case 'http': {
      const { method, url, header, header_value, timeout_ms, config } = values;
      const named = { name: header, ...(header_value !== '' && { value: header_value }) };
      return { ...config, method, url, timeout_ms, auth_header: header === '' ? null : named };
    }
    case 'knowledge_search':
      return { collection_ids: values.collection_ids, limit: values.limit };
    case 'form_fill':
      return { form_id: values.form_id ?? '' };
  }
}

/** True if the server keeps the stored secret: only for an unchanged receiver. */
export function keepsSecret({ header, url, config }: SkillValues): boolean {
  const name = textOf(Object(config['auth_header']).name);
  return name !== '' && name === header && originOf(url) === originOf(textOf(config['url']));
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
