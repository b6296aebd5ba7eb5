import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import { acceptAttribute, DOCUMENT_FILES } from '../../format/fileRules.ts';
import { Icon } from '../../components/Icon.tsx';
import { useReadAgain, type KnowledgeDocument } from './api.ts';
import type { Uploads } from './useUploads.ts';
import { t } from '../../language/t.ts';

export type DocumentActions = { uploads: Uploads; onDelete: (document: KnowledgeDocument) => void };

export function DocumentMenu({
  document,
  uploads,
  onDelete,
}: DocumentActions & { document: KnowledgeDocument }) {
  const { mutate } = useReadAgain();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptAttribute(DOCUMENT_FILES)}
        aria-label={t('Replacement of {name}', { name: document.name })}
        onChange={(event) => uploads.send([...(event.currentTarget.files ?? [])], { replaces: document.id })}
      />
      <Menu position="bottom-end" shadow="md" width={170}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Actions for {name}', { name: document.name })}
          >
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="upload" size={16} />} onClick={() => input.current?.click()}>
            {t('Replace')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="refresh" size={16} />} onClick={() => mutate(document.id)}>
            {t('Process again')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash" size={16} />}
            onClick={() => onDelete(document)}
          >
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
