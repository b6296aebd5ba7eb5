import { Text } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Passage } from './api.ts';
import classes from './Knowledge.module.css';
import { t } from '../../language/t.ts';

export function PassageCard({ passage }: { passage: Passage }) {
  const { title, page, heading, highlighted, is_weak } = passage;
  return (
    <article className={classes['passage']}>
      <header>
        <Icon name="knowledge" size={16} />
        <b>{title}</b>
        <Text span size="xs" c="dimmed">
          {[heading, page !== null && t('page {page}', { page })].filter(Boolean).join(' · ')}
        </Text>
        {is_weak && <StatusBadge state="weak" />}
      </header>
      <p>
        <Marked text={highlighted} />
      </p>
    </article>
  );
}

/** Renders the highlights of the server's escaped text as React elements. The text is never parsed as HTML. */
function Marked({ text }: { text: string }) {
  return piecesOf(text.replaceAll(LINE_END, ' ')).map(({ start, text, isMarked }) =>
    isMarked ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
  );
}

/** `start` is the offset of the piece in the passage and its React key. */
type Piece = { start: number; text: string; isMarked: boolean };

const PIECE = /<mark>(?<marked>.*?)<\/mark>|(?<plain>(?:(?!<mark>).)+)/gs;

/** Returns the pieces of a passage, inside and outside the highlights. */
function piecesOf(highlighted: string): Piece[] {
  return [...highlighted.matchAll(PIECE)].map(({ index, groups }) => ({
    start: index,
    text: plain(groups?.['marked'] ?? groups?.['plain'] ?? ''),
    isMarked: groups?.['marked'] !== undefined,
  }));
}

/** Matches a single line break inside a paragraph of the document. */
const LINE_END = /(?<!\n)\n(?!\n)/g;

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function plain(escaped: string): string {
  return escaped.replaceAll(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
