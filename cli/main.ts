import { print } from '../sdk/src/cli/print.ts';
import { FIRST_WORDS, runCommand } from '../sdk/src/cli/run.ts';
import { COMMANDS } from './commands.ts';
import { CLI_NAME } from './help.ts';

const words = process.argv.slice(2);
if (callsService(words[0] ?? '')) print(await runCommand(words, { env: process.env, call: CLI_NAME }));
else {
  // The module is imported only for commands on the database, so that commands that call the service start faster.
  const { runDatabaseCommand: actOnDatabase } = await import('./operator.ts');
  await actOnDatabase(words, process.env);
}

/**
 * True if the command calls the service over HTTP: its first word is a client command and not a command on the
 * database.
 */
function callsService(word: string): boolean {
  return FIRST_WORDS.includes(word) && !Object.hasOwn(COMMANDS, word);
}
