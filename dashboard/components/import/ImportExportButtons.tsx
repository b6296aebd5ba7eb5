import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps, ComponentType } from 'react';
import { t } from '../../language/t.ts';
import { ExportButton } from '../ExportButton.tsx';
import { Icon } from '../Icon.tsx';

type ImportExportButtonsProps = ComponentProps<typeof ExportButton> & {
  /** False if the user may not import. */
  dialog: ComponentType<{ onClose: () => void }> | false;
};

/** The buttons of a list for its import, whose dialog loads when it is first opened, and its export. */
export function ImportExportButtons({ dialog: Dialog, ...list }: ImportExportButtonsProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      {Dialog && (
        <Button variant="default" leftSection={<Icon name="upload" size={16} />} onClick={open}>
          {t('Import CSV')}
        </Button>
      )}
      <ExportButton {...list} />
      {Dialog && isOpen && <Dialog onClose={close} />}
    </>
  );
}
