import { ApiError, TenantOpsError } from '../errors.ts';
import { Transport } from '../transport.ts';
import { escapeLine, escapeText } from './escape.ts';
import { suggest, UsageFault } from './fault.ts';
import { helpOfAll, helpOfNoun, helpOfVerb, verbsOf } from './help.ts';
import type { Environment } from './keeping.ts';
import { findAccess } from './login.ts';
import { openPage } from './openPage.ts';
import { CLIENT_COMMANDS } from './own.ts';
import { runClientCommand } from './ownCommands.ts';
import { parseRequestInput } from './read.ts';
import { readSecret } from './readSecret.ts';
import { showAnswer } from './show.ts';
import { openTerminal, type Screen } from './terminal.ts';
import { NOUNS, VERBS, type Verb } from './verbs.ts';

export type Setting = {
  env: Environment;
  /** The name with which the user calls the program, for help texts. */
  call: string;
  /** Reads a key or a secret for `login`. By default from standard input. */
  readKey?: (prompt: string) => Promise<string>;
  /** Shows the consent page to the user. By default in a browser. */
  showPage?: (address: string) => void;
  /**
   * The output and the stop signal for commands that run until they are stopped. By default the terminal and Ctrl-C.
   */
  screen?: Screen;
};

/** The output of a command and its exit code. */
export type Outcome = { out: string; err: string; code: number };

const OWN_WORDS = CLIENT_COMMANDS.map(({ noun }) => noun);

/** The first words of all client commands. */
export const FIRST_WORDS: readonly string[] = [...NOUNS, ...OWN_WORDS];

/** Parses and runs one command and returns its output. */
export async function runCommand(words: readonly string[], setting: Setting): Promise<Outcome> {
  const as_json = words.includes('--json');
  const args = words.filter((word) => word !== '--json');
  try {
    const answer = await answerTo(args, as_json, setting);
    if (answer === undefined) return { out: '', err: '', code: 0 };
    if (answer instanceof Help)
      return { out: as_json ? lineOfJson({ usage: answer.text }) : answer.text, err: '', code: 0 };
    return { out: as_json ? lineOfJson(answer) : escapeText(showAnswer(answer)), err: '', code: 0 };
  } catch (error) {
    const { code, ...body } = explain(error);
    return as_json
      ? { out: lineOfJson(body), err: '', code }
      : { out: '', err: escapeLine(body.message), code };
  }
}

/** The text that `--help` prints. */
class Help {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Returns the answer of the service, or a help text. Returns undefined if the command has already written its output.
 */
async function answerTo(
  args: readonly string[],
  as_json: boolean,
  { env, call, readKey = readSecret, showPage = (address) => openPage(address, env), screen }: Setting,
): Promise<unknown> {
  const asks_help = args.includes('--help') || args[0] === 'help' || args.length === 0;
  const [noun, word, ...rest] = args.filter((one) => one !== '--help' && one !== 'help');
  if (noun === undefined) return new Help(helpOfAll(call));
  const own = CLIENT_COMMANDS.find((one) => one.noun === noun);
  if (own && asks_help) return new Help(helpOfVerb(call, own));
  if (own) {
    const words = word === undefined ? [] : [word, ...rest];
    const openStream = () => ({ ...escaped(screen ?? openTerminal()), as_json, transport: open(env, []) });
    return runClientCommand(own, words, { env, readKey, showPage, open: () => open(env), openStream });
  }
  if (!NOUNS.includes(noun)) throw new UsageFault(`“${noun}” is no command${suggest(noun, FIRST_WORDS)}`);
  if (word === undefined) return new Help(helpOfNoun(call, noun));
  const verb = findVerb(noun, word);
  if (asks_help) return new Help(helpOfVerb(call, verb));
  const input = parseRequestInput(verb, rest);
  return open(env).send(verb.operation, input);
}

function lineOfJson(value: unknown): string {
  return escapeLine(JSON.stringify(value));
}

function escaped({ say, note, signal }: Screen): Screen {
  return { say: (line) => say(escapeLine(line)), note: (line) => note(escapeLine(line)), signal };
}

function findVerb(noun: string, word: string): Verb {
  const found = VERBS.find((one) => one.noun === noun && one.verb === word);
  if (found) return found;
  const known = verbsOf(noun);
  throw new UsageFault(
    `${noun} cannot ${word}${suggest(word, known) || `; ${noun} can ${known.join(', ')}`}`,
  );
}

function open(env: Environment, retryDelaysMs: readonly number[] = [1_000]): Transport {
  const { url, credential } = findAccess(env);
  return new Transport({ baseUrl: url, retryDelaysMs }, credential);
}

type Explained = { error: string; message: string; code: number };

function explain(error: unknown): Explained {
  if (error instanceof UsageFault) return { error: 'USAGE', message: error.message, code: 2 };
  if (error instanceof ApiError)
    return { error: error.code ?? `HTTP_${error.status}`, message: error.message, code: 1 };
  if (error instanceof TenantOpsError) return { error: error.name, message: error.message, code: 1 };
  throw error;
}
