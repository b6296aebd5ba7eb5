import type { Context } from '../../../access/context.ts';
import { type Call, CALL_ERRORS, type CallOutcome } from '../../../lib/http/outgoing/outgoing.ts';
import type { SecretBox } from '../../../lib/crypto/secretBox.ts';
import { signatureHeaders, standardHeaders } from '../../webhooks/signing.ts';
import { version } from '../../../lib/process/version.ts';
import type { HttpConfig } from '../contract.ts';
import { readSkillConfig } from '../definition.ts';
import { skillSecretContext } from '../skills.ts';
import type { RunOutcome, RunKind, SkillRun } from './kind.ts';

const ANSWER_BYTES = 1024 * 1024;
/** The deepest nesting that callers may send. */
const MOST_LEVELS = 64;
const DEFAULT_TIMEOUT_MS = 10_000;
/** How much of a failed answer is kept for the skill's owner. */
const EXCERPT_BYTES = 4_096;

/** Calls the customer's own service, signed so that it can tell who calls. */
export const runHttpSkill: RunKind = async (ctx, run) => {
  const { outcome } = await ctx.tools.outgoing.call(callFor(ctx, run));
  return outcomeOf(outcome);
};

/** The longest that this skill may take. */
export function httpTimeout({ skill }: Pick<SkillRun, 'skill'>): number {
  return configOf(skill).timeout_ms ?? DEFAULT_TIMEOUT_MS;
}

function configOf({ config }: SkillRun['skill']): HttpConfig {
  const read = readSkillConfig('http', config);
  if (!('url' in read)) throw new Error('the settings of an http skill without a URL');
  return read;
}

function callFor({ account_id, tools: { box, clock } }: Context, run: SkillRun): Call {
  const { skill, execution_id, arguments: input, session_context } = run;
  const { url, method = 'POST', headers, timeout_ms = DEFAULT_TIMEOUT_MS } = configOf(skill);
  const body = JSON.stringify({
    execution_id,
    skill: { id: skill.id, name: skill.name },
    arguments: input,
    session_context,
  });
  const sent = method === 'GET' ? '' : body;
  const secret = box.open(skill.signing_secret, skillSecretContext(skill.account_id, skill.id, 'signing'));
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
      ...standardHeaders([secret], execution_id, sent, now),
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
  return { [name]: box.open(skill.auth_value, skillSecretContext(skill.account_id, skill.id, 'header')) };
}

/** Plain values as they are, everything else as JSON. */
function withQuery(text: string, input: Record<string, unknown>): string {
  const url = new URL(text);
  for (const [name, value] of Object.entries(input)) {
    const is_plain = ['string', 'number', 'boolean'].includes(typeof value);
    url.searchParams.append(name, is_plain ? String(value) : JSON.stringify(value));
  }
  return url.href;
}

function outcomeOf(outcome: CallOutcome): RunOutcome {
  switch (outcome.kind) {
    case 'blocked':
      return failed('The address of the skill is not public', null);
    case 'failed':
      return failed(CALL_ERRORS[outcome.error], outcome.status, outcome.body);
    case 'answered':
      break;
  }
  const { status, headers, body, truncated } = outcome;
  if (status < 200 || status >= 300) return failed(`The skill's service answered ${status}`, status, body);
  if (truncated) return failed('The answer is larger than 1 MB', status, body);
  return readAnswer(status, String(headers['content-type'] ?? ''), body);
}

function readAnswer(status: number, content_type: string, body: Buffer): RunOutcome {
  const text = decode(body);
  if (text === undefined) return failed('The answer is neither JSON nor text', status);
  const output = outputOf(text, /\bjson\b/i.test(content_type));
  if (isDeeper(output, MOST_LEVELS))
    return failed(`The answer is nested deeper than ${MOST_LEVELS} levels`, status, body);
  return { kind: 'success', output, answer_status: status };
}

/** Without recursion, since the receiver chooses the depth. */
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

/** A JSON object is the output itself; anything else is wrapped. */
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

function failed(error: string, answer_status: number | null, body?: Buffer): RunOutcome {
  const answer = body && body.length > 0 ? body.subarray(0, EXCERPT_BYTES).toString('utf8') : null;
  return { kind: 'failure', error, answer_status, answer: answer && answer.replaceAll('\0', '\uFFFD') };
}
