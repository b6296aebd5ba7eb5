import { ApiError, TenantOpsError } from '../errors.ts';
import { Transport } from '../transport.ts';
import { escapeLine } from './escape.ts';
import { readEveryPage } from './everyPage.ts';
import { suggest, UsageFault } from './fault.ts';
import { asksJson, parseGlobals, type Globals } from './globals.ts';
import { helpOfAll, helpOfNoun, helpOfVerb, verbsOf } from './help.ts';
import type { Environment } from './keeping.ts';
import { findAccess } from './login.ts';
import { openPage } from './openPage.ts';
import { CLIENT_COMMANDS } from './own.ts';
import { runClientCommand } from './ownCommands.ts';
import { parseRequestInput } from './read.ts';
import { readSecret } from './readSecret.ts';
import { showAnswer, type Paint } from './show.ts';
import { openPaint, openProgress, openTerminal, type Progress, type Screen } from './terminal.ts';
import { TOPICS } from './topics.ts';
import { NOUNS, VERBS, type Usage, type Verb } from './verbs.ts';
import { VERSION } from '../version.ts';

export type Setting = {
  env: Environment;
  /** The name with which the user calls the program, for help texts. */
  call: string;
  /** Reads a key or a secret for `login`. By default from standard input. */
  readKey?: (prompt: string) => Promise<string>;
  /** Shows a page to the user, such as the consent page. By default in a browser. */
  showPage?: (address: string, about: string) => void;
  /**
   * The output and the stop signal for commands that run until they are stopped. By default the terminal and Ctrl-C.
   */
  screen?: Screen;
  /** Shows the progress of long work. By default on standard error, if it is a terminal. */
  progress?: Progress;
  /** Marks the headings of tables. By default in bold, if standard output is a terminal. */
  paint?: Paint;
};

/** The output of a command and its exit code. */
export type Outcome = { out: string; err: string; code: number };

const OWN_WORDS = CLIENT_COMMANDS.map(({ noun }) => noun);

/** The first words of all client commands. */
export const FIRST_WORDS: readonly string[] = [...NOUNS, ...OWN_WORDS];

/** Parses and runs one command and returns its output. */
export async function runCommand(words: readonly string[], setting: Setting): Promise<Outcome> {
  const { env, progress = openProgress(), paint = openPaint(env) } = setting;
  try {
    const globals = parseGlobals(words, env);
    const { output } = globals;
    const answer = await answerTo(globals, { ...setting, progress });
    progress.end();
    if (answer === undefined) return { out: '', err: '', code: 0 };
    if (answer instanceof Help)
      return { out: output === 'json' ? lineOfJson({ usage: answer.text }) : answer.text, err: '', code: 0 };
    return {
      out: output === 'json' ? lineOfJson(answer) : showAnswer(answer, { output, paint }),
      err: '',
      code: 0,
    };
  } catch (error) {
    progress.end();
    const { code, ...body } = explain(error);
    return asksJson(words, env)
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
async function answerTo(globals: Globals, setting: Setting & { progress: Progress }): Promise<unknown> {
  const { args, output, is_all, asks_help, asks_version, env } = globals;
  const { call, progress } = setting;
  const [noun, word, ...rest] = args;
  if (asks_version) return output === 'table' ? `tenant-ops ${VERSION}` : { version: VERSION };
  if (noun === undefined) return new Help(helpOfAll(call));
  const topic = asks_help ? TOPICS[noun] : undefined;
  if (topic !== undefined && !FIRST_WORDS.includes(noun)) return new Help(topic);
  const own = CLIENT_COMMANDS.find((one) => one.noun === noun);
  if (own && asks_help) return new Help(helpOfVerb(call, own));
  if (own) return runOwn(own, args.slice(1), globals, setting);
  if (!NOUNS.includes(noun))
    throw new UsageFault(`“${noun}” is no command${suggest(noun, asks_help ? HELP_WORDS : FIRST_WORDS)}`);
  if (word === undefined) return new Help(helpOfNoun(call, noun));
  const verb = findVerb(noun, word);
  if (asks_help) return new Help(helpOfVerb(call, verb));
  const input = parseRequestInput(verb, rest);
  const read = (query: object | undefined) =>
    open(env, progress).send(verb.operation, query === undefined ? input : { ...input, query });
  return is_all ? readEveryPage(verb, input.query ?? {}, read, progress.show) : read(input.query);
}

const HELP_WORDS: readonly string[] = [...FIRST_WORDS, ...Object.keys(TOPICS)];

/** Runs a command that is not an operation of the service. */
function runOwn(
  own: Usage,
  words: readonly string[],
  { env, output, is_all }: Globals,
  {
    readKey = readSecret,
    showPage = (address, about) => openPage(address, about, env),
    screen,
    progress,
  }: Setting & { progress: Progress },
): Promise<unknown> {
  if (is_all) throw new UsageFault(`${own.noun} takes no --all: it is not a list of pages`);
  const is_stream = own.noun === 'listen' || own.noun === 'logs';
  if (is_stream && output !== 'table' && output !== 'json')
    throw new UsageFault(`${own.noun} writes lines while it runs: --output can be table or json`);
  const openStream = () => ({
    ...escaped(screen ?? openTerminal()),
    as_json: output === 'json',
    transport: open(env, progress, []),
  });
  return runClientCommand(own, words, {
    env,
    readKey,
    showPage,
    open: () => open(env, progress),
    openStream,
  });
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

function open(env: Environment, progress: Progress, retryDelaysMs: readonly number[] = [1_000]): Transport {
  const { url, credential } = findAccess(env);
  const onRetry = ({ delayMs, error }: { delayMs: number; error: unknown }) =>
    progress.show(`${String(Object(error).message)}; trying again in ${Math.ceil(delayMs / 1_000)} s`);
  return new Transport({ baseUrl: url, retryDelaysMs, onRetry }, credential);
}

type Explained = { error: string; message: string; code: number };

function explain(error: unknown): Explained {
  if (error instanceof UsageFault) return { error: 'USAGE', message: error.message, code: 2 };
  if (error instanceof ApiError)
    return { error: error.code ?? `HTTP_${error.status}`, message: error.message, code: 1 };
  if (error instanceof TenantOpsError) return { error: error.name, message: error.message, code: 1 };
  throw error;
}
