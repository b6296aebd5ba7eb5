import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { nameRule } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  ExpectedValuesInput,
  Input,
  Nullable,
  OneOf,
  Page,
  ReasonDetails,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { ExecutionFilter, ExecutionPage } from './executions/contract.ts';
import { skillReasons } from './reasons.ts';
import { MOST_SCHEMA_CHARACTERS } from './schemas/job.ts';

const SKILL_KINDS = ['http', 'knowledge_search', 'form_fill'] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];
const RESPONSE_TARGETS = ['context', 'display', 'api'] as const;
const Role = OneOf(['trainer', 'trainee']);
const AnyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object' });
const Arguments = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 1_000,
  'x-max-characters': 256 * 1_024,
  description: 'The input of the skill, valid against its schema, at most 256 KB as JSON',
});
const ArgumentsSchema = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  'x-max-characters': MOST_SCHEMA_CHARACTERS,
  description:
    'A JSON Schema of draft-07 or 2020-12. Patterns run in linear time: look-around, back-references and more ' +
    'than 1000 repetitions are rejected, as are references to other documents.',
});
/** Any object; `assertSkillConfig` validates it with the schema of the skill's kind. */
const AnyConfig = Type.Unsafe<Record<string, unknown>>({ type: 'object', 'x-max-characters': 128 * 1_024 });

const SessionContext = Input(
  {
    seat_id: Type.Optional(About('The id of the seat that the skill runs for.', Uuid)),
    user_id: Type.Optional(About('The id of the user that the skill runs for.', Uuid)),
    role: Type.Optional(About('The role of that user.', Role)),
    session_id: Type.Optional(About('The id of an open training session.', Uuid)),
  },
  {
    title: 'SessionContext',
    description:
      'The seat, user, role or session that the skill runs for. Defaults to the first active seat with a user.',
  },
);
export type SessionContext = Static<typeof SessionContext>;

export const ExecuteRequest = Input(
  {
    skill_id: About('The id of the skill.', Uuid),
    arguments: Arguments,
    session_context: Type.Optional(SessionContext),
  },
  { title: 'SkillExecution', description: 'A skill to execute, with its input.' },
);
export type ExecuteRequest = Static<typeof ExecuteRequest>;

export const DeviceExecuteRequest = Input(
  {
    skill_id: About('The id of a skill of the manifest.', Uuid),
    arguments: Arguments,
    session_id: Type.Optional(Nullable(About('The id of the open session, if there is one.', Uuid))),
  },
  { title: 'DeviceSkillExecution', description: 'A skill to execute on the glasses, with its input.' },
);
export type DeviceExecuteRequest = Static<typeof DeviceExecuteRequest>;

export const SkillOutput = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: 'SkillOutput',
  description: 'The output of the skill; its members depend on the skill.',
});
export type SkillOutput = Static<typeof SkillOutput>;

const HEADER_NAME = { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$", rule: skillReasons.header_name };
const HEADER_VALUE = { maxLength: 4_096, pattern: '^[\\x20-\\x7e]*$', rule: skillReasons.header_value };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const HttpConfig = Input({
  method: Type.Optional(OneOf(METHODS, { default: 'POST' })),
  url: Type.String({ minLength: 1, maxLength: 2_048 }),
  headers: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      maxProperties: 20,
      propertyNames: { type: 'string', ...HEADER_NAME },
      additionalProperties: { type: 'string', ...HEADER_VALUE },
    }),
  ),
  /**
   * The value is stored encrypted and never returned. An update without `value` keeps the stored value. It is
   * rejected if it changes the name of the header or the origin of the URL.
   */
  auth_header: Type.Optional(
    Nullable(Input({ name: Type.String(HEADER_NAME), value: Type.Optional(Type.String(HEADER_VALUE)) })),
  ),
  timeout_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 30_000, default: 10_000 })),
});
export type HttpConfig = Static<typeof HttpConfig>;

const SearchConfig = Input({
  collection_ids: Type.Optional(Type.Array(Uuid, { maxItems: 100 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 5 })),
});
export type SearchConfig = Static<typeof SearchConfig>;

const FormConfig = Input({ form_id: Uuid });
export type FormConfig = Static<typeof FormConfig>;

/** The config schema of each kind. It is nested in an object, so that errors contain the path `config.…`. */
export const SKILL_CONFIG_SCHEMAS = {
  http: Input({ config: HttpConfig }),
  knowledge_search: Input({ config: SearchConfig }),
  form_fill: Input({ config: FormConfig }),
} as const;

const Name = Type.String(nameRule(200));
const Description = Type.String({ maxLength: 10_000 });
const Target = OneOf(RESPONSE_TARGETS);

