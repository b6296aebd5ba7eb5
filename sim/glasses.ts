import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../src/lib/ids.ts';
import type { SimulationLedger } from './ledger.ts';
import type { Seat } from './site.ts';
import { assertStatus, textMember, type UnreliableClient } from './unreliableClient.ts';

export type GlassesShift = { line: UnreliableClient; ledger: SimulationLedger; key: string; until: number };

const STEPS = ['Close the valve', 'Swap the filter', 'Vent', 'Open the valve', 'Check for leaks'];

/** Simulates one pair of glasses: pairs it, then runs sessions until the shift ends. */
export async function runGlasses(seat: Seat, shift: GlassesShift): Promise<void> {
  const token = await pair(seat, shift.line);
  while (Date.now() < shift.until) {
    await runSession(token, shift);
    await sleep(between(50, 400));
  }
}

/** Pairs the glasses. A pairing code works once: if the response with the token is lost, a new code is requested. */
async function pair(seat: Seat, line: UnreliableClient): Promise<string> {
  for (;;) {
    const body = { code: await seat.newCode(), model: 'AR-2', serial: seat.seat_id.slice(-8) };
    const answer = assertStatus(await line.send('POST', '/device/v1/pair', { body }), 201, 404);
    if (answer.status === 201) return textMember(answer, 'device_token');
  }
}

async function runSession(token: string, { line, ledger, key }: GlassesShift): Promise<void> {
  const session_id = newId(new Date());
  const task_id = await chooseTask(token, line);
  const role = Math.random() < 0.6 ? 'trainer' : 'trainee';
  const start = { session_id, role, task_id, session_name: 'Simulated' };
  assertStatus(await line.send('POST', '/device/v1/sessions', { token, body: start }), 201);

  for (let sign = between(0, 2); sign > 0; sign -= 1) {
    await sleep(between(20, 200));
    const news = { video_url: `https://media.example.com/${session_id}.mp4` };
    const path = `/device/v1/sessions?session_id=${session_id}`;
    assertStatus(await line.send('PATCH', path, { token, body: news }), 200);
  }
  const status = Math.random() < 0.9 ? 'completed' : 'failed';
  const procedures = STEPS.slice(0, between(0, STEPS.length)).map((title) => ({ title }));
  const end = { session_id, status, duration_seconds: between(1, 3_600), summary: 'Simulated', procedures };
  assertStatus(await line.send('POST', '/device/v1/sessions/complete', { token, body: end }), 200);

  const is_deleted = Math.random() < 0.1;
  if (is_deleted) await deleteSession(session_id, key, line);
  ledger.sessions.push({ session_id, status, procedures: procedures.length, is_deleted });
}

/** Chooses one of the first five tasks, so that several glasses often work on the same task. */
async function chooseTask(token: string, line: UnreliableClient): Promise<string | null> {
  const { body } = assertStatus(await line.send('GET', '/device/v1/manifest', { token }), 200);
  const tasks: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'tasks') : [];
  if (!Array.isArray(tasks) || tasks.length === 0 || Math.random() < 0.3) return null;
  const task: unknown = tasks[between(0, Math.min(tasks.length, 5) - 1)];
  return textMember({ status: 200, body: task }, 'id');
}

async function deleteSession(session_id: string, key: string, line: UnreliableClient): Promise<void> {
  const path = `/v1/api-tenant-sessions?session_id=${session_id}`;
  assertStatus(await line.send('DELETE', path, { token: key }), 200);
}

/** Creates tasks: half by the API, half by an integration. */
export async function planWork(secret: string, { line, ledger, key, until }: GlassesShift): Promise<void> {
  for (let number = 1; Date.now() < until; number += 1) {
    const external_id = `SIM-${number}`;
    const body = { external_id, title: `Simulated work ${number}`, priority: 'medium' };
    const answer =
      number % 2 === 0
        ? await line.send('POST', '/inbound/v1/tasks', { token: secret, body })
        : await line.send('POST', '/v1/api-tenant-tasks', {
            token: key,
            body,
            headers: { 'Idempotency-Key': external_id },
          });
    // After a cut, the first request may still be running when it is repeated, and the service answers 409.
    if (assertStatus(answer, 200, 201, 409).status === 409) number -= 1;
    else ledger.tasks.push(textMember(answer, 'id'));
    await sleep(between(50, 250));
  }
}

function between(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}
