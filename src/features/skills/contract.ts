import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { name } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { ExecutionFilter, ExecutionPage } from './executions/contract.ts';
import { MOST_SCHEMA_CHARACTERS } from './rules.ts';
import { skillReasons } from './reasons.ts';

const SKILL_KINDS = ['http', 'knowledge_search', 'form_fill'] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];
const RESPONSE_TARGETS = ['context', 'display', 'api'] as const;
const Role = OneOf(['trainer', 'trainee']);
const AnyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object' });
const Arguments = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 1_000,
  'x-max-characters': 256 * 1_024,
  description: 'The input of the skill, as its schema wants it, at most 256 KB as JSON',
});
const ArgumentsSchema = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  'x-max-characters': MOST_SCHEMA_CHARACTERS,
  description:
    'A JSON Schema of draft-07 or 2020-12. Patterns run in linear time: look-around, back-references and more ' +
    'than 1000 repetitions are refused, and so are references to elsewhere.',
});
/** Checked again with the schema of the skill's kind. */
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
    skill_id: About('The id of the skill, one of the manifest.', Uuid),
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
   * The value is sealed and never shown again; left out in a change, it stays while the URL's origin is the
   * same.
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

/** The config of each kind; read as a member, so that errors name `config.…`. */
export const CONFIGS = {
  http: Input({ config: HttpConfig }),
  knowledge_search: Input({ config: SearchConfig }),
  form_fill: Input({ config: FormConfig }),
} as const;

const Name = Type.String(name(200));
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

/** Absent leaves a member as it is; the kind of a skill stays. */
export const SkillChanges = Input({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  arguments_schema: Type.Optional(ArgumentsSchema),
  response_target: Type.Optional(Target),
  is_active: Type.Optional(Type.Boolean()),
  config: Type.Optional(AnyConfig),
});
export type SkillChanges = Static<typeof SkillChanges>;

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
/** A skill as callers see it; only admins see its config. */
const UsableSkill = Answer(usable, { title: 'Skill', description: 'A skill that the account may execute.' });

export const Skill = Answer({
  ...usable,
  /** The config as it was sent, with only the name of an auth header. */
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

/** The result of a test run. */
export const TestRun = Answer({
  status: OneOf(['success', 'failure']),
  answer_status: Nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  output: Nullable(AnyObject),
  error: Nullable(Type.String()),
});
export type TestRun = Static<typeof TestRun>;

/** The thirty seconds of a skill, and the time around them. */
export const EXECUTE_DEADLINE_MS = 36_000;
/** The first definition waits for the start of the process that checks schemas. */
const DEFINE_DEADLINE_MS = 20_000;

export const skillsApi = consoleApi(
  {
    'GET /skills': {
      summary: 'List the skills that the account may run',
      platform_summary: "List the platform's skills",
      role: 'member',
      answer: SkillList,
    },
    'POST /skills': {
      summary: 'Create a skill',
      platform_summary: 'Create a skill of the platform',
      role: 'admin',
      body: NewSkill,
      answer: Skill,
      status: 201,
      deadline_ms: DEFINE_DEADLINE_MS,
    },
    'PATCH /skills': {
      summary: 'Change a skill',
      platform_summary: 'Change a skill of the platform',
      role: 'admin',
      query: SkillRef,
      body: SkillChanges,
      answer: Skill,
      deadline_ms: DEFINE_DEADLINE_MS,
    },
    'DELETE /skills': {
      summary: 'Delete a skill',
      platform_summary: 'Delete a skill of the platform',
      role: 'admin',
      query: SkillRef,
      answer: SkillDeleted,
    },
    'POST /skills/test': {
      summary: 'Try a skill out: no event tells of it',
      platform_summary: 'Try a skill of the platform out: no event tells of it',
      role: 'admin',
      body: ExecuteRequest,
      answer: TestRun,
      deadline_ms: EXECUTE_DEADLINE_MS,
    },
    'GET /executions': {
      summary: 'List executions of skills',
      role: 'member',
      query: ExecutionFilter,
      answer: ExecutionPage,
    },
    // A reveal writes an audit entry, so it is no GET.
    'POST /skills/reveal': {
      summary: 'Reveal what calls of a skill are signed with',
      platform_summary: 'Reveal what calls of a skill of the platform are signed with',
      role: 'admin',
      query: SkillRef,
      answer: SkillSecret,
    },
    'POST /skills/rotate': {
      summary: 'Replace what calls of a skill are signed with',
      platform_summary: 'Replace what calls of a skill of the platform are signed with',
      role: 'admin',
      query: SkillRef,
      answer: SkillSecret,
    },
  },
  { tag: 'Skills' },
);
