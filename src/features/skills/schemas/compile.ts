import { Ajv, type Options } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describeFault } from '../../../lib/http/validate.ts';
import { compileLinear } from '../../../lib/schema/linearPattern.ts';
import { assertKeywords, dialectOf, SchemaFault, type Dialect } from './keywords.ts';

const LONGEST_URL = 2_048;
/** The format that the library has for URLs costs the square of their length; all others are in proportion. */
const URL_START = /^(?:https?|ftp):\/\//i;

const OPTIONS: Options = {
  strict: false,
  logger: false,
  verbose: true,
  allowUnionTypes: true,
  // Otherwise a definition is repeated wherever it is referred to.
  inlineRefs: false,
  code: {
    optimize: false,
    regExp: Object.assign((pattern: string) => compileLinear(pattern), { code: 'compileLinear' }),
  },
};
const CLASSES = { 'draft-07': Ajv, '2020-12': Ajv2020 } as const;
/** Compiles meta-schemas only, so that customers' schemas never share state. */
const checkers = { 'draft-07': checkerOf('draft-07'), '2020-12': checkerOf('2020-12') };

/** Throws a message for the author of an unusable schema. */
export function compileSchema(text: string): ValidateFunction {
  const schema: object = JSON.parse(text);
  assertKeywords(schema);
  const dialect = dialectOf(schema);
  const check = checkers[dialect];
  if (!check(schema)) throw new SchemaFault(describeFault(check.errors, 'schema', 'schema').message);
  const { [dialect]: Checker } = CLASSES;
  return withFormats(new Checker({ ...OPTIONS, meta: false, validateSchema: false })).compile(schema);
}

function checkerOf(dialect: Dialect): ValidateFunction {
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
