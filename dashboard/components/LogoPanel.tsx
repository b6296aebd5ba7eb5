import { Button, Group, Input } from '@mantine/core';
import { useState } from 'react';
import { readAsBase64 } from '../api/files.ts';
import { acceptAttribute, findFileError, LOGO_FILES } from '../format/fileRules.ts';
import { Icon } from './Icon.tsx';
import { Logo } from './Logo.tsx';
import { Panel } from './Panel.tsx';
import { FileChooser } from './FileChooser.tsx';
import { t, type Label } from '../language/t.ts';

type LogoPanelProps = {
  name: string;
  /** Undefined while the logo is loading. */
  logo: string | null | undefined;
  about: Label;
  isBusy: boolean;
  /** Rejects with the server's error if the picture is invalid. */
  onChoose: (base64: string) => Promise<unknown>;
  onRemove: () => void;
};

/** Shows a logo, and lets the user choose or remove it. */
export function LogoPanel({ name, logo, about, isBusy, onChoose, onRemove }: LogoPanelProps) {
  const { choose, fault } = useChosen(onChoose);
  const take = (file: File | null) => {
    if (file) void choose(file);
  };
  return (
    <Panel title={t('Logo')} about={about}>
      <Group gap="sm">
        <Logo url={logo} name={name} isLarge />
        <FileChooser
          onChange={take}
          accept={acceptAttribute(LOGO_FILES)}
          inputProps={{ 'aria-label': t('Logo file') }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isBusy}
              leftSection={<Icon name="upload" size={16} />}
            >
              {logo ? t('Choose another file') : t('Choose a file')}
            </Button>
          )}
        </FileChooser>
        {logo && (
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={onRemove}>
            {t('Remove logo')}
          </Button>
        )}
      </Group>
      <Input.Description mt={8}>
        {t('{kinds}, at most {most_kb} KB. Square logos look best.', {
          kinds: LOGO_FILES.kinds,
          most_kb: LOGO_FILES.most_mb * 1024,
        })}
      </Input.Description>
      {fault && (
        <Input.Error role="alert" mt={4}>
          {fault}
        </Input.Error>
      )}
    </Panel>
  );
}

function useChosen(onChoose: (base64: string) => Promise<unknown>) {
  const [fault, setFault] = useState<string>();
  const choose = async (file: File) => {
    const found = findFileError(file, LOGO_FILES);
    setFault(found);
    if (found) return;
    try {
      await onChoose(await readAsBase64(file));
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return { choose, fault };
}
