import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after } from 'node:test';
import { eventually } from '../../../support/eventually.ts';

export type RunningProgram = { child: ChildProcess; said: () => string };

export type ProgramOptions = {
  cwd: string;
  env: Record<string, string | undefined>;
  /** The destination of standard error. */
  log?: 'inherit' | 'ignore';
};

/** Starts a process that ends with the test file. */
export function startProgram(
  program: string,
  args: readonly string[],
  { cwd, env, log = 'inherit' }: ProgramOptions,
): RunningProgram {
  const { PATH } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, ...env }, stdio: ['ignore', 'pipe', log] });
  after(() => void child.kill());
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said };
}

export async function exitCodeOf({ child, said }: RunningProgram): Promise<{ code: unknown; said: string }> {
  const [code] = await once(child, 'close');
  return { code, said: said() };
}

/** Returns the n-th code sample under a heading. */
export function sampleBelow(markdown: string, heading: string, at: number): string {
  const section = markdown.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const sample = [...section.matchAll(/```(?:js|py|sh)\n([\s\S]*?)```/g)][at]?.[1];
  assert.ok(sample, `${heading} ${at}`);
  return sample;
}

/** Waits until a sample's server answers, and returns the answer. */
export function waitForServer(url: string): Promise<Response> {
  return eventually(
    () => fetch(url, { redirect: 'manual' }).catch(() => new Response(null, { status: 599 })),
    ({ status }) => status !== 599,
  );
}
