import { Parser } from 'htmlparser2';
import {
  assertTextFits,
  createBlockCollector,
  createDepthCounter,
  DocumentFault,
  type Block,
} from './document.ts';
import { documentReasons } from './reasons.ts';
import { readEntry } from './zip.ts';

const MOST_BYTES = 48 * 1024 * 1024;
const HEADING = /^(?:title|heading|berschrift|titre|ttulo|encabezado|kop|rubrik|overskrift)[ _-]?\d?$/i;

/**
 * Reads the paragraphs of a Word document. Headings are recognized by their styles. XML entities are never expanded.
 */
export function parseDocx(file: Buffer): Block[] {
  const xml = readEntry(file, 'word/document.xml', MOST_BYTES);
  if (!xml) throw new DocumentFault(documentReasons.document_no_word_file);
  const found = createBlockCollector();
  const depth = createDepthCounter();
  let text = '';
  let is_heading = false;
  let in_text = false;
  const append = (piece: string) => {
    text += piece;
    assertTextFits(text);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth.enter();
        if (name === 'w:t') in_text = true;
        else if (name === 'w:tab') append('\t');
        else if (name === 'w:br' || name === 'w:cr') append('\n');
        else if (name === 'w:pStyle') is_heading ||= HEADING.test(attributes['w:val'] ?? '');
        else if (name === 'w:outlineLvl') is_heading ||= Number(attributes['w:val']) < 9;
      },
      ontext(data) {
        if (in_text) append(data);
      },
      onclosetag(name) {
        depth.leave();
        if (name === 'w:t') in_text = false;
        if (name !== 'w:p') return;
        found.add(is_heading ? 'heading' : 'text', text);
        text = '';
        is_heading = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml.toString('utf8'));
  return found.blocks;
}
