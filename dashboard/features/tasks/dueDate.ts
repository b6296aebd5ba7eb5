import { endOfDay, toInstant } from '../../format/format.ts';

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::\d\d)?)?$/;
const GERMAN_DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/;

/**
 * Converts a date without a time zone, as spreadsheets write it, to a moment in the time zone of the account. A date
 * alone means the end of the day, as in the form of a task. Other text is returned unchanged.
 */
export function toDueDate(cell: string): string {
  const iso = cell.replace(
    GERMAN_DATE,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
  const [, year = '', month = '', day = '', clock] = SHAPE.exec(iso) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isDay(date)) return cell;
  if (clock === undefined) return endOfDay(date);
  return clock < '24:00' && clock.slice(3) < '60' ? toInstant(`${date}T${clock}`) : cell;
}

function isDay(date: string): boolean {
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}
