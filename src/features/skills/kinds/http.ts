import type { Context } from '../../../access/context.ts';
import type { OutgoingCall, CallOutcome } from '../../../lib/http/outgoing/outgoing.ts';
import { callReasons } from '../../../lib/http/reasons.ts';
import type { SecretBox } from '../../../lib/crypto/secretBox.ts';
import { signatureHeaders, standardWebhooksHeaders } from '../../webhooks/signing.ts';
import { version } from '../../../lib/process/version.ts';
import type { Reason } from '../../../lib/text/reasons.ts';
import type { HttpConfig } from '../contract.ts';
import { parseSkillConfig } from '../definition.ts';
import { skillReasons } from '../reasons.ts';
import { skillSecretEncryptionContext } from '../skills.ts';
import { toSkillRunError, type SkillRunOutcome, type SkillRunner, type SkillRun } from './kind.ts';

const ANSWER_MB = 1;
const ANSWER_BYTES = ANSWER_MB * 1024 * 1024;
/** The maximum nesting depth of a response. */
const MOST_LEVELS = 64;
const DEFAULT_TIMEOUT_MS = 10_000;
/** The number of bytes of an error response that are stored for the owner of the skill. */
const EXCERPT_BYTES = 4_096;

/** Calls the customer's HTTP service. The request is signed, so that the service can verify the sender. */
export const runHttpSkill: SkillRunner = async (ctx, run) => {
  const { outcome } = await ctx.tools.outgoing.call(callFor(ctx, run));
  return outcomeOf(outcome);
};

export function httpSkillTimeoutMs({ skill }: Pick<SkillRun, 'skill'>): number {
  return configOf(skill).timeout_ms ?? DEFAULT_TIMEOUT_MS;
}

function configOf({ config }: SkillRun['skill']): HttpConfig {
  const read = parseSkillConfig('http', config);
  if (!('url' in read)) throw new Error('the settings of an http skill without a URL');
  return read;
}

function callFor({ account_id, tools: { box, clock } }: Context, run: SkillRun): OutgoingCall {
  const { skill, execution_id, arguments: input, session_context } = run;
  const { url, method = 'POST', headers, timeout_ms = DEFAULT_TIMEOUT_MS } = configOf(skill);
  const body = JSON.stringify({
    execution_id,
    skill: { id: skill.id, name: skill.name },
    arguments: input,
    session_context,
  });
  const sent = method === 'GET' ? '' : body;
  const secret = box.open(
    skill.signing_secret,
    skillSecretEncryptionContext(skill.account_id, skill.id, 'signing'),
  );
  const now = clock.now();
  return {
    account_id,
    url: method === 'GET' ? withQuery(url, { ...input, execution_id }) : url,
    method,
    headers: {
      Accept: 'application/json, text/*;q=0.9',
      ...headers,
      ...authHeader(box, run),
      'User-Agent': `TenantOps-Skills/${version}`,
      ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
      ...signatureHeaders(secret, sent, now),
      ...standardWebhooksHeaders([secret], execution_id, sent, now),
    },
    body: method === 'GET' ? null : body,
    timeout_ms,
    reading: { limit_bytes: ANSWER_BYTES, success_body: 'read' },
    may_wait: true,
  };
}

function authHeader(box: SecretBox, { skill }: SkillRun): Record<string, string> {
  const name = skill.config.auth_header?.name;
  if (name === undefined || skill.auth_value === null) return {};
  return {
    [name]: box.open(skill.auth_value, skillSecretEncryptionContext(skill.account_id, skill.id, 'header')),
  };
}

/** Adds arguments as query parameters; objects and lists are encoded as JSON. */
function withQuery(text: string, input: Record<string, unknown>): string {
  const url = new URL(text);
  for (const [name, value] of Object.entries(input)) {
    const is_plain = ['string', 'number', 'boolean'].includes(typeof value);
    url.searchParams.append(name, is_plain ? String(value) : JSON.stringify(value));
  }
  return url.href;
}

function outcomeOf(outcome: CallOutcome): SkillRunOutcome {
  switch (outcome.kind) {
    case 'blocked':
      return failed(skillReasons.skill_address, null);
    case 'failed':
      return failed(callReasons[outcome.error], outcome.status, outcome.body);
    case 'answered':
      break;
  }
  const { status, headers, body, truncated } = outcome;
  if (status < 200 || status >= 300) return failed(skillReasons.skill_status({ status }), status, body);
  if (truncated) return failed(skillReasons.skill_answer_too_large({ most: ANSWER_MB }), status, body);
  return readAnswer(status, String(headers['content-type'] ?? ''), body);
}

function readAnswer(status: number, content_type: string, body: Buffer): SkillRunOutcome {
  const text = decode(body);
  if (text === undefined) return failed(skillReasons.skill_answer_not_text, status);
  const output = outputOf(text, /\bjson\b/i.test(content_type));
  if (isDeeper(output, MOST_LEVELS))
    return failed(skillReasons.skill_answer_too_deep({ most: MOST_LEVELS }), status, body);
  return { kind: 'success', output, answer_status: status };
}

/** This function is iterative, because a deeply nested response could overflow the stack of a recursive function. */
function isDeeper(value: object, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.filter((one) => typeof one === 'object' && one !== null).flatMap(membersOf);
    if (level.length === 0) return false;
  }
  return true;
}

function membersOf(value: unknown): unknown[] {
  return Object.values(Object(value));
}

/** Converts a response to the output: a JSON object as it is, anything else as the member `output`. */
function outputOf(text: string, says_json: boolean): Record<string, unknown> {
  if (text.trim() === '') return { output: null };
  const value = parse(text);
  if (isObject(value)) return value;
  return { output: says_json && value !== undefined ? value : text };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decode(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function failed(reason: Reason, answer_status: number | null, body?: Buffer): SkillRunOutcome {
  const answer = body && body.length > 0 ? body.subarray(0, EXCERPT_BYTES).toString('utf8') : null;
  return {
    kind: 'failure',
    ...toSkillRunError(reason),
    answer_status,
    answer: answer && answer.replaceAll('\0', '\uFFFD'),
  };
}
