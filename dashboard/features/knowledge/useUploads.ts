import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readBase64 } from '../../api/files.ts';
import { DOCUMENTS, faultOfFile } from '../../components/fileRules.ts';
import { upload } from '../../api/upload.ts';
import { useKnowledgeOwner } from './owner.ts';

type Uploading = { at: number; name: string; share: number; fault?: string };

let last = 0;

export type Uploads = {
  running: readonly Uploading[];
  send: (files: readonly File[], target: { collection?: string; replaces?: string }) => void;
  dismiss: (at: number) => void;
};

/** The uploads under way; a finished one leaves the list, a failed one stays with its error. */
export function useUploads(): Uploads {
  const client = useQueryClient();
  const { at: door } = useKnowledgeOwner();
  const [running, setRunning] = useState<readonly Uploading[]>([]);
  const change = (at: number, changes: Partial<Uploading>) =>
    setRunning((all) => all.map((one) => (one.at === at ? { ...one, ...changes } : one)));
  const dismiss = (at: number) => setRunning((all) => all.filter((one) => one.at !== at));

  async function sendOne(file: File, { collection, replaces }: { collection?: string; replaces?: string }) {
    const at = ++last;
    const fault = faultOfFile(file, DOCUMENTS);
    setRunning((all) => [...all, { at, name: file.name, share: 0, ...(fault && { fault }) }]);
    if (fault) return;
    try {
      const content = await readBase64(file);
      const body = { name: file.name, content };
      const onProgress = (share: number) => change(at, { share });
      if (replaces === undefined)
        await upload(
          `POST ${door}/documents`,
          { body: { ...body, ...(collection && { collection }) } },
          onProgress,
        );
      else await upload(`PUT ${door}/documents`, { query: { document_id: replaces }, body }, onProgress);
      dismiss(at);
      await client.invalidateQueries({ queryKey: ['documents'] });
    } catch (error) {
      change(at, { fault: error instanceof Error ? error.message : String(error) });
    }
  }

  return { running, dismiss, send: (files, target) => files.forEach((file) => void sendOne(file, target)) };
}
