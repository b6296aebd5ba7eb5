import { parentPort, workerData } from 'node:worker_threads';
import { openBrowser } from '../../support/browser.ts';
import { callerAt } from '../../support/caller.ts';

/* A thread for each kind of caller, so that callers do not share the event loop of the service. */
type Job =
  | { kind: 'list'; url: string; token: string; ms: number }
  | { kind: 'sign-in'; url: string; person: { email: string; password: string }; at_once: number };

const job = workerData as Job;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(job.kind === 'list' ? await list(job) : await signIn(job));

async function list({ url, token, ms }: Extract<Job, { kind: 'list' }>): Promise<number[]> {
  const api = callerAt(url, token);
  const times: number[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const started = performance.now();
    const { status } = await api.get('/v1/api-tenant-tasks?limit=50');
    if (status !== 200) throw new Error(`a list answered ${status}`);
    times.push(performance.now() - started);
  }
  return times;
}

async function signIn({ url, person, at_once }: Extract<Job, { kind: 'sign-in' }>): Promise<number[]> {
  const forms = [];
  for (let one = 0; one < at_once; one++) {
    const browser = openBrowser(url);
    forms.push({ browser, page: await browser.get('/sign-in') });
  }
  const shown = await Promise.all(forms.map(({ browser, page }) => browser.submit(page, '/sign-in', person)));
  return shown.map(({ status }) => status);
}
