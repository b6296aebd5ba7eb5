import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Text } from '@mantine/core';
import { t, type Label } from '../../language/t.ts';
import { Icon } from '../Icon.tsx';
import type { BulkAction, BulkResult, Rejection } from './bulkAction.ts';
import classes from './Bulk.module.css';

type BulkReportProps = {
  action: BulkAction;
  result: BulkResult;
  onRun: (action: BulkAction) => void;
  onClose: () => void;
};

/** The result of a bulk action: the number of changed records, and the others with the reason. */
export function BulkReport({ action, result, onRun, onClose }: BulkReportProps) {
  const { done, rejected, failure, rest, undo } = result;
  const open = action.total - done - rejected.length;
  return (
    <>
      <Text size="sm" role="status">
        {action.says(done)}
        {open > 0 &&
          `. ${t('{count, plural, one {# record is} other {# records are}} left.', { count: open })}`}
      </Text>
      {failure !== undefined && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
          {failure}
        </Alert>
      )}
      {rejected.length > 0 && (
        <Rejections
          rejected={rejected}
          title={t('{count, plural, one {# record was} other {# records were}} not changed', {
            count: rejected.length,
          })}
        />
      )}
      <Group justify="flex-end" gap="xs">
        {undo && (
          <Button variant="default" onClick={() => onRun(undo)}>
            {t('Undo')}
          </Button>
        )}
        <Button
          {...(rest && { variant: 'default' })}
          onClick={onClose}
          data-autofocus={rest === undefined || undefined}
        >
          {t('Close')}
        </Button>
        {rest && (
          <Button onClick={() => onRun(rest)} data-autofocus>
            {t('Continue')}
          </Button>
        )}
      </Group>
    </>
  );
}

const MOST_SHOWN = 100;

export function Rejections({ rejected, title }: { rejected: readonly Rejection[]; title: Label }) {
  const hidden = rejected.length - MOST_SHOWN;
  return (
    <div>
      <Text size="sm" fw={550} mb={6}>
        {title}
      </Text>
      <ul className={classes['rejections']} tabIndex={0} aria-label={title}>
        {rejected.slice(0, MOST_SHOWN).map(({ id, name, reason }) => (
          <li key={id}>
            <b>{name}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('and {count} more', { count: hidden })}
        </Text>
      )}
    </div>
  );
}
