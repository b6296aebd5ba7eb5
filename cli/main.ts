import { print } from '../sdk/src/cli/print.ts';
import { FIRST_WORDS, runCommand } from '../sdk/src/cli/run.ts';
import { COMMANDS } from './commands.ts';
import { CALL } from './help.ts';

const words = process.argv.slice(2);
if (asksService(words[0] ?? '')) print(await runCommand(words, { env: process.env, call: CALL }));
else {
  // Commands that call the service do not load the code of the database.
  const { actOnDatabase } = await import('./operator.ts');
  await actOnDatabase(words, process.env);
}

/** True for the first word of a client command, unless an operator's command begins with it. */
function asksService(word: string): boolean {
  return FIRST_WORDS.includes(word) && !Object.hasOwn(COMMANDS, word);
}
