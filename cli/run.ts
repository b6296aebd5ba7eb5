import { readConfig } from '../src/config.ts';
import { openDatabase, prepareDatabase } from '../src/database.ts';
import { systemClock } from '../src/lib/clock.ts';
import { UsageFault } from '../src/lib/flags.ts';
import { ANYWHERE } from '../src/lib/net/guard.ts';
import { lateSecretBox } from '../src/lib/secretBox.ts';
import { assembleTools, closeTools } from '../src/tools.ts';
import type { Answer, Command } from './command.ts';
import { listCommands } from './commands.ts';
import { HELP, helpOf } from './help.ts';

type Environment = Record<string, string | undefined>;

/** Runs one command from its words to its output and closes all it opened. */
export async function runCommand(
  args: readonly string[],
  env: Environment,
  interrupted: AbortSignal,
): Promise<Answer> {
  const words = wordsOf(args);
  if (args.includes('--help') || words[0] === 'help') return help(words);
  const command = await findCommand(words);
  const run = await command.accept(args.slice(command.name.split(' ').length));
  const config = readConfig(env);

  const opened = await openDatabase(config, { as: 'command', log: LOG, interrupted });
  const box = lateSecretBox(config.SECRET_KEY, config.DATA_DIR);
  const opened_tools = assembleTools(config, box);
  try {
    interrupted.throwIfAborted();
    await prepareDatabase(opened.target);
    interrupted.throwIfAborted();
    // The operator's network may differ from the service's, whose guard checks each call.
    const tools = { ...opened_tools, reach: ANYWHERE, public_url: config.PUBLIC_URL ?? '' };
    return await run({ db: opened.db, now: systemClock.now(), tools });
  } finally {
    // The result must be printed even then: it may hold a key that is shown only once.
    await closeTools(opened_tools);
    await opened.close().catch((error: unknown) => LOG.error({}, String(error)));
  }
}

const LOG = {
  info() {},
  warn() {},
  error: (_fields: object, message: string) => void process.stderr.write(`${message}\n`),
};

/** A command comes first, its flags after it. */
function wordsOf(args: readonly string[]): string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  return args.slice(0, end === -1 ? undefined : end);
}

async function findCommand(words: string[]): Promise<Command> {
  const commands = await listCommands(words[0]);
  const command = commands.find(({ name }) => startsWith(words, name.split(' ')));
  if (!command) throw unknownCommand(words);
  return command;
}

/** Help for one command, for those with the same first word, or for all. */
async function help(words: string[]): Promise<Answer> {
  const asked = words.filter((word) => word !== 'help');
  const commands = await listCommands(asked[0]);
  const meant = commands.filter(({ name }) => startsWith(name.split(' '), asked));
  if (meant.length === 0) throw unknownCommand(asked);
  return { usage: helpOf(meant) };
}

function unknownCommand(words: string[]): UsageFault {
  const what = words.length > 0 ? `“${words.join(' ')}” is no command` : 'A command must come first';
  return new UsageFault(`${what}; ${HELP} shows them all`);
}

function startsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, at) => word === words[at]);
}
