import '@mantine/core/styles/Drawer.layer.css';
import { Drawer, Text } from '@mantine/core';
import { useIsTopDialog } from '../hooks/useIsTopDialog.ts';
import { t } from '../language/t.ts';
import classes from './FilterBar.module.css';
import { FilterFields, type FilterFieldsProps } from './FilterFields.tsx';

/** The filter panel of a phone. */
export function FilterSheet(props: FilterFieldsProps) {
  return (
    <Drawer
      opened
      title={<Text fw={620}>{t('Filter')}</Text>}
      position="bottom"
      classNames={{ content: classes['sheet'] ?? '' }}
      closeOnEscape={useIsTopDialog()}
      closeButtonProps={{ 'aria-label': t('Close') }}
      onClose={props.onClose}
    >
      <FilterFields {...props} />
    </Drawer>
  );
}
