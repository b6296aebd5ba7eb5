import { DAY_MS } from '../../lib/time/clock.ts';

/** `tenant-ops-2026-11-22T03-00-00Z.backup`, in the order of time. */
const NAME = /^tenant-ops-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

/** How a folder calls one that is not finished, `.tenant-ops-2026-11-22T03-00-00Z.backup.4711`. */
const DRAFT = /^\.tenant-ops-(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\dZ\.backup\.\d+$/;
/** Longer than a backup may take. */
const ABANDONED_AFTER_MS = 2 * DAY_MS;

/** The name of a backup of this moment, in a folder or below a bucket. */
export function nameBackup(place: string, moment: Date): string {
  const name = `tenant-ops-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
  const [, before = '', query = ''] = /^([^?]*?)\/*(\?.*)?$/.exec(place) ?? [];
  return place.includes('://') ? `${before}/${name}${query}` : `${place.replace(/\/+$/, '')}/${name}`;
}

/** All but the newest; others' files are never among them. */
export function listExpiredNames(names: readonly string[], keep: number): string[] {
  const ours = names.filter((name) => NAME.test(name)).toSorted();
  return ours.slice(0, Math.max(0, ours.length - keep));
}

/** Drafts of backups whose process was killed. */
export function listAbandonedNames(names: readonly string[], now: Date): string[] {
  return names.filter((name) => {
    const [, day] = DRAFT.exec(name) ?? [];
    return day !== undefined && Date.parse(day) + DAY_MS < now.getTime() - ABANDONED_AFTER_MS;
  });
}
