/* Schemas are written by customers: a pattern or a reference may take for ever, so they are worked with here. */
import { Ajv } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { faultOf } from '../../../lib/http/validate.ts';
import { serveThread } from '../../../lib/thread/serve.ts';

export type SchemaJob = { schema: string; value?: unknown };

const OPTIONS = { strict: false, logger: false, verbose: true, allowUnionTypes: true } as const;
const MOST_KEPT = 200;
const kept = new Map<string, ValidateFunction>();

/** The first fault of the value, or of the schema where there is no value; null when there is none. */
function findFault({ schema, value }: SchemaJob): string | null {
  try {
    const validate = kept.get(schema) ?? compile(schema);
    if (value === undefined || validate(value)) return null;
    return faultOf(validate.errors, 'arguments', 'arguments');
  } catch (error) {
    return `arguments_schema: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function compile(text: string): ValidateFunction {
  const schema: object = JSON.parse(text);
  const is_older = /draft-0[67]/.test(String(Reflect.get(schema, '$schema')));
  const ajv = is_older ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(text, validate);
  return validate;
}

serveThread(findFault);
