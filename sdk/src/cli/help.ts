import { flagNameOf, positionalNameOf } from './read.ts';
import { CLIENT_COMMANDS } from './own.ts';
import { TOPICS } from './topics.ts';
import { NOUNS, VERBS, type Input, type Usage } from './verbs.ts';

/** Returns the overview of all commands. */
export function helpOfAll(call: string): string {
  const own = CLIENT_COMMANDS.map((one) => [[one.noun, ...places(one)].join(' '), one.about] as const);
  const nouns = NOUNS.map((noun) => [noun, verbsOf(noun).join(', ')] as const);
  return [
    `Usage: ${call} <noun> <verb> [--flag value …]`,
    '',
    ...columns([...nouns, ...own]),
    '',
    ...columns([
      ['--output', 'table, json, csv or yaml; --json is json: exactly one line, also of a failure'],
      ['--all', 'Read all pages of a list'],
      ['--profile', 'Use the stored login of this name'],
      ['--help, -h', 'Behind a noun or a verb: what it takes'],
      ['--version', 'The version of this command'],
    ]),
    '',
    `${call} help TOPIC explains: ${Object.keys(TOPICS).join(', ')}.`,
    'TENANT_OPS_URL and TENANT_OPS_KEY tell the service and an API key; without them, those of login count.',
  ].join('\n');
}

/** Returns the help for the verbs of one noun. */
export function helpOfNoun(call: string, noun: string): string {
  const verbs = VERBS.filter((one) => one.noun === noun);
  return [
    `Usage: ${call} ${noun} <verb>`,
    '',
    ...columns(verbs.map((one) => [[one.verb, ...places(one)].join(' '), one.about])),
  ].join('\n');
}

export function helpOfVerb(call: string, verb: Usage): string {
  const flags = verb.inputs.filter(({ is_positional }) => !is_positional);
  return [
    `Usage: ${[call, `${verb.noun} ${verb.verb}`.trim(), ...places(verb)].join(' ')}${flags.length > 0 ? ' [--flag value …]' : ''}`,
    '',
    verb.about,
    ...(flags.length > 0 ? ['', ...columns(flags.map((one) => [flagNameOf(one.name), meaningOf(one)]))] : []),
  ].join('\n');
}

export function verbsOf(noun: string): string[] {
  return VERBS.filter((one) => one.noun === noun).map(({ verb }) => verb);
}

function places({ inputs }: Usage): string[] {
  return inputs.filter(({ is_positional }) => is_positional).map(({ name }) => positionalNameOf(name));
}

function meaningOf({ about, kind, choices, is_required, is_nullable }: Input): string {
  const notes = [
    ...(is_required ? ['required'] : []),
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...(kind === 'list' ? ['several with commas between'] : []),
    ...(kind === 'json' ? ['JSON, or @ and a file of it'] : []),
    ...(is_nullable ? ['empty for none'] : []),
  ];
  return notes.length > 0 ? `${about} (${notes.join('; ')})` : about;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}
