import { lexer, Marked, type Tokens } from 'marked';
import { html, trustedHtml, type Html } from '../../../lib/text/html.ts';
import { codePanel } from '../code.ts';
import type { CodeLanguage } from '../highlight.ts';

type GuideSection = { id: string; title: string; text: string };

export type Guide = {
  title: string;
  /** The first paragraph, without markup. */
  lead: string;
  sections: GuideSection[];
  body: Html;
};

/** The caption and the syntax highlighting of each kind of code block. */
const BLOCKS: Readonly<Record<string, [caption: string, language: CodeLanguage]>> = {
  sh: ['Shell', 'curl'],
  console: ['Shell', 'curl'],
  json: ['Answer', 'json'],
  http: ['HTTP', 'http'],
  ts: ['TypeScript', 'typescript'],
  js: ['JavaScript', 'typescript'],
  mjs: ['Node', 'typescript'],
  py: ['Python', 'python'],
  go: ['Go', 'go'],
  php: ['PHP', 'php'],
  java: ['Java', 'java'],
};

const marked = new Marked({
  renderer: {
    code: ({ text, lang }) => renderCode(text, lang).text,
    heading({ tokens, depth, text }) {
      const id = slugOf(text);
      const words = trustedHtml(this.parser.parseInline(tokens));
      return depth === 1
        ? html`<h1>${words}</h1>`.text
        : html`<h${depth} id="${id}">${words}<a class="self" href="#${id}" aria-label="Link to ${text}"></a></h${depth}>`
            .text;
    },
    link({ href, tokens }) {
      return html`<a href="${addressOf(href)}">${trustedHtml(this.parser.parseInline(tokens))}</a>`.text;
    },
    image: ({ href, text }) => html`<img src="/docs/guides/${href}" alt="${text}" loading="lazy" />`.text,
    list({ ordered, items }) {
      const list = items.map((item) => trustedHtml(this.listitem(item)));
      return ordered
        ? html`<ol class="plain">
            ${list}
          </ol>`.text
        : html`<ul class="plain">
            ${list}
          </ul>`.text;
    },
  },
});

/** Renders trusted Markdown: the guides and the changelog. Never pass user input. */
export function renderGuide(markdown: string): Guide {
  return {
    ...parseGuideTitleAndLead(markdown),
    sections: sectionsOf(markdown),
    body: trustedHtml(marked.parse(markdown, { async: false })),
  };
}

/** Reads the title and the first paragraph without rendering the guide. */
export function parseGuideTitleAndLead(markdown: string): Pick<Guide, 'title' | 'lead'> {
  const [beginning = ''] = markdown.split(/^## /m, 1);
  const tokens = lexer(beginning);
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  const lead = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return { title: heading?.text ?? '', lead: lead === undefined ? '' : plainText(lead.text) };
}

/** Lists the sections (second-level headings) with their text, for the table of contents and for the search. */
function sectionsOf(markdown: string): GuideSection[] {
  const [, ...parts] = markdown.split(/^## /m);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { id: slugOf(title), title: plainText(title), text: plainText(lines.join(' ')).trim() };
  });
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Rewrites a link to a Markdown file in the same folder into a link to the page of that guide. */
function addressOf(href: string): string {
  const [, name] = /^(?:\.\/)?([\w-]+)\.md(?=#|$)/.exec(href) ?? [];
  return name === undefined ? href : href.replace(/^.*?\.md/, `/docs/guides/${name}`);
}

function renderCode(text: string, lang: string | undefined): Html {
  const [kind = ''] = (lang ?? '').split(' ');
  const [caption, language] = BLOCKS[kind] ?? ['', 'http'];
  return codePanel(caption, text, language);
}

function plainText(markdown: string): string {
  return markdown.replaceAll(/[`*]|\[(?=[^\]]*\]\()|\]\([^)]*\)/g, '').replaceAll(/\s+/g, ' ');
}
