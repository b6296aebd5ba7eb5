import { suggest, UsageFault } from './fault.ts';
import { OUTPUTS } from './globals.ts';
import { CLIENT_COMMANDS } from './own.ts';
import { flagNameOf } from './read.ts';
import { NOUNS, VERBS, type Input, type Usage } from './verbs.ts';

/** Writes the completion script of a shell from the table of commands. */
export function writeCompletion(shell: string | undefined): string {
  const write = shell === undefined ? undefined : WRITERS[shell];
  if (write) return write();
  const known = Object.keys(WRITERS);
  const what = shell === undefined ? 'The name of a shell must follow' : `“${shell}” cannot be completed for`;
  throw new UsageFault(`${what}${suggest(shell ?? '', known) || `: ${known.join(', ')} can`}`);
}

const WRITERS: Readonly<Record<string, () => string>> = { bash: writeBash, zsh: writeZsh, fish: writeFish };

const ALWAYS = ['--output', '--json', '--profile', '--help'];

/** The first words of all commands, with descriptions. */
const FIRST: readonly (readonly [word: string, about: string])[] = [
  ...NOUNS.map((noun) => [noun, verbsOf(noun).join(', ')] as const),
  ...CLIENT_COMMANDS.map(({ noun, about }) => [noun, about] as const),
];

function verbsOf(noun: string): string[] {
  return VERBS.filter((one) => one.noun === noun).map(({ verb }) => verb);
}

/** Lists the values and flags that can follow a complete command. */
function wordsOf(usage: Usage): string[] {
  return [...valuesOf(usage), ...flagsOf(usage).map(({ name }) => flagNameOf(name)), ...ALWAYS];
}

function valuesOf({ inputs }: Usage): readonly string[] {
  return inputs.flatMap(({ is_positional, choices = [] }) => (is_positional ? choices : []));
}

function flagsOf({ inputs }: Usage): Input[] {
  return inputs.filter(({ is_positional }) => !is_positional);
}

function writeBash(): string {
  return [
    '# tenant-ops completion bash > ~/.local/share/bash-completion/completions/tenant-ops',
    '_tenant_ops() {',
    '  local at=$COMP_CWORD typed=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}',
    '  local first=${COMP_WORDS[1]} second=${COMP_WORDS[2]:-} offered= is_value=1',
    '  [ "$typed" != = ] || typed=',
    '  [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}',
    ...chooseOffered(),
    '  COMPREPLY=($(compgen -W "$offered" -- "$typed"))',
    '}',
    'complete -o default -F _tenant_ops tenant-ops',
  ].join('\n');
}

function writeZsh(): string {
  return [
    '#compdef tenant-ops',
    '# tenant-ops completion zsh > _tenant-ops in a folder of $fpath',
    '_tenant_ops() {',
    '  local at=$((CURRENT - 1)) before=${words[CURRENT-1]}',
    '  local first=${words[2]} second=${words[3]} offered= is_value=1',
    ...chooseOffered(),
    '  if [ -n "$offered" ]; then compadd -- ${=offered}; else _files; fi',
    '}',
    'compdef _tenant_ops tenant-ops',
  ].join('\n');
}

/**
 * Writes the shell `case` statements, equal for both shells, that choose the completions: the values of the preceding
 * flag, otherwise the words that can follow.
 */
function chooseOffered(): string[] {
  const commands = [...VERBS, ...CLIENT_COMMANDS];
  const values = commands.flatMap((one) =>
    flagsOf(one)
      .filter(({ kind }) => kind !== 'boolean')
      .map(({ name, choices = [] }) => offer(`${patternOf(one)}' ${flagNameOf(name)}'`, choices)),
  );
  return [
    '  case "$first $second $before" in',
    offer("*' --output'", OUTPUTS),
    ...values,
    '    *) is_value= ;;',
    '  esac',
    '  [ -n "$is_value" ] || case "$at $first $second" in',
    offer("'1 '*", [...FIRST.map(([word]) => word), 'help']),
    ...NOUNS.map((noun) => offer(`'2 ${noun} '*`, [...verbsOf(noun), '--help'])),
    ...commands.map((one) => offer(`*' '${patternOf(one)}`, wordsOf(one))),
    '  esac',
  ];
}

/**
 * Returns the shell pattern that matches a command. After a command of one word, the pattern matches any further words.
 */
function patternOf({ noun, verb }: Usage): string {
  return verb === '' ? `'${noun} '*` : `'${noun} ${verb}'`;
}

function offer(pattern: string, words: readonly string[]): string {
  return `    ${pattern}) offered='${words.join(' ')}' ;;`;
}

function writeFish(): string {
  return [
    '# tenant-ops completion fish > ~/.config/fish/completions/tenant-ops.fish',
    ...FIRST.map(([word, about]) => `${FISH} -n __fish_use_subcommand -a ${word} -d ${quoted(about)}`),
    ...VERBS.map(({ noun, verb, about }) => {
      const unless = `not __fish_seen_subcommand_from ${verbsOf(noun).join(' ')}`;
      return `${FISH} -n '__fish_seen_subcommand_from ${noun}; and ${unless}' -a ${verb} -d ${quoted(about)}`;
    }),
    ...[...VERBS, ...CLIENT_COMMANDS].flatMap(fishLines),
    `complete -c tenant-ops -l output -x -a '${OUTPUTS.join(' ')}' -d 'The format of the output'`,
    "complete -c tenant-ops -l profile -x -d 'The stored login to use'",
    "complete -c tenant-ops -l json -d 'Print exactly one line of JSON'",
    "complete -c tenant-ops -l help -d 'Show usage'",
  ].join('\n');
}

const FISH = 'complete -c tenant-ops -f';

function fishLines(usage: Usage): string[] {
  const seen = [usage.noun, usage.verb].filter((word) => word !== '');
  const when = `-n '${seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')}'`;
  const values = valuesOf(usage);
  return [
    ...(values.length > 0 ? [`${FISH} ${when} -a '${values.join(' ')}'`] : []),
    ...flagsOf(usage).map((flag) => `complete -c tenant-ops ${when} ${fishFlag(flag)}`),
  ];
}

function fishFlag({ name, kind, about, choices }: Input): string {
  const value = choices ? ` -x -a '${choices.join(' ')}'` : kind === 'boolean' ? '' : ' -r';
  return `-l ${flagNameOf(name).slice(2)}${value} -d ${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
