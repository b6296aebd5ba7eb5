import type { SchemaChecker } from '../../../access/tools.ts';
import { badRequest, internalError } from '../../../lib/errors.ts';
import { createThread, ThreadFailure, TooManyWaiting } from '../../../lib/thread/thread.ts';
import { MOST_SCHEMA_CHARACTERS } from '../rules.ts';
import { tooLong, type SchemaJob } from './job.ts';

const FILE = new URL('./thread.ts', import.meta.url);
/** A backstop for jobs that the thread cannot end itself. */
const WITHIN_MS = 5_000;

export function createSchemaChecker(file = FILE): SchemaChecker {
  const thread = createThread<SchemaJob, string | null>(file, { heap_mb: 64 });
  const findFault = async (account_id: string, job: SchemaJob): Promise<string | null> => {
    try {
      return await thread.run(account_id, job, WITHIN_MS);
    } catch (error) {
      if (error instanceof TooManyWaiting)
        throw internalError('Too many arguments of this account are being checked; try again');
      if (!(error instanceof ThreadFailure)) throw error;
      return tooLong(job);
    }
  };
  return {
    async assertSchema(account_id, schema) {
      const text = JSON.stringify(schema);
      if (text.length > MOST_SCHEMA_CHARACTERS)
        throw badRequest(`arguments_schema: must be at most ${MOST_SCHEMA_CHARACTERS} characters as JSON`);
      const fault = await findFault(account_id, { schema: text });
      if (fault !== null) throw badRequest(fault);
    },
    async assertArguments(account_id, schema, value) {
      const fault = await findFault(account_id, { schema: JSON.stringify(schema), value });
      if (fault === null) return;
      throw fault.startsWith('arguments_schema:') ? internalError(`The skill's ${fault}`) : badRequest(fault);
    },
    close: () => thread.close(),
  };
}
