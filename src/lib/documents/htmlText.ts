import { Parser } from 'htmlparser2';
import { assertTextFits, createBlockCollector, createDepthCounter, type Block } from './document.ts';

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'iframe', 'object']);
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;

/** Returns the visible text of an HTML page in source order. */
export function parseHtml(html: string): Block[] {
  const found = createBlockCollector();
  const depth = createDepthCounter();
  let text = '';
  let unseen = 0;
  const append = (piece: string) => {
    text += piece;
    assertTextFits(text);
  };
  const flush = (kind: Block['kind']) => {
    found.add(kind, text);
    text = '';
  };
  const parser = new Parser({
    onopentagname(name) {
      depth.enter();
      if (UNSEEN.has(name)) unseen++;
      else if (name === 'td' || name === 'th') append(text === '' ? '' : ' | ');
      else if (!INLINE.has(name)) flush('text');
    },
    ontext(data) {
      if (unseen === 0) append(data.replaceAll(/\s+/g, ' '));
    },
    onclosetag(name) {
      depth.leave();
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      else if (HEADING.test(name)) flush('heading');
      else if (name !== 'td' && name !== 'th' && !INLINE.has(name)) flush('text');
    },
  });
  parser.end(html);
  flush('text');
  return found.blocks;
}
