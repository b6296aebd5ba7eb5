import { escapeText } from '../sdk/src/cli/escape.ts';
import { meantBy } from '../sdk/src/cli/fault.ts';
import { FIRST_WORDS } from '../sdk/src/cli/run.ts';
import type { Platform } from '../src/access/platform.ts';
import { readConfig, type Config } from '../src/config.ts';
import { openDatabase, prepareDatabase } from '../src/database/database.ts';
import { withDelayedDeletes } from '../src/features/backups/keptFiles.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { UsageFault } from '../src/lib/process/flags.ts';
import { ANYWHERE } from '../src/lib/http/outgoing/outgoing.ts';
import { lateSecretBox } from '../src/lib/crypto/secretKeys.ts';
import { assembleTools, closeTools, keyPlaceOf } from '../src/service/tools.ts';
import type { CommandOutput, Command } from './command.ts';
import { COMMANDS, listCommands } from './commands.ts';
import { HELP, helpOf } from './help.ts';

export type Environment = Record<string, string | undefined>;

/** Runs one command from its words to its output and closes all it opened. */
export async function runCommand(
  args: readonly string[],
  env: Environment,
  interrupted: AbortSignal,
): Promise<CommandOutput> {
  const words = wordsOf(args);
  if (args.includes('--help') || words[0] === 'help' || (await isNounAlone(words))) return help(words);
  const command = await findCommand(words);
  const accepted = await command.accept(args.slice(command.name.split(' ').length));
  const config = readConfig(env);
  if (accepted.needs === 'settings') return accepted.run({ config, interrupted, log: LOG });
  return runWithDatabase(accepted.run, config, interrupted);
}

async function runWithDatabase(
  run: (operator: Platform, interrupted: AbortSignal) => Promise<CommandOutput>,
  config: Config,
  interrupted: AbortSignal,
): Promise<CommandOutput> {
  const opened = await openDatabase(config, { as: 'command', log: LOG, interrupted });
  const box = lateSecretBox(keyPlaceOf(config));
  const opened_tools = assembleTools(config, box);
  try {
    interrupted.throwIfAborted();
    await prepareDatabase(opened.direct);
    interrupted.throwIfAborted();
    // The operator's network may differ from the service's, whose guard checks each call.
    const tools = {
      ...withDelayedDeletes(opened_tools, opened.db),
      reach: ANYWHERE,
      public_url: config.PUBLIC_URL ?? '',
    };
    return await run({ db: opened.db, now: systemClock.now(), tools }, interrupted);
  } finally {
    // The result must be printed even then: it may hold a key that is shown only once.
    await closeTools(opened_tools);
    await opened.close().catch((error: unknown) => LOG.error({}, String(error)));
  }
}

const LOG = {
  info() {},
  warn() {},
  error: (_fields: object, message: string) => void process.stderr.write(`${escapeText(message)}\n`),
};

/** A command comes first, its flags after it. */
function wordsOf(args: readonly string[]): string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  return args.slice(0, end === -1 ? undefined : end);
}

async function findCommand(words: string[]): Promise<Command> {
  const commands = await listCommands(words[0]);
  const command = commands.find(({ name }) => startsWith(words, name.split(' ')));
  if (!command) throw unknownCommand(words, commands);
  return command;
}

async function isNounAlone([noun = '', ...more]: string[]): Promise<boolean> {
  if (more.length > 0 || !Object.hasOwn(COMMANDS, noun)) return false;
  return (await listCommands(noun)).every(({ name }) => name !== noun);
}

/** Help for one command, for those with the same first word, or for all. */
async function help(words: string[]): Promise<CommandOutput> {
  const asked = words.filter((word) => word !== 'help');
  const commands = await listCommands(asked[0]);
  const meant = commands.filter(({ name }) => startsWith(name.split(' '), asked));
  if (meant.length === 0) throw unknownCommand(asked, commands);
  // The name of a command may begin that of another one.
  const exact = words[0] === 'help' ? undefined : meant.find(({ name }) => name === asked.join(' '));
  return { usage: helpOf(exact ? [exact] : meant) };
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): UsageFault {
  const [noun] = words;
  if (noun === undefined) return new UsageFault(`A command must come first; ${HELP} shows them all`);
  const typed = words.join(' ');
  const meant = Object.hasOwn(COMMANDS, noun)
    ? meantBy(
        typed,
        commands.map(({ name }) => name),
      )
    : meantBy(noun, [...Object.keys(COMMANDS), ...FIRST_WORDS]);
  return new UsageFault(`“${typed}” is no command${meant || ';'} ${HELP} shows them all`);
}

function startsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, at) => word === words[at]);
}
