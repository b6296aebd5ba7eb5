import { Text } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import type { Passage } from './api.ts';
import classes from './Knowledge.module.css';

export function PassageCard({ passage }: { passage: Passage }) {
  const { title, page, heading, highlighted } = passage;
  return (
    <article className={classes['passage']}>
      <header>
        <Icon name="knowledge" size={16} />
        <b>{title}</b>
        <Text span size="xs" c="dimmed">
          {[heading, page !== null && `page ${page}`].filter(Boolean).join(' · ')}
        </Text>
      </header>
      <p>
        <Marked text={highlighted} />
      </p>
    </article>
  );
}

/** The server's escaped text with its marks, as elements: nothing of it is ever read as HTML. */
function Marked({ text }: { text: string }) {
  const parts = text.replaceAll(LINE_END, ' ').split(/<mark>(.*?)<\/mark>/s);
  return parts.map((part, at) =>
    // Every second part stood between the marks.
    // oxlint-disable-next-line react/no-array-index-key
    at % 2 === 1 ? <mark key={at}>{plain(part)}</mark> : <span key={at}>{plain(part)}</span>,
  );
}

/** Where a line of the document ended in the middle of a paragraph. */
const LINE_END = /(?<!\n)\n(?!\n)/g;

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function plain(escaped: string): string {
  return escaped.replaceAll(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
