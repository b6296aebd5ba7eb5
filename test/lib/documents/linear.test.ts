import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentFault } from '../../../src/lib/documents/document.ts';
import { parseHtml } from '../../../src/lib/documents/htmlText.ts';
import { splitPassages } from '../../../src/lib/documents/passages.ts';
import { parseCsv, parseMarkdown, parsePlainText } from '../../../src/lib/documents/plainText.ts';
import { processorTimeOf } from '../../support/processorTime.ts';

const READERS = { parseMarkdown, parseCsv, parsePlainText, parseHtml };
const LENGTH = 40_000;
const MOST_MS = 1_000;
const STARTS = ['', 'a', '"', '[', '# ', '<p ', 'a,b\n'];
const PIECES = [
  'a¦ ¦\t¦\r¦\n¦ \n¦\r\n¦_¦ _¦_a¦*¦`¦[¦[[¦]¦[a](¦[a](b)¦![¦](¦(¦)¦#¦# ¦ #¦ # ¦|¦| ¦:-|¦-¦- ¦```\n',
  '"¦""¦,¦;¦",¦,"',
  '<¦<p>¦</p>¦<b¦<!--¦-->¦<![CDATA[¦&¦&amp¦<a b="¦<script>¦<svg>¦</span>¦<p a=b ',
].flatMap((pieces) => pieces.split('¦'));
const ENDS = ['x', '"'];

function readWhole(read: (text: string) => ReturnType<typeof parsePlainText>, text: string): void {
  try {
    splitPassages(read(text));
  } catch (error) {
    assert.ok(error instanceof DocumentFault);
  }
}

for (const [name, read] of Object.entries(READERS)) {
  test(`${name} takes linear time for any repeated text`, (context) => {
    let [worst, of_what] = [0, ''];
    for (const start of STARTS)
      for (const piece of PIECES)
        for (const end of ENDS) {
          const text = start + piece.repeat(LENGTH / piece.length) + end;
          const spent_ms = processorTimeOf(() => readWhole(read, text));
          if (spent_ms > worst) [worst, of_what] = [spent_ms, JSON.stringify([start, piece, end])];
        }
    context.diagnostic(`at most ${worst.toFixed(1)} ms for ${LENGTH} characters: ${of_what}`);
    assert.ok(worst < MOST_MS, `${worst} ms for ${of_what}`);
  });
}

test('control: ambiguous patterns take quadratic and cubic time', () => {
  const PATTERNS: [RegExp, string, number][] = [
    [/^\s*\|?[\s:|-]+\|?\s*$/, ' ', 20],
    [/(?<=\W|^)_+|_+(?=\W|$)/, 'a_', 6],
  ];
  for (const [pattern, piece, least] of PATTERNS) {
    const [short, long] = [300, 1_200].map((length) => {
      const text = `${piece.charAt(0)}${piece.slice(-1).repeat(length)}x`;
      return fastestOf(9, () => text.replaceAll(new RegExp(pattern, 'g'), ''));
    });
    const growth = (long ?? 0) / (short ?? Infinity);
    assert.ok(growth > least, `${growth} times the time for four times the text`);
  }
});

/**
 * Returns the minimum of several measurements in wall-clock time, because processor time has ticks that are longer than
 * the work.
 */
function fastestOf(rounds: number, work: () => unknown): number {
  const took_ms = Array.from({ length: rounds }, () => {
    const started_ms = performance.now();
    work();
    return performance.now() - started_ms;
  });
  return Math.min(...took_ms);
}
