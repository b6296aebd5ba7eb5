import { Button, Text } from '@mantine/core';
import { Refusal } from '../api/client.ts';
import { Icon } from './Icon.tsx';
import { Id } from './Id.tsx';
import classes from './States.module.css';
import { t } from '../language/t.ts';
import { T } from '../language/T.tsx';

/** The server's message, the request id, and a button to try again. */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const request_id = error instanceof Refusal ? error.request_id : undefined;
  return (
    <div className={classes['state']} role="alert">
      <span className={`${classes['icon']} ${classes['bad']}`}>
        <Icon name="alert" size={24} />
      </span>
      <Text component="p" fw={600}>
        {error instanceof Refusal ? t('This could not be loaded') : t('Something broke on this page')}
      </Text>
      <Text component="p" c="dimmed" size="sm" maw={440}>
        {error.message}
      </Text>
      {request_id && (
        <Text component="p" size="sm" c="dimmed">
          <T text="Request {id}" id={<Id id={request_id} what={t('request id')} />} />
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
