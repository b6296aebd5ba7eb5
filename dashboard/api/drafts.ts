/*
 * Drafts: the unsent input of a form, stored in this browser until the user sends or discards it. A draft belongs to
 * one user and contains only the changed members, so that restoring it does not overwrite other members of a record.
 * Passwords and secrets are never stored. All drafts are deleted when the user signs out, when another user signs in,
 * and 30 days after the last change.
 */
export type Draft = {
  saved_at: number;
  /** The members that the user changed. */
  changes: Record<string, unknown>;
  /** The values of these members before the change. */
  before: Record<string, unknown>;
  /** True if the input also contained a secret or a file, which drafts do not store. */
  is_partial: boolean;
};

const PREFIX = 'draft ';
const SIGNED_OUT = 'signed-out-at';
const KEPT_FOR_MS = 30 * 86_400_000;

let isSignedOut = false;

// Stops storing input when another tab signs out. Forms that are still open in this tab must not store their input
// again.
addEventListener('storage', ({ key }) => {
  if (key === SIGNED_OUT) isSignedOut = true;
});

/** Reads the stored draft of a form. `name` identifies the form and the record that it edits. */
export function readDraft(user_id: string, name: string): Draft | undefined {
  try {
    return parseDraft(localStorage.getItem(keyOf(user_id, name)));
  } catch {
    return undefined;
  }
}

/** Returns false if the draft is not stored: the browser refused, or the user signed out in another tab. */
export function storeDraft(user_id: string, name: string, draft: Draft): boolean {
  if (isSignedOut) return false;
  try {
    localStorage.setItem(keyOf(user_id, name), JSON.stringify(draft));
    return true;
  } catch {
    removeDraft(user_id, name);
    return false;
  }
}

export function removeDraft(user_id: string, name: string): void {
  try {
    localStorage.removeItem(keyOf(user_id, name));
  } catch {
    // Without local storage, nothing was stored.
  }
}

/** Deletes expired drafts and the drafts of all users except the signed-in one. */
export function deleteObsoleteDrafts(user_id: string): void {
  isSignedOut = false;
  const oldest = Date.now() - KEPT_FOR_MS;
  deleteDrafts((key, draft) => !key.startsWith(keyOf(user_id, '')) || !draft || draft.saved_at < oldest);
}

/** Deletes all drafts because the user signs out, and stops the other tabs from storing new ones. */
export function deleteDraftsOnSignOut(): void {
  isSignedOut = true;
  deleteDrafts(() => true);
  try {
    localStorage.setItem(SIGNED_OUT, String(Date.now()));
  } catch {
    // Without local storage, other tabs store nothing either.
  }
}

function deleteDrafts(isObsolete: (key: string, draft: Draft | undefined) => boolean): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && isObsolete(key, parseDraft(localStorage.getItem(key))))
        localStorage.removeItem(key);
  } catch {
    // Without local storage there is nothing to delete.
  }
}

function keyOf(user_id: string, name: string): string {
  return `${PREFIX}${user_id} ${name}`;
}

function parseDraft(text: string | null): Draft | undefined {
  try {
    const { saved_at, changes, before, is_partial } = Object(JSON.parse(text ?? 'null'));
    if (typeof saved_at !== 'number') return undefined;
    return { saved_at, changes: Object(changes), before: Object(before), is_partial: is_partial === true };
  } catch {
    return undefined;
  }
}
