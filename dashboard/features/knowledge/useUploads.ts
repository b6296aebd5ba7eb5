import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readBase64 } from '../../api/files.ts';
import { createKeyedRunner } from '../../api/idempotencyKeys.ts';
import { DOCUMENT_FILES, findFileError } from '../../format/fileRules.ts';
import { upload } from '../../api/upload.ts';
import { useKnowledgeOwner } from './owner.ts';

type Uploading = { at: number; name: string; share: number; fault?: string };

let last = 0;

/**
 * The acts of uploads that have not succeeded. A file that is chosen again after a failure is the same act: its upload may
 * have succeeded without an answer.
 */
const acts = new Map<string, ReturnType<typeof createKeyedRunner>>();

function actOf(name: string): ReturnType<typeof createKeyedRunner> {
  const act = acts.get(name) ?? createKeyedRunner();
  acts.set(name, act);
  return act;
}

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
    const fault = findFileError(file, DOCUMENT_FILES);
    setRunning((all) => [...all, { at, name: file.name, share: 0, ...(fault && { fault }) }]);
    if (fault) return;
    try {
      const content = await readBase64(file);
      const body = { name: file.name, content };
      const onProgress = (share: number) => change(at, { share });
      const act = JSON.stringify([door, file.name, file.size, file.lastModified, collection, replaces]);
      await actOf(act)((nextKey) =>
        replaces === undefined
          ? upload(
              `POST ${door}/documents`,
              { body: { ...body, ...(collection && { collection }) } },
              { nextKey, onProgress },
            )
          : upload(
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
