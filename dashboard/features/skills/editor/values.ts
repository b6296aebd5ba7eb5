import { invalidFieldError } from '../../../api/client.ts';
import type { Skill } from '../api.ts';
import { fieldLabel } from '../../../api/labels.ts';
import { formatStoredValue } from '../../../format/formatStoredValue.ts';
import { RESPONSE_TARGET_OPTIONS } from '../labels.ts';
import { parseObject } from '../test/values.ts';
import { t } from '../../../language/t.ts';

/** The form values of a skill; unset values are empty. */
export type SkillFormValues = {
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
  /** The config, including members for which the form has no field; they are sent unchanged. */
  config: Record<string, unknown>;
};

/** The members of a skill that the form can change, as the API takes them. */
export type SkillRequestBody = Pick<
  Skill,
  'name' | 'description' | 'kind' | 'response_target' | 'is_active' | 'config'
> & { arguments_schema?: Record<string, unknown> };

/** The names of the form values that make up the config. */
export const CONFIG_FIELDS = [
  'config',
  'method',
  'url',
  'header',
  'header_value',
  'timeout_ms',
  'collection_ids',
  'limit',
  'form_id',
] as const;

export function storedSkillAsRequestBody(skill?: Skill): SkillRequestBody {
  return {
    name: skill?.name ?? '',
    description: skill?.description ?? '',
    kind: skill?.kind ?? 'http',
    response_target: skill?.response_target ?? 'display',
    is_active: skill?.is_active ?? true,
    config: skill?.config ?? {},
    ...(skill && { arguments_schema: skill.arguments_schema }),
  };
}

export function skillFormValues({ arguments_schema, config, ...skill }: SkillRequestBody): SkillFormValues {
  return {
    ...skill,
    arguments_schema: arguments_schema ? JSON.stringify(arguments_schema, null, 2) : '',
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

export function skillRequestBody(values: SkillFormValues): SkillRequestBody {
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

/** Returns undefined for an empty field: the server then uses the schema of the skill's kind. */
function readSchema(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined;
  const schema = parseObject(text);
  if (!schema) throw invalidFieldError('arguments_schema', t('Must be a JSON object'));
  return schema;
}

function configOf(values: SkillFormValues): Record<string, unknown> {
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

/** Returns the text of a member in the dialog about a conflict. The value of a secret header is not shown. */
export function skillMemberText(member: string, value: unknown): string | undefined {
  if (member === 'config') return configText(Object(value));
  const options = member === 'response_target' ? RESPONSE_TARGET_OPTIONS : [];
  return options.find((one) => one.value === value)?.label ?? formatStoredValue(value);
}

function configText({ auth_header, ...config }: Record<string, unknown>): string {
  const { name, value } = Object(auth_header);
  const header = textOf(name) + (value === undefined ? '' : ` (${t('new value')})`);
  const shown = Object.entries({ ...config, header });
  return shown
    .map(([member, text]) => `${fieldLabel([member])}: ${formatStoredValue(text) ?? '–'}`)
    .join('\n');
}

/** True if the server keeps the stored secret, which it does only if header name and origin are unchanged. */
export function keepsStoredSecret({ header, url, config }: SkillFormValues): boolean {
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
