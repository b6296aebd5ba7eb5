import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { RowCheckbox } from '../../components/RowCheckbox.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Thumbnail } from '../../components/Thumbnail.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import type { Selection } from '../../hooks/useSelection.ts';
import type { CatalogueProcedure } from './api.ts';
import classes from './Catalogue.module.css';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

type ProcedureCardProps = {
  procedure: CatalogueProcedure;
  selection: Selection<CatalogueProcedure> | undefined;
  onApprove: (() => void) | undefined;
  onReject: (() => void) | undefined;
};

export function ProcedureCard({ procedure, selection, onApprove, onReject }: ProcedureCardProps) {
  const { id, title, description, status, thumbnail_url, clip_url } = procedure;
  return (
    <article className={classes['card']} aria-label={title}>
      {selection && <RowCheckbox selection={selection} row={procedure} />}
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
            variant="subtle"
            color="gray"
            size="xs"
            onClick={onReject}
            leftSection={<Icon name="close" size={14} />}
          >
            {t('Reject')}
          </Button>
        )}
        {onApprove && (
          <Button variant="light" size="xs" onClick={onApprove} leftSection={<Icon name="check" size={14} />}>
            {t('Approve')}
          </Button>
        )}
      </div>
    </article>
  );
}

function Origin({ of: { session_id, session_name, recorded_by, recorded_at } }: { of: CatalogueProcedure }) {
  return (
    <Text size="sm" c="dimmed">
      <T
        text="{name} in {session}, {when}"
        name={<UserLink user={recorded_by} />}
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

function Verdict({ of: { reviewed_at, reviewed_by, reviewer, review_notes } }: { of: CatalogueProcedure }) {
  if (reviewed_at === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {review_notes && <q className={classes['reason']}>{review_notes}</q>}{' '}
      {reviewed_by !== null && reviewer !== null ? (
        <UserLink user={{ user_id: reviewed_by, name: reviewer }} />
      ) : (
        t('API key or app')
      )}
      , <RelativeTime time={reviewed_at} />
    </Text>
  );
}

function lengthOf({ start_seconds, end_seconds }: CatalogueProcedure): number | null {
  return start_seconds === null || end_seconds === null ? null : Math.max(0, end_seconds - start_seconds);
}
