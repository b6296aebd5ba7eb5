import { escapeText } from '../sdk/src/cli/escape.ts';
import { suggest } from '../sdk/src/cli/fault.ts';
import { FIRST_WORDS } from '../sdk/src/cli/run.ts';
import type { PlatformContext } from '../src/access/platform.ts';
import { readConfig, type Config } from '../src/config.ts';
import { openDatabase, prepareDatabase } from '../src/database/database.ts';
import { withDeletesSkippedDuringBackup } from '../src/features/backups/keptFiles.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { UsageFault } from '../src/lib/process/flags.ts';
import { UNRESTRICTED_OUTGOING_ACCESS } from '../src/lib/http/outgoing/outgoing.ts';
import { lazySecretBox } from '../src/lib/crypto/secretKeys.ts';
import { createProcessToolsWithBox, closeProcessTools, secretKeyLocationOf } from '../src/service/tools.ts';
import type { CommandOutput, Command } from './command.ts';
import { COMMANDS, listCommands } from './commands.ts';
import { HELP, helpOf } from './help.ts';

export type Environment = Record<string, string | undefined>;

/** Parses and runs one command, and closes all resources that the command opened. */
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
  run: (operator: PlatformContext, interrupted: AbortSignal) => Promise<CommandOutput>,
  config: Config,
  interrupted: AbortSignal,
): Promise<CommandOutput> {
  const opened = await openDatabase(config, { as: 'command', log: LOG, interrupted });
  const box = lazySecretBox(secretKeyLocationOf(config));
  const opened_tools = createProcessToolsWithBox(config, box);
  try {
    interrupted.throwIfAborted();
    await prepareDatabase(opened.direct);
    interrupted.throwIfAborted();
    // Commands accept every address: the operator's network may differ from that of the service, whose guard checks
    // each call.
    const tools = {
      ...withDeletesSkippedDuringBackup(opened_tools, opened.db),
      reach: UNRESTRICTED_OUTGOING_ACCESS,
      public_url: config.PUBLIC_URL ?? '',
    };
    return await run({ db: opened.db, now: systemClock.now(), tools }, interrupted);
  } finally {
    // Errors while closing are only logged: the result must still be printed, because it may contain a key that is
    // shown only once.
    await closeProcessTools(opened_tools);
    await opened.close().catch((error: unknown) => LOG.error({}, String(error)));
  }
}

const LOG = {
  info() {},
  warn() {},
  error: (_fields: object, message: string) => void process.stderr.write(`${escapeText(message)}\n`),
};

/** Returns the words of the command: all arguments before the first flag. */
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

/** Returns help for one command, for all commands with the same first word, or for every command. */
async function help(words: string[]): Promise<CommandOutput> {
  const asked = words.filter((word) => word !== 'help');
  const commands = await listCommands(asked[0]);
  const meant = commands.filter(({ name }) => startsWith(name.split(' '), asked));
  if (meant.length === 0) throw unknownCommand(asked, commands);
  // The words of one command can be the beginning of another command, so an exact match has precedence.
  const exact = words[0] === 'help' ? undefined : meant.find(({ name }) => name === asked.join(' '));
  return { usage: helpOf(exact ? [exact] : meant) };
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): UsageFault {
  const [noun] = words;
  if (noun === undefined)
    return new UsageFault(`The first argument must be a command; ${HELP} lists all commands`);
  const typed = words.join(' ');
  const meant = Object.hasOwn(COMMANDS, noun)
    ? suggest(
        typed,
        commands.map(({ name }) => name),
      )
    : suggest(noun, [...Object.keys(COMMANDS), ...FIRST_WORDS]);
  return new UsageFault(`“${typed}” is no command${meant || ';'} ${HELP} shows them all`);
}

function startsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, at) => word === words[at]);
}
