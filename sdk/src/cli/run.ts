import { ApiError, TenantOpsError } from '../errors.ts';
import { Transport } from '../transport.ts';
import { escapeLine, escapeText } from './escape.ts';
import { meantBy, UsageFault } from './fault.ts';
import { helpOfAll, helpOfNoun, helpOfVerb, verbsOf } from './help.ts';
import type { Environment } from './keeping.ts';
import { findAccess } from './login.ts';
import { openPage } from './openPage.ts';
import { OWN } from './own.ts';
import { runOwn } from './ownCommands.ts';
import { readInput } from './read.ts';
import { readSecret } from './readSecret.ts';
import { showAnswer } from './show.ts';
import { openTerminal, type Screen } from './terminal.ts';
import { NOUNS, VERBS, type Verb } from './verbs.ts';

export type Setting = {
  env: Environment;
  /** How the command line is called, for help. */
  call: string;
  /** Reads a key or a secret for `login`; from standard input if left out. */
  readKey?: (prompt: string) => Promise<string>;
  /** Shows a page to the one who logs in; a browser if left out. */
  showPage?: (address: string) => void;
  /** The output and the stop signal of commands that run until stopped; the terminal and Ctrl-C if left out. */
  screen?: Screen;
};

/** The output of a command and its exit code. */
export type Outcome = { out: string; err: string; code: number };

const OWN_WORDS = OWN.map(({ noun }) => noun);

/** The words that a command of this kind begins with. */
export const FIRST_WORDS: readonly string[] = [...NOUNS, ...OWN_WORDS];

/** Runs one command from its words to what is printed. */
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

/** All but help is what the service answered, undefined for what was written as it came. */
async function answerTo(
  args: readonly string[],
  as_json: boolean,
  { env, call, readKey = readSecret, showPage = (address) => openPage(address, env), screen }: Setting,
): Promise<unknown> {
  const asks_help = args.includes('--help') || args[0] === 'help' || args.length === 0;
  const [noun, word, ...rest] = args.filter((one) => one !== '--help' && one !== 'help');
  if (noun === undefined) return new Help(helpOfAll(call));
  const own = OWN.find((one) => one.noun === noun);
  if (own && asks_help) return new Help(helpOfVerb(call, own));
  if (own) {
    const words = word === undefined ? [] : [word, ...rest];
    const openStream = () => ({ ...escaped(screen ?? openTerminal()), as_json, transport: open(env, []) });
    return runOwn(own, words, { env, readKey, showPage, open: () => open(env), openStream });
  }
  if (!NOUNS.includes(noun)) throw new UsageFault(`“${noun}” is no command${meantBy(noun, FIRST_WORDS)}`);
  if (word === undefined) return new Help(helpOfNoun(call, noun));
  const verb = findVerb(noun, word);
  if (asks_help) return new Help(helpOfVerb(call, verb));
  const input = readInput(verb, rest);
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
    `${noun} cannot ${word}${meantBy(word, known) || `; ${noun} can ${known.join(', ')}`}`,
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
