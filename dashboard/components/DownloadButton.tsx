import { Button } from '@mantine/core';
import { Icon } from './Icon.tsx';

/** A link to a file that the browser saves. */
export function DownloadButton({ href, label }: { href: string; label: string }) {
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
