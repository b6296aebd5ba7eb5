import type { MultiShard } from '../../support/multiShard.ts';
import { readSources } from '../architecture/sources.ts';
import { readTemplates } from '../architecture/templates.ts';

/** The minimum length of a fragment in characters: shorter fragments also occur in many other statements. */
const TELLING = 8;

type Known = { name: string; pieces: string[]; explained: boolean };

/**
 * Returns the product's statements that used several shards, by the function that contains them, unless a comment there
 * explains why. Statements of the tests match no function of the product.
 */
export function shardFaults(statements: readonly MultiShard[]): string[] {
  const known = readKnown();
  return statements.flatMap(({ statement, times }) => {
    const functions = known.filter(({ pieces }) => isMadeOf(statement, pieces));
    if (functions.length === 0 || functions.some(({ explained }) => explained)) return [];
    const names = [...new Set(functions.map(({ name }) => name))].join(', ');
    return [`${names}, ${times} times: ${statement.slice(0, 200)}`];
  });
}

function isMadeOf(statement: string, pieces: readonly string[]): boolean {
  return statement.startsWith(pieces[0] ?? '') && pieces.every((piece) => statement.includes(piece));
}

function readKnown(): Known[] {
  const paths = [
    'src/**/queries.ts',
    'src/**/sql/*.ts',
    'src/events/emit.ts',
    'src/lib/{concurrency,crypto}/*.ts',
  ];
  return paths
    .flatMap((path) => readSources(path))
    .flatMap(({ path, text }) => readTemplates(path, text).map((template) => ({ path, ...template })))
    .map(({ path, within, sql, explained }) => ({
      name: `${path} ${within}`,
      explained,
      pieces: sql
        .split(/‹[^›]*›/)
        .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
        .filter((piece) => piece.length >= TELLING),
    }))
    .filter(({ pieces }) => pieces.length > 0);
}
