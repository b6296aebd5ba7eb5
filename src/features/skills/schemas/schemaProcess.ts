/** The program of the process that checks schemas: customers write them, and checking one may take forever. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { describeFault } from '../../../lib/http/validate.ts';
import { CpuLimitExceeded, runWithCpuLimit } from '../../../lib/process/sandbox/cpuLimit.ts';
import { serveSandbox } from '../../../lib/process/sandbox/serve.ts';
import { skillReasons } from '../reasons.ts';
import { compileSchema } from './compile.ts';
import { findingOf, tooLong, type SchemaFinding, type SchemaJob } from './job.ts';

/** More than a normal schema needs, yet short for the next job. */
const WITHIN_CPU_MS = 250;
const MOST_KEPT = 200;
const kept = new Map<string, ValidateFunction>();

/** The first fault of the value, or of the schema where there is no value; null when there is none. */
function findFault(job: SchemaJob): SchemaFinding | null {
  try {
    return runWithCpuLimit(WITHIN_CPU_MS, () => compare(job));
  } catch (error) {
    if (!(error instanceof CpuLimitExceeded))
      return findingOf('arguments_schema', skillReasons.schema_unusable({ problem: messageOf(error) }));
    return tooLong(job);
  }
}

function compare({ schema, value }: SchemaJob): SchemaFinding | null {
  const validate = kept.get(schema) ?? keep(schema, compileSchema(schema));
  if (value === undefined || validate(value)) return null;
  return describeFault(validate.errors, 'arguments', 'arguments');
}

function keep(schema: string, validate: ValidateFunction): ValidateFunction {
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(schema, validate);
  return validate;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

serveSandbox(findFault);
