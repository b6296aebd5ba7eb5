import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeServedApi } from './describeApi.ts';

/* Lints the OpenAPI document with rules that code generators and converters depend on. */
const config = await createConfig({ extends: ['recommended'] });
const source = JSON.stringify(describeServedApi());
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });

for (const { severity, ruleId, message, location } of problems) {
  const where = location.map(({ pointer }) => pointer).join(' ');
  process.stdout.write(`${severity} ${ruleId}: ${message} (${where})\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
