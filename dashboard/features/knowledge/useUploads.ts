import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAsBase64 } from '../../api/files.ts';
import { createIdempotentRunner } from '../../api/idempotencyKeys.ts';
import { DOCUMENT_FILES, findFileError } from '../../format/fileRules.ts';
import { uploadWithProgress } from '../../api/upload.ts';
import { useKnowledgeOwner } from './owner.ts';

type Uploading = { at: number; name: string; share: number; fault?: string };

let last = 0;

/**
 * Idempotency keys of uploads that have not succeeded, by file. Choosing a failed file again reuses its key, because
 * the upload may have succeeded although its answer was lost.
 */
const acts = new Map<string, ReturnType<typeof createIdempotentRunner>>();

function actOf(name: string): ReturnType<typeof createIdempotentRunner> {
  const act = acts.get(name) ?? createIdempotentRunner();
  acts.set(name, act);
  return act;
}

export type Uploads = {
  running: readonly Uploading[];
  send: (files: readonly File[], target: { collection?: string; replaces?: string }) => void;
  dismiss: (at: number) => void;
};

/** Returns the uploads in progress. A finished upload is removed from the list; a failed one stays with its error. */
export function useUploads(): Uploads {
  const client = useQueryClient();
  const { path: door } = useKnowledgeOwner();
  const [running, setRunning] = useState<readonly Uploading[]>([]);
  const change = (at: number, changes: Partial<Uploading>) =>
    setRunning((all) => all.map((one) => (one.at === at ? { ...one, ...changes } : one)));
  const dismiss = (at: number) => setRunning((all) => all.filter((one) => one.at !== at));

  async function sendOne(file: File, { collection, replaces }: { collection?: string; replaces?: string }) {
    const at = ++last;
    const fault = findFileError(file, DOCUMENT_FILES);
    setRunning((all) => [...all, { at, name: file.name, share: 0, ...(fault && { fault }) }]);
    if (fault) return;
    try {
      const content = await readAsBase64(file);
      const body = { name: file.name, content };
      const onProgress = (share: number) => change(at, { share });
      const act = JSON.stringify([door, file.name, file.size, file.lastModified, collection, replaces]);
      await actOf(act)((nextKey) =>
        replaces === undefined
          ? uploadWithProgress(
              `POST ${door}/documents`,
              { body: { ...body, ...(collection && { collection }) } },
              { nextKey, onProgress },
            )
          : uploadWithProgress(
              `PUT ${door}/documents`,
              { query: { document_id: replaces }, body },
              { nextKey, onProgress },
            ),
      );
      acts.delete(act);
      dismiss(at);
      await client.invalidateQueries({ queryKey: ['documents'] });
    } catch (error) {
      change(at, { fault: error instanceof Error ? error.message : String(error) });
    }
  }

  return { running, dismiss, send: (files, target) => files.forEach((file) => void sendOne(file, target)) };
}
