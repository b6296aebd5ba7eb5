import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { sessionProceduresQuery, type CatalogueProcedure, type Session } from './api.ts';
import classes from './Sessions.module.css';
import { t } from '../../language/t.ts';

/** The procedures of a session in order, each with its review. */
export function SessionProcedures({ session }: { session: Session }) {
  const { data, placeholder } = useQueryData(
    useQuery(sessionProceduresQuery(session.id)),
    <SkeletonBlock height={60} />,
  );
  if (placeholder) return placeholder;
  if (data.procedures.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {session.status === 'in_progress' ? t('Procedures appear when the session ends') : t('No procedures')}
      </Text>
    );
  }
  return (
    <ol className={classes['taught']}>
      {data.procedures.toReversed().map((one) => (
        <Lesson key={one.id} of={one} />
      ))}
    </ol>
  );
}

function Lesson({ of: { id, title, description, status, review_notes } }: { of: CatalogueProcedure }) {
  return (
    <li>
      <div className={classes['lesson']}>
        <Link to="/catalogue" search={{ status, procedure: id }}>
          {title}
        </Link>
        <StatusBadge state={status} />
      </div>
      {description && (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
      {review_notes && (
        <Text size="sm" c="dimmed">
          {review_notes}
        </Text>
      )}
    </li>
  );
}
