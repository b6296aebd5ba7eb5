import { Button } from '@mantine/core';
import { Icon } from './Icon.tsx';
import type { Label } from '../language/t.ts';

/** Opens the dialog that creates a record of the page. */
export function CreateButton({ label, onClick }: { label: Label; onClick: () => void }) {
  return (
    <Button onClick={onClick} leftSection={<Icon name="plus" size={16} />}>
      {label}
    </Button>
  );
}
