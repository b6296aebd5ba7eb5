import { readFile } from 'node:fs/promises';
import { NewForm } from '../src/features/forms/contract.ts';
import { createLibraryForm } from '../src/features/forms/library.ts';
import { UsageFault } from '../src/lib/process/flags.ts';
import { bodyReader } from '../src/lib/http/validate.ts';
import { assertStorable } from '../src/lib/http/text.ts';
import { untranslated } from '../src/lib/text/reasons.ts';
import { command } from './command.ts';
import { textFlag } from './flags.ts';

const FILE = { minLength: 1, maxLength: 4_096, rule: untranslated('must be the path of a file') };
const readNewForm = bodyReader(NewForm);

export const formCommands = [
  command('form library-add', {
    about: 'Adds a form to the library, from which every account can import it',
    flags: { file: textFlag('F', 'A JSON file with the body of the API request that creates a form', FILE) },
    run: async (operator, { file }) => {
      const input = await readInput(file);
      const { id } = await createLibraryForm(operator, input);
      return { form_id: id };
    },
  }),
];

async function readInput(file: string) {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageFault(`--file: ${error instanceof Error ? error.message : String(error)}`);
  });
  const input = parse(content);
  assertStorable(input, 'file');
  return readNewForm(input);
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageFault('--file: is not valid JSON');
  }
}