export const NewSkill = Input({
  name: Name,
  description: Type.Optional(Description),
  kind: OneOf(SKILL_KINDS),
  arguments_schema: Type.Optional(ArgumentsSchema),
  response_target: Type.Optional(OneOf(RESPONSE_TARGETS, { default: 'api' })),
  is_active: Type.Optional(Type.Boolean({ default: true })),
  config: Type.Optional(AnyConfig),
});
export type NewSkill = Static<typeof NewSkill>;

/** Omitted members do not change. The kind of a skill cannot be changed. */
const SkillChanges = Input({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  arguments_schema: Type.Optional(ArgumentsSchema),
  response_target: Type.Optional(Target),
  is_active: Type.Optional(Type.Boolean()),
  config: Type.Optional(AnyConfig),
});
export type SkillChanges = Static<typeof SkillChanges>;
const SkillEdit = Input({ ...SkillChanges.properties, expected: ExpectedValuesInput });

const usable = {
  id: About('The id of the skill.', Uuid),
  name: Type.String({ description: 'The name of the skill.', examples: ['Search the manual'] }),
  description: Type.String({
    description: 'A description of the skill.',
    examples: ['Finds passages of the manual that answer a question.'],
  }),
  kind: OneOf(SKILL_KINDS, { description: 'The kind of the skill.' }),
  owner: OneOf(['account', 'platform'], { description: 'The owner of the skill.' }),
  arguments_schema: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'The JSON Schema of its input.',
    examples: [{ type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }],
  }),
  response_target: OneOf(RESPONSE_TARGETS, { description: 'The destination of the output.' }),
  is_active: Type.Boolean({ description: 'True if the skill can be executed.' }),
  created_at: About('The time at which the skill was created.', Timestamp),
  updated_at: About('The time at which the skill was last changed.', Timestamp),
};
/** A skill in the public API, without its config, which only the dashboard shows. */
const UsableSkill = Answer(usable, { title: 'Skill', description: 'A skill that the account may execute.' });

export const Skill = Answer({
  ...usable,
  /** The config without the value of the auth header. */
  config: AnyObject,
});
export type Skill = Static<typeof Skill>;

const SkillList = Answer({ skills: Type.Array(Skill) });
export const SkillFilter = Input(Page);
export const SkillPage = Answer(
  { skills: Type.Array(UsableSkill, { description: 'The skills of this page.' }), ...CountedPage },
  { title: 'SkillPage', description: 'A page of skills.' },
);

const SkillRef = Input({ skill_id: Uuid });
const SkillDeleted = Answer({ deleted: Type.Literal(true) });
const SkillSecret = Answer({ secret: Type.String() });

/** The result of a test run from the dashboard. */
export const SkillTestResult = Answer({
  status: OneOf(['success', 'failure']),
  answer_status: Nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  output: Nullable(AnyObject),
  error: Nullable(Type.String()),
  error_details: ReasonDetails,
});
export type SkillTestResult = Static<typeof SkillTestResult>;

/** The deadline of an execution: at most 30 seconds for the skill, plus the time for checks and writes. */
export const EXECUTE_SKILL_DEADLINE_MS = 36_000;
/**
 * The deadline of changes to a skill. The first one waits for the start of the sandbox process that validates schemas.
 */
const DEFINE_DEADLINE_MS = 20_000;

export const skillsApi = defineDashboardApi({
  'GET /skills': { role: 'member', for_platform: true, answer: SkillList },
  'POST /skills': {
    role: 'admin',
    for_platform: true,
    body: NewSkill,
    answer: Skill,
    status: 201,
    deadline_ms: DEFINE_DEADLINE_MS,
  },
  'PATCH /skills': {
    role: 'admin',
    for_platform: true,
    query: SkillRef,
    body: SkillEdit,
    answer: Skill,
    deadline_ms: DEFINE_DEADLINE_MS,
  },
  'DELETE /skills': { role: 'admin', for_platform: true, query: SkillRef, answer: SkillDeleted },
  'POST /skills/test': {
    role: 'admin',
    for_platform: true,
    body: ExecuteRequest,
    answer: SkillTestResult,
    deadline_ms: EXECUTE_SKILL_DEADLINE_MS,
  },
  'GET /executions': { role: 'member', query: ExecutionFilter, answer: ExecutionPage },
  // POST and not GET, because revealing a secret writes an audit entry.
  'POST /skills/reveal': { role: 'admin', for_platform: true, query: SkillRef, answer: SkillSecret },
  'POST /skills/rotate': { role: 'admin', for_platform: true, query: SkillRef, answer: SkillSecret },
});
