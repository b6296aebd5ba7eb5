import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The linter runs before the formatter, because a fix can leave a line that is too long. Only fixes that do not change
 * behaviour are applied.
 */
const STEPS = [['oxlint/bin/oxlint', '--type-aware', '--fix'], ['oxfmt/bin/oxfmt']];

const codes = STEPS.map(
  ([program = '', ...args]) =>
    spawnSync(process.execPath, [`${root}node_modules/${program}`, ...args], { cwd: root, stdio: 'inherit' })
      .status,
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
