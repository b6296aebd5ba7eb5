import { html, type Html } from '../../lib/text/html.ts';

/** Renders a description as paragraphs. Text in backticks becomes `<code>`. */
export function renderParagraphs(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${renderInlineCode(paragraph)}</p>`)}`;
}

export function renderInlineCode(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
