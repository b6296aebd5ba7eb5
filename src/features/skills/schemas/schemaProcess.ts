/**
 * The sandbox process that validates arguments against schemas. It is a separate process, because customers write the
 * schemas and a validation can take forever.
 */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Cache } from '../../../lib/concurrency/cache.ts';
import { describeFault } from '../../../lib/http/validate.ts';
import { CpuLimitExceeded, runWithCpuLimit } from '../../../lib/process/sandbox/cpuLimit.ts';
import { serveSandbox } from '../../../lib/process/sandbox/serve.ts';
import { skillReasons } from '../reasons.ts';
import { compileSchema } from './compile.ts';
import { toSchemaCheckError, schemaTimeoutError, type SchemaCheckError, type SchemaJob } from './job.ts';

/** The CPU time of a check: more than a normal schema needs, but short enough for the jobs that wait. */
const CPU_LIMIT_MS = 250;
/**
 * Cache of compiled schemas. Each execution of a skill needs its schema, and compiling a schema of ten members takes
 * 1.2 ms. The key is the text of the schema, so entries are never stale.
 */
const compiled = new Cache<string, ValidateFunction>(200);

/** Returns the first error of the value, or of the schema if the job has no value; null without an error. */
function findFault(job: SchemaJob): SchemaCheckError | null {
  try {
    return runWithCpuLimit(CPU_LIMIT_MS, () => compare(job));
  } catch (error) {
    if (!(error instanceof CpuLimitExceeded))
      return toSchemaCheckError(
        'arguments_schema',
        skillReasons.schema_unusable({ problem: messageOf(error) }),
      );
    return schemaTimeoutError(job);
  }
}

function compare({ schema, value }: SchemaJob): SchemaCheckError | null {
  const validate = compiled.getOrMake(schema, compileSchema);
  if (value === undefined || validate(value)) return null;
  return describeFault(validate.errors, 'arguments', 'arguments');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

serveSandbox(findFault);
