import { Kbd, Modal, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useMay } from '../api/me.ts';
import { PAGES } from './navigation.ts';
import { SEARCH_KEYS } from './search/SearchButton.tsx';
import classes from './Shell.module.css';

const GENERAL: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[SEARCH_KEYS, '/'], 'Search for records, pages and actions'],
  [['c'], 'Create, on a page that can'],
  [['j', 'k'], 'Go through the tasks of a page'],
  [['x'], 'Choose a task'],
  [['e'], 'Edit a task'],
  [['Esc'], 'Close what is open'],
  [['?'], 'Show this list'],
];

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const may = useMay();
  const pages = PAGES.filter(({ needs }) => may(needs)).map(
    ({ key, label }) => [['g', key], `Go to ${label}`] as const,
  );
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<Text fw={620}>Keyboard shortcuts</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
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
