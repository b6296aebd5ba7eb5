import type { Page } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { launchChromium } from '../../support/chromium.ts';
import { signInWithRetries, type Person } from '../../support/console.ts';

type Act = { what: string; do(page: Page): Promise<void>; undo?(page: Page): Promise<void> };
type Measured = { what: string; waits_ms: number[] };

const ROUNDS = 10;
const SLOWER = 4;
/** The shortest interaction that the browser reports. */
const LEAST_MS = 16;
/** The time until the rendering and requests of an action have ended. */
const REST_MS = 700;

const list = (page: Page) => page.getByRole('main');
const press = (key: string) => (page: Page) => page.keyboard.press(key);

const ACTS: readonly Act[] = [
  { what: 'choose a task', do: (page) => boxOf(page).check(), undo: (page) => boxOf(page).uncheck() },
  { what: 'choose all', do: (page) => allOf(page).check(), undo: (page) => allOf(page).uncheck() },
  { what: 'next row by j', do: press('j') },
  {
    what: 'open a task',
    do: (page) => list(page).locator('[data-opens]').nth(3).click(),
    undo: press('Escape'),
  },
  {
    what: 'open its status',
    do: (page) =>
      list(page)
        .getByRole('button', { name: /^Change the status of/ })
        .nth(3)
        .click(),
    undo: press('Escape'),
  },
  { what: 'type into the title', do: typeTitle, undo: (page) => titleOf(page).fill('') },
  { what: 'open the search', do: press('Control+k'), undo: press('Escape') },
  { what: 'new task', do: press('c'), undo: press('Escape') },
];

/** Measures the time from each action to the next frame on a page of 100 tasks. */
export async function measureInteractions(url: string, person: Person): Promise<Measured[]> {
  const { browser, close } = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
    const signedIn = openBrowser(url);
    await signInWithRetries(signedIn, person);
    await context.addCookies([...signedIn.cookies].map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    await page.goto(`${url}/tasks?limit=100`);
    await list(page).locator('[data-row]').nth(99).waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return await repeat(page);
  } finally {
    await close();
  }
}

/** The first round is not counted, because it loads code that is loaded on demand. */
async function repeat(page: Page): Promise<Measured[]> {
  const measured = ACTS.map(({ what }): Measured => ({ what, waits_ms: [] }));
  for (let round = -1; round < ROUNDS; round++)
    for (const [at, act] of ACTS.entries()) {
      await page.evaluate('window.waits = new Map()');
      await act.do(page);
      await page.waitForTimeout(REST_MS);
      const waits = await page.evaluate<number[]>('[...window.waits.values()]');
      if (round >= 0) measured[at]?.waits_ms.push(...(waits.length > 0 ? waits : [LEAST_MS]));
      await act.undo?.(page);
      await page.waitForTimeout(REST_MS);
    }
  return measured;
}

/** Press and release are events of one interaction; the longest event is its latency. */
const WATCH = `
  window.waits = new Map();
  new PerformanceObserver((events) => {
    for (const { interactionId, duration } of events.getEntries())
      if (interactionId) window.waits.set(interactionId, Math.max(duration, window.waits.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: ${LEAST_MS} });
`;

const boxOf = (page: Page) => list(page).getByRole('checkbox').nth(5);
const allOf = (page: Page) => list(page).getByRole('checkbox').first();
const titleOf = (page: Page) => list(page).getByRole('textbox', { name: 'Title' });

async function typeTitle(page: Page): Promise<void> {
  await titleOf(page).focus();
  await page.keyboard.type('pum');
}
