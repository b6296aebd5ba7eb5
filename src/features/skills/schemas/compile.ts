import { Ajv, type Options } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describeFault } from '../../../lib/http/validate.ts';
import { compileLinear } from '../../../lib/schema/linearPattern.ts';
import {
  assertSupportedKeywords,
  schemaDialectOf,
  InvalidSchemaError,
  type SchemaDialect,
} from './keywords.ts';

const LONGEST_URL = 2_048;
/**
 * Replaces the `url` format of ajv-formats, whose regular expression takes quadratic time. The other formats are
 * linear.
 */
const URL_START = /^(?:https?|ftp):\/\//i;

const OPTIONS: Options = {
  strict: false,
  logger: false,
  verbose: true,
  allowUnionTypes: true,
  // Inlining would copy a definition to each reference, so the generated code could grow exponentially.
  inlineRefs: false,
  code: {
    optimize: false,
    regExp: Object.assign((pattern: string) => compileLinear(pattern), { code: 'compileLinear' }),
  },
};
const CLASSES = { 'draft-07': Ajv, '2020-12': Ajv2020 } as const;
/** Instances for meta-schemas only. Each customer's schema gets its own instance, so that schemas share no state. */
const checkers = { 'draft-07': checkerOf('draft-07'), '2020-12': checkerOf('2020-12') };

/** Compiles a schema. Throws an InvalidSchemaError with a message for the author of the schema. */
export function compileSchema(text: string): ValidateFunction {
  const schema: object = JSON.parse(text);
  assertSupportedKeywords(schema);
  const dialect = schemaDialectOf(schema);
  const check = checkers[dialect];
  if (!check(schema)) throw new InvalidSchemaError(describeFault(check.errors, 'schema', 'schema').message);
  const { [dialect]: Checker } = CLASSES;
  return withFormats(new Checker({ ...OPTIONS, meta: false, validateSchema: false })).compile(schema);
}

function checkerOf(dialect: SchemaDialect): ValidateFunction {
  const { [dialect]: Checker } = CLASSES;
  const ajv = withFormats(new Checker(OPTIONS));
  const address = ajv.defaultMeta();
  const check = typeof address === 'string' ? ajv.getSchema(address) : undefined;
  if (!check) throw new Error(`the schema of ${dialect} is missing`);
  return check;
}

function withFormats<Checker extends Ajv>(ajv: Checker): Checker {
  addFormats.default(ajv);
  ajv.addFormat('url', isUrl);
  return ajv;
}

function isUrl(text: string): boolean {
  return text.length <= LONGEST_URL && URL_START.test(text) && URL.canParse(text);
}
