import { randomBytes } from 'node:crypto';
import type { Form } from '../contract.ts';
import { selectSupportedFields, type SupportedFormField } from '../fields.ts';
import type { TemplateRow } from '../sql/forms.ts';
import { A4_PAGE_POINTS, writePdf, type PdfElement } from './writePdf.ts';

const MARGIN = 56;
const BOTTOM = A4_PAGE_POINTS.height - MARGIN;
const WIDTH = A4_PAGE_POINTS.width - 2 * MARGIN;
/**
 * The assumed width of a letter, as a share of the font size. In Helvetica, only lines of capital letters are wider on
 * average.
 */
const LETTER = 0.56;

type Block = { height: number; marks: PdfElement[] };

/** The template columns of a form without a file. Its URL is a new random path that serves the generated PDF. */
export function templateRowForGeneratedPdf(account_id: string): TemplateRow {
  return {
    template_image_url: `/files/${account_id}/${randomBytes(24).toString('hex')}`,
    template_key: null,
    template_sha256: null,
    template_bytes: null,
    template_mime_type: 'application/pdf',
    thumbnail_due_at: null,
  };
}

/**
 * True if this service serves the template. Stored paths begin with a slash; templates of callers are absolute URLs.
 */
export function isTemplateServedByThisService({
  template_image_url,
}: Pick<TemplateRow, 'template_image_url'>): boolean {
  return template_image_url?.startsWith('/') ?? false;
}

/** Generates a PDF with the name of the form and all fields, with space for answers. */
export function renderFormPdf({
  name,
  category,
  fields,
}: Pick<Form, 'name' | 'category' | 'fields'>): Buffer {
  return writePdf(pagesOf([headOf(name, category), ...selectSupportedFields(fields).map(fieldBlock)]), name);
}

function headOf(name: string, category: string | null): Block {
  const lines = [
    ...(category === null ? [] : textLines(category, 10)),
    ...textLines(name, 20, { bold: true }),
  ];
  return stacked(lines, 18);
}

function fieldBlock({ label, required, help, ...field }: SupportedFormField): Block {
  const lines = [
    ...textLines(required ? `${label} *` : label, 11, { bold: true }),
    ...(help === undefined ? [] : textLines(help, 9)),
    ...answerLines(field),
  ];
  return stacked(lines, 14);
}

function answerLines({ type, options }: Pick<SupportedFormField, 'type' | 'options'>): Block[] {
  if (type === 'yes_no') return ['Yes', 'No'].flatMap(optionLines);
  if ((type === 'choice' || type === 'choices') && options.length > 0) return options.flatMap(optionLines);
  const height = type === 'long_text' ? 72 : 24;
  return [{ height: height + 6, marks: [{ kind: 'box', x: MARGIN, y: 4, width: WIDTH, height }] }];
}

function optionLines(option: string): Block[] {
  const lines = textLines(option, 10, { indent: 18 });
  const [first] = lines;
  first?.marks.push({ kind: 'box', x: MARGIN, y: 3, width: 9, height: 9 });
  return lines;
}

function textLines(text: string, size: number, { bold = false, indent = 0 } = {}): Block[] {
  const most = Math.floor((WIDTH - indent) / (size * LETTER));
  const height = Math.ceil(size * 1.4);
  return wrapped(text, most).map((line) => ({
    height,
    marks: [{ kind: 'text', text: line, x: MARGIN + indent, y: size + 1, size, bold }],
  }));
}

/** Wraps text into lines of at most `most` characters. Longer words are split. */
function wrapped(text: string, most: number): string[] {
  const words = text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${most}}`, 'gu')) ?? []);
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function stacked(blocks: readonly Block[], space: number): Block {
  let height = 0;
  const marks: PdfElement[] = [];
  for (const block of blocks) {
    for (const mark of block.marks) marks.push({ ...mark, y: mark.y + height });
    height += block.height;
  }
  return { height: height + space, marks };
}

/** Distributes blocks over pages. A block moves to the next page if it does not fit; only longer blocks are split. */
function pagesOf(blocks: readonly Block[]): PdfElement[][] {
  const pages: PdfElement[][] = [[]];
  let top = MARGIN;
  for (const { height, marks } of blocks) {
    if (top > MARGIN && top + height > BOTTOM) {
      pages.push([]);
      top = MARGIN;
    }
    for (const mark of marks) {
      const below = mark.y + heightOf(mark);
      if (top + below > BOTTOM) {
        pages.push([]);
        top = MARGIN - mark.y + (mark.kind === 'text' ? mark.size : 0);
      }
      pages.at(-1)?.push({ ...mark, y: top + mark.y });
    }
    top += height;
  }
  return pages;
}

function heightOf(mark: PdfElement): number {
  return mark.kind === 'box' ? mark.height : 0;
}
