import { useRef } from 'react';
import { acceptAttribute, DOCUMENT_FILES } from '../../format/fileRules.ts';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import { useProcessDocumentAgain, type DocumentListItem } from './api.ts';
import type { Uploads } from './useUploads.ts';
import { t } from '../../language/t.ts';

export type DocumentActionHandlers = { uploads: Uploads; onDelete: (document: DocumentListItem) => void };

export function DocumentMenu({
  document,
  uploads,
  onDelete,
}: DocumentActionHandlers & { document: DocumentListItem }) {
  const { mutate } = useProcessDocumentAgain();
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
      <ActionsMenu
        of={document.name}
        actions={[
          { label: t('Replace'), icon: 'upload', onClick: () => input.current?.click() },
          { label: t('Process again'), icon: 'refresh', onClick: () => mutate(document.id) },
          { label: t('Delete'), icon: 'trash', isDestructive: true, onClick: () => onDelete(document) },
        ]}
      />
    </>
  );
}
