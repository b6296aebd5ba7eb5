import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BENCH_ROWS } from './rows/table.ts';
import type { Result } from './rows/row.ts';
import { openBenchService } from './support/benchService.ts';
import { PGBENCH } from './support/pgbench.ts';
import { printComparison, printResults, type Report } from './support/report.ts';

/*
 * npm run bench -- [--rows 100000] [--rounds 5] [--seconds 2] [--only name] [--json file] [--data folder]
 * npm run bench -- --compare a.json b.json
 * Measures the service: each row is compared with its reference in alternating rounds. `--data` keeps the loaded
 * data for the next run with the same `--rows`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', multiple: true },
    json: { type: 'string', default: 'bench.json' },
    data: { type: 'string' },
    compare: { type: 'boolean', default: false },
  },
});

if (values.compare) printComparison(positionals[0] ?? '', positionals[1] ?? '');
else await run();

async function run(): Promise<void> {
  const rows = Number(values.rows);
  const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const bench = await openBenchService({ rows, data_dir: values.data });
  const results: Result[] = [];
  try {
    for (const row of BENCH_ROWS.filter(({ name }) => values.only?.includes(name) ?? true)) {
      const measured = await row.measure(bench, pace);
      printResults(row.name, measured);
      results.push(...measured);
    }
    const [server] = await bench.db<
      [{ version: string }]
    >`select current_setting('server_version') as version`;
    write({
      ...pace,
      rows,
      taken_at: new Date().toISOString(),
      node: process.version,
      postgres: server.version,
      pgbench: PGBENCH ?? null,
      results,
    });
  } finally {
    await bench.close();
  }
  printResults(`everything, ${rows} tasks`, results);
}

function write(report: Report): void {
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  process.stderr.write(`written to ${values.json}\n`);
}
