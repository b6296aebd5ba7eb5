import { Text } from '@mantine/core';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { Countdown } from '../../components/Countdown.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import type { Attempt, DeliveryShown } from './api.ts';
import classes from './Webhooks.module.css';
import { outcomeOf } from './words.ts';

/** Every attempt, the latest first: how it ended, how long each part took, what went out and what came back. */
export function Attempts({ delivery }: { delivery: DeliveryShown }) {
  const { state, due_at, log, sent, url } = delivery;
  const attempts = log.map((attempt, at) => ({ attempt, headers: sent[at] ?? null, at })).toReversed();
  return (
    <ol className={classes['attempts']}>
      {state === 'pending' && (
        <li className={classes['attempt']} data-waiting="true">
          <div className={classes['head']}>
            <b>Attempt {log.length + 1} is due</b>
            <Countdown time={due_at} />
          </div>
        </li>
      )}
      {attempts.map(({ attempt, headers, at }) => (
        <li key={at} className={classes['attempt']} data-good={attempt.outcome === 'delivered'}>
          <div className={classes['head']}>
            <b>{outcomeOf(attempt.outcome, attempt.status)}</b>
            <RelativeTime time={attempt.attempted_at} />
          </div>
          <Times of={attempt} />
          <div className={classes['stack']}>
            <CodeSnippet snippets={[{ language: 'Request', code: requestOf(url, headers) }]} wraps />
            <AttemptAnswer back={attempt} />
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
    ['first byte', first_byte_ms],
    ['total', total_ms],
  ] as const;
  return (
    <div className={classes['times']}>
      <span>Attempt {attempt}</span>
      {address && <span>{address}</span>}
      {parts.map(([part, ms]) =>
        ms === null ? null : (
          <span key={part}>
            {part} {ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms
          </span>
        ),
      )}
    </div>
  );
}

function AttemptAnswer({ back: { status, answer, outcome } }: { back: Attempt }) {
  if (status === null)
    return (
      <Text size="sm" c="dimmed">
        {outcome === 'blocked_address' ? 'Nothing was sent.' : 'Nothing came back.'}
      </Text>
    );
  if (outcome === 'delivered' && answer === null)
    return (
      <Text size="sm" c="dimmed">
        Answered {status}; the body of a success is not read.
      </Text>
    );
  return <CodeSnippet snippets={[{ language: `Answer ${status}`, code: answer ?? '(empty)' }]} />;
}

/** The request line and headers of this attempt. */
function requestOf(url: string, headers: Record<string, string> | null): string {
  const lines = headers
    ? Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    : ['(signed by a secret that was replaced since)'];
  return [`POST ${url}`, ...lines].join('\n');
}
