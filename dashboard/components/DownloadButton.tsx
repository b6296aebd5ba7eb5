import { Button } from '@mantine/core';
import { Icon } from './Icon.tsx';
import type { Label } from '../language/t.ts';

export function DownloadButton({ href, label }: { href: string; label: Label }) {
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      href={href}
      download
    >
      {label}
    </Button>
  );
}
