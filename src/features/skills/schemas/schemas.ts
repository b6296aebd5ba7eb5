import type { SchemaChecker } from '../../../access/tools.ts';
import { Failure, internalError, invalidInput } from '../../../lib/errors.ts';
import { skillReasons } from '../reasons.ts';
import { SandboxFailure, SandboxUnavailable, TooManyWaiting } from '../../../lib/process/sandbox/failure.ts';
import { createSandbox } from '../../../lib/process/sandbox/sandbox.ts';
import { MOST_SCHEMA_CHARACTERS, schemaTimeoutError, type SchemaCheckError, type SchemaJob } from './job.ts';
import { MINUTE_MS } from '../../../lib/time/clock.ts';

const PROGRAM = new URL('./schemaProcess.ts', import.meta.url);
/** Limits of the sandbox process. They are a second defense: the process interrupts slow validations itself. */
const LIMITS = {
  heap_mb: 64,
  rss_mb: 256,
  cpu_ms: 4_000,
  // The timeout is longer than all attempts of a check on a busy machine, and shorter than the deadline of a request.
  timeout_ms: 18_000,
  max_answer_characters: 200_000,
  in_background: false,
  max_processes: 1,
  // The idle time is long, because a skill call that has to start the process takes 0.3 s longer.
  idle_ms: 10 * MINUTE_MS,
};

export function createSchemaChecker(program = PROGRAM): SchemaChecker {
  const sandbox = createSandbox<SchemaJob, SchemaCheckError | null>(program, LIMITS);
  const findFault = async (account_id: string, job: SchemaJob): Promise<SchemaCheckError | null> => {
    try {
      return await sandbox.run(account_id, job);
    } catch (error) {
      if (error instanceof TooManyWaiting) throw internalError(skillReasons.arguments_too_many);
      if (error instanceof SandboxUnavailable) throw internalError(skillReasons.arguments_unchecked);
      if (!(error instanceof SandboxFailure)) throw error;
      return schemaTimeoutError(job);
    }
  };
  return {
    async assertSchema(account_id, schema) {
      const text = JSON.stringify(schema);
      if (text.length > MOST_SCHEMA_CHARACTERS) throw schemaTooLarge();
      const fault = await findFault(account_id, { schema: text });
      if (fault !== null) throw schemaFailure(fault);
    },
    async assertArguments(account_id, schema, value) {
      const fault = await findFault(account_id, { schema: JSON.stringify(schema), value });
      if (fault === null) return;
      throw fault.details?.path === 'arguments_schema'
        ? internalError(skillReasons.skill_schema_unusable({ problem: fault.message }))
        : schemaFailure(fault);
    },
    close: () => sandbox.close(),
  };
}

function schemaTooLarge(): Failure {
  const details = { path: 'arguments_schema', rule: 'max_characters', limit: MOST_SCHEMA_CHARACTERS };
  return invalidInput(
    details,
    `arguments_schema: must be at most ${MOST_SCHEMA_CHARACTERS} characters as JSON`,
  );
}

function schemaFailure({ message, details }: SchemaCheckError): Failure {
  return new Failure('BAD_REQUEST', message, {}, details);
}
