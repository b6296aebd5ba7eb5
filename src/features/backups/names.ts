import { DAY_MS } from '../../lib/time/clock.ts';

/** For example `tenant-ops-2026-11-22T03-00-00Z.backup`. Alphabetical order is the order of time. */
const NAME = /^tenant-ops-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

/** The file name of an unfinished backup, for example `.tenant-ops-2026-11-22T03-00-00Z.backup.4711`. */
const DRAFT = /^\.tenant-ops-(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\dZ\.backup\.\d+$/;
/** No backup takes this long, so a draft of a running backup is never deleted. */
const ABANDONED_AFTER_MS = 2 * DAY_MS;

/** Appends the file name of a backup to a folder or bucket URL. */
export function appendBackupName(place: string, now: Date): string {
  const name = `tenant-ops-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
  const [, before = '', query = ''] = /^([^?]*?)\/*(\?.*)?$/.exec(place) ?? [];
  return place.includes('://') ? `${before}/${name}${query}` : `${place.replace(/\/+$/, '')}/${name}`;
}

/** Lists all backups except the newest `keep`. Files with other names are never listed. */
export function listExpiredBackupNames(names: readonly string[], keep: number): string[] {
  const ours = names.filter((name) => NAME.test(name)).toSorted();
  return ours.slice(0, Math.max(0, ours.length - keep));
}

/** Lists unfinished backups that are so old that their process must have been killed. */
export function listAbandonedDraftNames(names: readonly string[], now: Date): string[] {
  return names.filter((name) => {
    const [, day] = DRAFT.exec(name) ?? [];
    return day !== undefined && Date.parse(day) + DAY_MS < now.getTime() - ABANDONED_AFTER_MS;
  });
}
