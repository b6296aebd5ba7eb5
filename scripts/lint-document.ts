import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeServed } from './served.ts';

/* Refuses a description of the API that generators and converters would stumble over. */
const config = await createConfig({ extends: ['recommended'] });
const source = JSON.stringify(describeServed());
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });

for (const { severity, ruleId, message, location } of problems) {
  const where = location.map(({ pointer }) => pointer).join(' ');
  process.stdout.write(`${severity} ${ruleId}: ${message} (${where})\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
