import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Thumbnail } from '../../components/Thumbnail.tsx';
import type { CatalogueEntry } from './api.ts';
import classes from './Catalogue.module.css';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

type ProcedureCardProps = {
  procedure: CatalogueEntry;
  onApprove: (() => void) | undefined;
  onReject: (() => void) | undefined;
};

export function ProcedureCard({ procedure, onApprove, onReject }: ProcedureCardProps) {
  const { id, title, description, status, thumbnail_url, clip_url } = procedure;
  return (
    <article className={classes['card']} aria-label={title}>
      <Thumbnail seed={id} url={thumbnail_url} seconds={lengthOf(procedure)} isPlayable={clip_url !== null} />
      <div className={classes['words']}>
        <h2 className={classes['title']}>
          {title} <StatusBadge state={status} />
        </h2>
        {description && <Text size="sm">{description}</Text>}
        <Origin of={procedure} />
        <Verdict of={procedure} />
        {clip_url && (
          <a className={classes['clip']} href={clip_url} target="_blank" rel="noopener noreferrer">
            <Icon name="external" size={14} /> {t('Watch the clip')}
          </a>
        )}
      </div>
      <div className={classes['actions']}>
        {onReject && (
          <Button
            variant="default"
            size="xs"
            onClick={onReject}
            leftSection={<Icon name="close" size={14} />}
          >
            {t('Reject')}
          </Button>
        )}
        {onApprove && (
          <Button size="xs" onClick={onApprove} leftSection={<Icon name="check" size={14} />}>
            {t('Approve')}
          </Button>
        )}
      </div>
    </article>
  );
}

function Origin({ of: { session_id, session_name, recorded_by, recorded_at } }: { of: CatalogueEntry }) {
  return (
    <Text size="sm" c="dimmed">
      <T
        text="{name} in {session}, {when}"
        name={recorded_by.name}
        session={
          <Link className={classes['session']} to="/sessions" search={{ session: session_id }}>
            {session_name ?? t('an unnamed session')}
          </Link>
        }
        when={<RelativeTime time={recorded_at} />}
      />
    </Text>
  );
}

function Verdict({ of: { reviewed_at, reviewer, review_notes } }: { of: CatalogueEntry }) {
  if (reviewed_at === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {review_notes && <q className={classes['reason']}>{review_notes}</q>} {reviewer ?? t('API key or app')},{' '}
      <RelativeTime time={reviewed_at} />
    </Text>
  );
}

function lengthOf({ start_seconds, end_seconds }: CatalogueEntry): number | null {
  return start_seconds === null || end_seconds === null ? null : Math.max(0, end_seconds - start_seconds);
}
