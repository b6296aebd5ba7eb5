/** The program of the process that checks schemas: customers write them, and checking one may take forever. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Cache } from '../../../lib/concurrency/cache.ts';
import { describeFault } from '../../../lib/http/validate.ts';
import { CpuLimitExceeded, runWithCpuLimit } from '../../../lib/process/sandbox/cpuLimit.ts';
import { serveSandbox } from '../../../lib/process/sandbox/serve.ts';
import { skillReasons } from '../reasons.ts';
import { compileSchema } from './compile.ts';
import { findingOf, tooLong, type SchemaFinding, type SchemaJob } from './job.ts';

/** More than a normal schema needs, yet short for the next job. */
const CPU_LIMIT_MS = 250;
/** Kept because compiling a schema of ten members takes 1.2 ms, and each execution of its skill needs it. Derived from the text of the schema: never stale. */
const compiled = new Cache<string, ValidateFunction>(200);

/** The first fault of the value, or of the schema where there is no value; null when there is none. */
function findFault(job: SchemaJob): SchemaFinding | null {
  try {
    return runWithCpuLimit(CPU_LIMIT_MS, () => compare(job));
  } catch (error) {
    if (!(error instanceof CpuLimitExceeded))
      return findingOf('arguments_schema', skillReasons.schema_unusable({ problem: messageOf(error) }));
    return tooLong(job);
  }
}

function compare({ schema, value }: SchemaJob): SchemaFinding | null {
  const validate = compiled.getOrMake(schema, compileSchema);
  if (value === undefined || validate(value)) return null;
  return describeFault(validate.errors, 'arguments', 'arguments');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

serveSandbox(findFault);
