import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lints first: a fix may leave a line that the formatter wraps. Only fixes that change no behaviour are made. */
const STEPS = [['oxlint/bin/oxlint', '--type-aware', '--fix'], ['oxfmt/bin/oxfmt']];

const codes = STEPS.map(
  ([program = '', ...args]) =>
    spawnSync(process.execPath, [`${root}node_modules/${program}`, ...args], { cwd: root, stdio: 'inherit' })
      .status,
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
