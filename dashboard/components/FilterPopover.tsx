import { Popover } from '@mantine/core';
import { useImperativeHandle, type Ref, type RefObject } from 'react';
import classes from './FilterBar.module.css';
import { t } from '../language/t.ts';
import { FilterFields, type FilterFieldsProps } from './FilterFields.tsx';

type Button = RefObject<HTMLButtonElement | null>;

/** The filter panel below its button. */
export function FilterPopover({ button, ...panel }: FilterFieldsProps & { button: Button }) {
  return (
    <Popover
      opened
      onDismiss={panel.onClose}
      position="bottom-start"
      shadow="md"
      width={panel.fields.length > 3 ? 460 : 280}
      withinPortal={false}
      withRoles={false}
    >
      <Popover.Target>
        <ButtonAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown className={classes['panel'] ?? ''} role="dialog" aria-label={t('Filter')}>
        <FilterFields key={panel.field} {...panel} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Gives the popover the button that is rendered outside of it. */
function ButtonAnchor({ ref, button }: { ref?: Ref<HTMLElement | null>; button: Button }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current, [button]);
  return null;
}
