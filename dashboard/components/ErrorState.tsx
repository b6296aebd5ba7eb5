import { Button, Text } from '@mantine/core';
import { isTransient, ApiError } from '../api/client.ts';
import { Icon } from './Icon.tsx';
import { CopyableId } from './CopyableId.tsx';
import classes from './States.module.css';
import { t, type Label } from '../language/t.ts';
import { T } from '../language/T.tsx';

/** Shows an error with its request id and a retry button. Transient errors are also retried automatically. */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const request_id = error instanceof ApiError ? error.request_id : undefined;
  return (
    <div className={classes['state']} role="alert">
      <span className={`${classes['icon']} ${classes['bad']}`}>
        <Icon name="alert" size={24} />
      </span>
      <Text component="p" fw={600}>
        {titleOf(error)}
      </Text>
      <Text component="p" c="dimmed" size="sm" maw={440}>
        {isTransient(error) ? `${reasonOf(error)} ${t('Trying again automatically.')}`.trim() : error.message}
      </Text>
      {request_id && (
        <Text component="p" size="sm" c="dimmed">
          <T text="Request {id}" id={<CopyableId id={request_id} what={t('request id')} />} />
        </Text>
      )}
      {retry && (
        <div className={classes['action']}>
          <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={retry}>
            {t('Try again')}
          </Button>
        </div>
      )}
    </div>
  );
}

function reasonOf(error: Error): string {
  if (isBusy(error)) return t('The service has too many requests or is being restarted.');
  return error instanceof ApiError && error.status >= 500 ? t('This is not your fault.') : '';
}

function isBusy(error: Error): boolean {
  return error instanceof ApiError && (error.status === 503 || error.status === 429);
}

function titleOf(error: Error): Label {
  if (!(error instanceof ApiError)) return t('This page has an error');
  if (isBusy(error)) return t('The service is busy');
  if (error.status >= 500) return t('The service has a problem');
  return TITLES[error.code] ?? t('This content could not be loaded');
}

const TITLES: Record<string, Label> = {
  NO_CONNECTION: t('No connection'),
  NO_ANSWER: t('The service is not responding'),
};
