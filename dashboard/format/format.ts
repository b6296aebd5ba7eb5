import { isLanguage } from '../../src/lib/text/language.ts';
import { pageLanguage } from '../language/page.ts';
import { DAY_MS, MINUTE_MS } from '../../src/lib/time/clock.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The locale of dates and numbers, and the time zone of days. */
type Formats = { locale: string; zone: string };

let formats: Formats = { locale: 'en', zone: 'UTC' };
const formatCache = new Map<string, Intl.DateTimeFormat>();

/**
 * Sets the locale and the time zone for everything that is formatted from now on. Without a chosen locale, the
 * browser's locale is used.
 */
export function setLocaleAndTimeZone({ locale, zone }: { locale: string | null; zone: string }): void {
  formats = { locale: locale ?? browserLocale(), zone };
  formatCache.clear();
}

/**
 * Returns the browser's locale, if its language is not one of the dashboard's or is the language of this page;
 * otherwise the page's language.
 */
function browserLocale(): string {
  const wanted = navigator.languages.find(isLocale) ?? pageLanguage;
  const isSpoken = isLanguage(wanted.split('-', 1)[0]);
  return isSpoken && !wanted.startsWith(pageLanguage) ? pageLanguage : wanted;
}

/** True for a locale that `Intl` accepts. Some browsers report others, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** Returns the time zone of the account. */
export function accountTimeZone(): string {
  return formats.zone;
}

/** Lists the time zones to choose from; includes `current` even if `Intl` does not list it. */
export function listTimeZones(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])];
}

const STYLES = {
  day: { day: 'numeric', month: 'short' },
  date: { dateStyle: 'medium' },
  moment: { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  hour: { weekday: 'short', day: 'numeric', hour: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats a time in the account's time zone, or a date without a time. Any other text is returned unchanged. */
export function formatTime(style: keyof typeof STYLES, time: string): string {
  if (!isTime(time)) return time;
  return cachedFormat(formats.locale, { ...STYLES[style], timeZone: zoneOf(time) }).format(new Date(time));
}

/** Formats a number, such as `1,234`. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(formats.locale, options);
}

const SAMPLE = { at: new Date('2026-10-25T12:00:00.000Z'), count: 12_345.6 };

/** Formats a sample date and number in a language that the user may choose. */
export function formatSampleValues(chosen: string | null): { date: string; count: string } {
  const locale = chosen ?? browserLocale();
  const date = cachedFormat(locale, { ...STYLES.date, timeZone: 'UTC' }).format(SAMPLE.at);
  return { date, count: SAMPLE.count.toLocaleString(locale) };
}

/** Formats a number with one decimal place. */
export function formatTenths(value: number): string {
  return formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Returns the English name of a language, such as `german`. */
export function englishLanguageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code)?.toLowerCase() ?? '';
}

const AGO = new Intl.RelativeTimeFormat(pageLanguage, { numeric: 'auto', style: 'short' });

/** Formats a relative time such as `5 min ago` or `vor 5 Min.`: only German keeps the period of the abbreviation. */
export function formatRelativeTimeUnit(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const text = AGO.format(count, unit);
  return pageLanguage === 'en' ? text.replace('.', '') : text;
}

/** Formats a time as logs do, independent of the locale: `2026-03-02 10:00:00 CET`. */
export function formatLogTime(time: string): string {
  if (!isTime(time)) return time;
  const moment = new Date(time);
  const zone = cachedFormat('en', { timeZone: formats.zone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${new Date(wallClock(moment.getTime())).toISOString().slice(0, 19).replace('T', ' ')} ${zone}`;
}

/** Returns the date of a moment in the account's time zone, such as `2026-03-02`. */
export function toAccountDay(time: string | number): string {
  if (typeof time === 'string' && !isTime(time)) return time;
  return new Date(wallClock(new Date(time).getTime())).toISOString().slice(0, 10);
}

/** Converts a moment to local time of the account, such as `2026-03-02T10:00`. Inverse of `toInstant`. */
export function toAccountMinute(time: string): string {
  return isTime(time) ? new Date(wallClock(Date.parse(time))).toISOString().slice(0, 16) : '';
}

/** Converts a date, or a local date and time of the account's time zone, to a UTC timestamp. */
export function toInstant(local: string): string {
  const wanted = Date.parse(`${local.length === 10 ? `${local}T00:00` : local}Z`);
  const sooner = wanted - (wallClock(wanted - DAY_MS) - (wanted - DAY_MS));
  const later = wanted - (wallClock(wanted + DAY_MS) - (wanted + DAY_MS));
  const isLater = wallClock(sooner) !== wanted && wallClock(later) === wanted;
  return new Date(isLater ? later : sooner).toISOString();
}

/** Returns the last millisecond of a day in the account's time zone. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(toInstant(addDays(day, 1))) - 1).toISOString();
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const DAY_FILTERS = ['from', 'to', 'completed_from', 'completed_to'] as const;

/** Converts the days of a filter to the timestamps at which they begin. */
export function convertFilterDaysToInstants<F extends Partial<Record<(typeof DAY_FILTERS)[number], unknown>>>(
  filter: F,
): F {
  return DAY_FILTERS.reduce((converted, name) => {
    const day = converted[name];
    return isDay(day) ? { ...converted, [name]: toInstant(day) } : converted;
  }, filter);
}

/** Returns the local time of the account's time zone, encoded as if it were UTC. */
function wallClock(ms: number): number {
  if (formats.zone === 'UTC') return ms;
  const parts = cachedFormat('en', {
    timeZone: formats.zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms);
  const of = (name: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === name)?.value);
  const whole = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return whole + (((ms % 1_000) + 1_000) % 1_000);
}

function zoneOf(time: string): string {
  return DAY.test(time) ? 'UTC' : formats.zone;
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && DAY.test(text) && isTime(text);
}

/** Formats a time for a `datetime-local` input, in the time zone of this device. */
export function toDateTimeInputValue(value: string): string {
  const time = new Date(value);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, time.getSeconds() === 0 ? 16 : 19);
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function cachedFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, options]);
  const known = formatCache.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formatCache.set(name, made);
  return made;
}

/** Formats a size, such as `640 KB` or `1.5 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1024 ? `${formatTenths(megabytes)} MB` : `${formatTenths(megabytes / 1024)} GB`;
}
