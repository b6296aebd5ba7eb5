import { Kbd, Modal, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useMay } from '../api/me.ts';
import { NAV_PAGES } from './navigation.ts';
import { SEARCH_SHORTCUT_LABEL } from './search/SearchButton.tsx';
import classes from './Shell.module.css';
import { t } from '../language/t.ts';

const GENERAL: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[SEARCH_SHORTCUT_LABEL, '/'], t('Search for records, pages and actions')],
  [['c'], t('Create a record (where available)')],
  [['j', 'k'], t('Move through the tasks of a page')],
  [['x'], t('Select a task')],
  [['e'], t('Edit a task')],
  [[t('Esc')], t('Close the open dialog or panel')],
  [['?'], t('Show keyboard shortcuts')],
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const pages = NAV_PAGES.filter(({ needs }) => may(needs)).map(
    ({ key, label }) => [['g', key], t('Go to {label}', { label })] as const,
  );
  return (
    <Modal opened onClose={onClose} title={<Text fw={620}>{t('Keyboard shortcuts')}</Text>}>
      <dl className={classes['keys']}>
        {[...GENERAL, ...pages].map(([keys, does]) => (
          <Fragment key={does}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key} mr={4}>
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
