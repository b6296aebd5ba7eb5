import { createConfig, lintFromString } from '@redocly/openapi-core';
import { convertToOpenApi30 } from '../src/openapi/openapi30.ts';
import { describeServedApi } from './describeApi.ts';

/* Lints the OpenAPI document, and its form in OpenAPI 3.0, with rules that code generators and converters depend on. */
const config = await createConfig({ extends: ['recommended'] });
// Strict validators reject null for a nullable reference, which client generators accept in this form only.
const config_30 = await createConfig({
  extends: ['recommended'],
  rules: { 'no-invalid-media-type-examples': 'off' },
});
const described = describeServedApi();

for (const [document, rules] of [
  [described, config],
  [convertToOpenApi30(described), config_30],
] as const) {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: rules,
  });
  for (const { severity, ruleId, message, location } of problems) {
    const where = location.map(({ pointer }) => pointer).join(' ');
    process.stdout.write(`${severity} ${ruleId}: ${message} (${where})\n`);
  }
  if (problems.length > 0) process.exitCode = 1;
}
