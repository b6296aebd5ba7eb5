import type { Html, HtmlValue } from '../../lib/text/html.ts';
import { html } from '../../lib/text/html.ts';
import type { ReferenceChapter } from './chapter.ts';
import { guidePath, type NamedGuide } from './guides/page.ts';

/** A section of the documentation, as the search on the page stores it. */
export type SearchTarget = { title: string; under: string; href: string; text: string };

const MOST_WORDS = 400;

/** Lists all sections of the guides and the reference for the search on the page. */
export function listSearchTargets(
  guides: readonly NamedGuide[],
  chapters: readonly ReferenceChapter[],
): SearchTarget[] {
  return [...guides.flatMap(placesOfGuide), ...chapters.flatMap(placesOfChapter)];
}

function placesOfGuide(guide: NamedGuide): SearchTarget[] {
  const href = guidePath(guide);
  return [
    { title: guide.title, under: 'Guides', href, text: guide.lead },
    ...guide.sections.map(({ id, title, text }) => ({
      title,
      under: guide.title,
      href: `${href}#${id}`,
      text: cut(text),
    })),
  ];
}

function placesOfChapter(chapter: ReferenceChapter): SearchTarget[] {
  return chapter.sections.map(({ id, title, prose }) => ({
    title,
    under: chapter.title,
    href: `/docs#${id}`,
    text: cut(wordsOf(prose)),
  }));
}

/** Extracts the visible text from HTML. Use it only for HTML that this feature built. */
function wordsOf(prose: HtmlValue): string {
  const shown: Html = html`${prose}`;
  return shown.text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function cut(text: string): string {
  return text.split(' ', MOST_WORDS).join(' ');
}
