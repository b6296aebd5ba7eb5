import { spawn } from 'node:child_process';
import { escapeLine } from './escape.ts';
import type { Environment } from './keeping.ts';

/** Prints the address of a page and opens it in a browser if one is available. */
export function openPage(address: string, about: string, env: Environment): void {
  process.stderr.write(`${about}:\n\n${escapeLine(address)}\n\n`);
  const [program, ...words] = openerOf(env);
  if (program === undefined || !process.stderr.isTTY) return;
  // If no browser starts, the user can copy the printed address.
  spawn(program, [...words, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

function openerOf(env: Environment): string[] {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : [];
}
