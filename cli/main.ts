import { print } from '../sdk/src/cli/print.ts';
import { FIRST_WORDS, runCommand } from '../sdk/src/cli/run.ts';
import { COMMANDS } from './commands.ts';
import { CALL } from './help.ts';

const words = process.argv.slice(2);
if (asksService(words[0] ?? '')) print(await runCommand(words, { env: process.env, call: CALL }));
else {
  // What asks the service needs nothing of the database.
  const { actOnDatabase } = await import('./operator.ts');
  await actOnDatabase(words, process.env);
}

/** What the operator's commands begin with stays theirs. */
function asksService(word: string): boolean {
  return FIRST_WORDS.includes(word) && !Object.hasOwn(COMMANDS, word);
}
