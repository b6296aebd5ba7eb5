import { html, type Html } from '../../lib/text/html.ts';

/** Paragraphs of a description, with `code` in backticks. */
export function renderParagraphs(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${renderInline(paragraph)}</p>`)}`;
}

export function renderInline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
