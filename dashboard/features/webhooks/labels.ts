import { callErrorLabel } from '../../storedReasons/callErrors.ts';
import { formatNumber, formatTenths } from '../../format/format.ts';
import type { Option } from '../../components/filters.ts';
import type { ArrivalVerdict } from '../../../src/features/webhooks/inbox/contract.ts';
import type { EventType } from './api.ts';
import { t, verbatim } from '../../language/t.ts';

/** The cause of each event in a few words. */
export const EVENT_DESCRIPTIONS: Record<EventType, string> = {
  'task.created': t('a task is created'),
  'task.status_changed': t('the status of a task changes'),
  'task.completed': t('a task is completed'),
  'session.started': t('a session starts on the glasses'),
  'session.completed': t('a session ends'),
  'skill.executed': t('a skill is executed'),
};

export const EVENT_OPTIONS: readonly Option[] = Object.keys(EVENT_DESCRIPTIONS).map((value) => ({
  value,
  label: verbatim(value),
}));

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_DESCRIPTIONS, text);
}

export const DELIVERY_STATE_OPTIONS: readonly Option[] = [
  { value: 'pending', label: t('Pending') },
  { value: 'delivered', label: t('Delivered') },
  { value: 'failed', label: t('Failed') },
  { value: 'cancelled', label: t('Cancelled') },
];

const OUTCOMES: Record<string, string> = {
  delivered: t('Delivered'),
  bad_status: t('Rejected by the receiver'),
  blocked_address: t('Blocked: the address is not public'),
  sender_stopped: t('Sending was interrupted'),
};

/** Returns the outcome of an attempt in words; unknown outcomes are shown as they are. */
export function outcomeText(outcome: string, status: number | null): string {
  const words = OUTCOMES[outcome] ?? callErrorLabel(outcome);
  return status === null ? words : `${words} · ${status}`;
}

/** Returns a short form of an outcome, for lists. */
export function shortOutcomeText(outcome: string, status: number | null): string {
  if (outcome === 'blocked_address') return t('Address blocked');
  if (outcome === 'delivered' || outcome === 'bad_status') return String(status ?? '–');
  return outcomeText(outcome, status);
}

export function formatAttemptDuration(ms: number): string {
  if (ms >= 10_000) return `${formatTenths(ms / 1_000)} s`;
  return `${ms < 10 ? formatTenths(ms) : formatNumber(Math.round(ms))} ms`;
}

/** Returns the name of an endpoint, or the distinguishing part of its URL. */
export function endpointLabel({ name, url }: { name: string | null; url: string }): string {
  return name ?? shortUrl(url);
}

/** Returns the part of a URL that differs between endpoints. */
export function shortUrl(url: string): string {
  if (isInboxUrl(url)) return t('Inbox {url}', { url: url.slice(-48, -40) });
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** True if deliveries go to an inbox of this service, under any host name. */
export function isInboxUrl(url: string): boolean {
  return /\/inbox\/v1\/[0-9a-f-]{36}\/[0-9a-f]{48}$/.test(url);
}

export const VERDICT_TEXTS: Record<ArrivalVerdict, string> = {
  verified: t('Valid: signed with the secret of this endpoint within the last five minutes.'),
  unsigned: t('No signature: this request was not sent by us.'),
  wrong_signature: t('Invalid signature: this request was not sent by us.'),
  too_old: t('Valid signature, but older than five minutes: someone may have replayed this request.'),
};

export function prefixedEventId(event_id: string): string {
  return `evt-${event_id}`;
}
