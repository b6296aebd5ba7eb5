import { badRequest, internalError } from '../../../lib/errors.ts';
import { createThread, ThreadFailure } from '../../../lib/thread/thread.ts';
import type { SchemaJob } from './thread.ts';

/** Compares what callers send with what a skill's own JSON Schema wants. */
export type SchemaChecker = {
  /** Throws BAD_REQUEST for a schema that is none. */
  assertSchema(schema: object): Promise<void>;
  /** Throws BAD_REQUEST that names the member. */
  assertArguments(schema: object, value: object): Promise<void>;
  close(): Promise<void>;
};

const FILE = new URL('./thread.ts', import.meta.url);
/** Far more than any honest schema takes, on a machine that is busy too. */
const WITHIN_MS = 2_000;
const MOST_BYTES = 64 * 1024;

export function createSchemaChecker(): SchemaChecker {
  const thread = createThread<SchemaJob, string | null>(FILE, { heap_mb: 64 });
  const findFault = async (job: SchemaJob): Promise<string | null> => {
    try {
      return await thread.run(job, WITHIN_MS);
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
      return 'arguments: comparing them with the schema takes too long';
    }
  };
  return {
    async assertSchema(schema) {
      const text = JSON.stringify(schema);
      if (text.length > MOST_BYTES) throw badRequest(`arguments_schema: must be at most ${MOST_BYTES} bytes`);
      const fault = await findFault({ schema: text });
      if (fault !== null) throw badRequest(fault);
    },
    async assertArguments(schema, value) {
      const fault = await findFault({ schema: JSON.stringify(schema), value });
      if (fault === null) return;
      throw fault.startsWith('arguments_schema:') ? internalError(`The skill's ${fault}`) : badRequest(fault);
    },
    close: () => thread.close(),
  };
}
