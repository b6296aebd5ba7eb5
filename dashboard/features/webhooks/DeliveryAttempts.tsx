import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { Countdown } from '../../components/Countdown.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { exactTime } from '../../format/time.ts';
import type { Attempt, DeliveryView, Evidence } from './api.ts';
import { deliveryCurl } from './curl.ts';
import classes from './Webhooks.module.css';
import { formatAttemptDuration, outcomeText } from './labels.ts';
import { t, verbatim } from '../../language/t.ts';

const NOT_KEPT: Evidence = { request_head: null, answer_head: null };

/** All attempts of a delivery, the latest first: outcome, timings, request and response. */
export function DeliveryAttempts({ delivery }: { delivery: DeliveryView }) {
  const { state, due_at, log, evidence, body } = delivery;
  const attempts = log
    .map((attempt, at) => ({ attempt, evidence: evidence[at] ?? NOT_KEPT, at }))
    .toReversed();
  return (
    <ol className={classes['attempts']}>
      {state === 'pending' && (
        <li className={classes['attempt']} data-waiting="true">
          <div className={classes['head']}>
            <b>{t('Attempt {count} is due', { count: log.length + 1 })}</b>
            <Countdown time={due_at} />
          </div>
        </li>
      )}
      {attempts.map(({ attempt, evidence: kept, at }) => (
        <li key={at} className={classes['attempt']} data-good={attempt.outcome === 'delivered'}>
          <div className={classes['head']}>
            <b>{outcomeText(attempt.outcome, attempt.status)}</b>
            <span>
              {exactTime(attempt.attempted_at)} · <RelativeTime time={attempt.attempted_at} />
            </span>
          </div>
          <Times of={attempt} />
          <div className={classes['stack']}>
            <Request of={attempt} evidence={kept} body={body} />
            <AttemptAnswer back={attempt} evidence={kept} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Times({ of: { attempt, address, dns_ms, connect_ms, first_byte_ms, total_ms } }: { of: Attempt }) {
  const parts = [
    ['name', dns_ms],
    ['connect', connect_ms],
    [t('first byte'), first_byte_ms],
    [t('total'), total_ms],
  ] as const;
  return (
    <div className={classes['times']}>
      <span>{t('Attempt {attempt}', { attempt })}</span>
      {address && <span>{address}</span>}
      {parts.map(([part, ms]) =>
        ms === null ? null : (
          <span key={part}>
            {part} {formatAttemptDuration(ms)}
          </span>
        ),
      )}
    </div>
  );
}

/** The request of an attempt, and a command to send it again. */
function Request({ of, evidence, body }: { of: Attempt; evidence: Evidence; body: string | null }) {
  const { request_head } = evidence;
  if (request_head === null) return <Note>{notSent(of)}</Note>;
  const snippets = [
    { label: t('Request'), code: request_head },
    ...(body === null ? [] : [{ label: verbatim('curl'), code: deliveryCurl(request_head, body) }]),
  ];
  return <CodeSnippet snippets={snippets} wraps />;
}

function notSent({ outcome, first_byte_ms, status }: Attempt): string {
  const went_out = status !== null || first_byte_ms !== null || outcome === 'timed_out_waiting';
  return went_out ? t('The request was not stored at that time.') : t('No request was sent.');
}

function AttemptAnswer({ back, evidence }: { back: Attempt; evidence: Evidence }) {
  const { status, answer, outcome } = back;
  if (status === null) return evidence.request_head === null ? null : <Note>{t('No response.')}</Note>;
  const body = outcome === 'delivered' ? null : (answer ?? t('(empty)'));
  const code = [evidence.answer_head, body].filter((part) => part !== null).join('\n\n');
  return (
    <>
      {code !== '' && <CodeSnippet snippets={[{ label: t('Response {status}', { status }), code }]} wraps />}
      {body === null && (
        <Note>{t('Status {status}. The body of a successful response is not read.', { status })}</Note>
      )}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
