import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../src/config.ts';

/* Writes the table of settings in the README from the declarations in `src/config.ts`. */
const README = new URL('../README.md', import.meta.url);
const BETWEEN = /(?<=<!-- settings -->\n)[\s\S]*(?=<!-- \/settings -->)/;

const rows = Object.entries(SETTINGS).map(([name, setting]) => {
  const value = setting.default === '' ? '' : `\`${setting.default}\``;
  return `| \`${name}\` | ${value} | ${setting.about} |`;
});
const table = ['', '| Setting | Default | What it does |', '| --- | --- | --- |', ...rows, '', ''].join('\n');
const before = readFileSync(README, 'utf8');
const after = before.replace(BETWEEN, table);

if (process.argv.includes('--check')) {
  process.exitCode = before === after ? 0 : 1;
  if (before !== after) process.stdout.write('The README is out of date: npm run settings-table\n');
} else {
  writeFileSync(README, after);
}
