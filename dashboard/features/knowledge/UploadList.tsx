import '@mantine/core/styles/Progress.layer.css';
import { ActionIcon, Progress } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import classes from './Knowledge.module.css';
import type { Uploads } from './useUploads.ts';
import { t } from '../../language/t.ts';

export function UploadList({ uploads: { running, dismiss } }: { uploads: Uploads }) {
  return (
    <ul className={classes['uploads']} aria-label={t('Uploads')}>
      {running.map(({ at, name, share, fault }) => (
        <li key={at}>
          <Icon name={fault ? 'alert' : 'upload'} size={16} />
          <span>
            {name}
            {fault ? (
              <small role="alert">{fault}</small>
            ) : (
              <Progress value={share * 100} size="sm" aria-label={t('Uploading {name}', { name })} mt={4} />
            )}
          </span>
          {fault && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Dismiss {name}', { name })}
              onClick={() => dismiss(at)}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
