import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateQueries, inverseDocumentFrequency, pairsOf } from '../../src/features/knowledge/search.ts';
import {
  allWordsQuery,
  anyWordQuery,
  collectionWord,
  accountWordPrefix,
  quoteWord,
} from '../../src/features/knowledge/searchWords.ts';

const ACCOUNT = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

/** Returns the search candidates for words with these passage counts, rarest first. */
const candidates = (...counts: number[]) =>
  candidateQueries(counts.map((passages, at) => termOf(`w${at}`, at + 1, passages)));

const termOf = (word: string, position: number, passages: number) => ({
  word,
  stem: word,
  position,
  passages,
});

test('a search reads passages with rare words, up to words that 400 passages contain', () => {
  assert.deepEqual(candidates(400), ["('w0')"]);
  assert.deepEqual(candidates(100, 300), ["('w0' | 'w1')"]);
  assert.deepEqual(candidates(100, 301, 302), ["('w0')"]);
});

test('if all words are common, the search requires the three rarest words together, and otherwise any of them', () => {
  assert.deepEqual(candidates(401), ["('w0')", "('w0')"]);
  assert.deepEqual(candidates(401, 402, 403, 404), ["('w0' & 'w1' & 'w2')", "('w0' | 'w1' | 'w2' | 'w3')"]);
});

test('a rarer word has a higher weight', () => {
  const weights = [1, 50, 99, 100].map((passages) =>
    Math.round(inverseDocumentFrequency(passages, 100) * 1_000),
  );
  assert.deepEqual(weights, [4_210, 693, 15, 5]);
  assert.equal(
    inverseDocumentFrequency(120, 100),
    inverseDocumentFrequency(120, 120),
    'more passages than are counted',
  );
});

test('words that follow each other in the query are pairs at the same distance, weighted by the less rare word', () => {
  const terms = [
    { ...termOf('bolt', 5, 2), weight: 3 },
    { ...termOf("o'ring", 1, 9), weight: 1 },
    { ...termOf('flange', 2, 4), weight: 2 },
  ];
  assert.deepEqual(pairsOf(terms), [
    { words: "'o''ring' & 'flange'", phrase: "'o''ring' <1> 'flange'", weight: 1 },
    { words: "'flange' & 'bolt'", phrase: "'flange' <3> 'bolt'", weight: 2 },
  ]);
  assert.deepEqual(pairsOf(terms.slice(0, 1)), []);
});

test('words are quoted according to the syntax of tsquery', () => {
  assert.equal(quoteWord("it's a \\ sign"), "'it''s a \\\\ sign'");
  assert.deepEqual([anyWordQuery(['a', "b'"]), allWordsQuery(['a', 'b'])], ["('a' | 'b''')", "('a' & 'b')"]);
});

test('the tsquery term of a collection contains the last characters of both ids', () => {
  assert.equal(accountWordPrefix(ACCOUNT), '2c8e40');
  assert.equal(collectionWord(ACCOUNT, '0198f0c4-7c5e-7a10-9d3e-abcdefabcdef'), '2c8e40#abcdefabcdef');
});
