import { language } from '../language/page.ts';

export const DAY_MS = 24 * 60 * 60_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** How dates and numbers are written, and in which time zone days begin. */
type Formats = { locale: string; zone: string };

let formats: Formats = { locale: 'en', zone: 'UTC' };
const formatCache = new Map<string, Intl.DateTimeFormat>();

/** For everything that is shown from now on; without a choice the browser's language counts. */
export function setFormats({ locale, zone }: { locale: string | null; zone: string }): void {
  formats = { locale: locale ?? browserLocale(), zone };
  formatCache.clear();
}

/** A language that pages speak counts only where this page speaks it. */
function browserLocale(): string {
  const wanted = navigator.languages.find(isLocale) ?? language;
  const isSpoken = /^(?:de|en)\b/.test(wanted);
  return isSpoken && !wanted.startsWith(language) ? language : wanted;
}

/** Some browsers name languages that their own formats refuse, as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** The time zone of the account. */
export function accountTimeZone(): string {
  return formats.zone;
}

/** The time zones to choose from, including the given one. */
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

/** A moment in the account's time zone, or a whole day; a text that is no time is shown as it is. */
export function formatTime(style: keyof typeof STYLES, time: string): string {
  if (!isTime(time)) return time;
  return cachedFormat(formats.locale, { ...STYLES[style], timeZone: zoneOf(time) }).format(new Date(time));
}

/** `1,234`; a share of one can be cut. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(formats.locale, options);
}

const SAMPLE = { at: new Date('2026-10-25T12:00:00.000Z'), count: 12_345.6 };

/** How a date and a number look in a language, before it is chosen. */
export function formatSample(chosen: string | null): { date: string; count: string } {
  const locale = chosen ?? browserLocale();
  const date = cachedFormat(locale, { ...STYLES.date, timeZone: 'UTC' }).format(SAMPLE.at);
  return { date, count: SAMPLE.count.toLocaleString(locale) };
}

/** With one digit behind the point. */
export function formatTenths(value: number): string {
  return formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** The English name of a language, such as `german`. */
export function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code)?.toLowerCase() ?? '';
}

const AGO = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });

/** `5 min ago`, `vor 5 Min.`: German abbreviations keep their point. */
export function formatDistance(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const text = AGO.format(count, unit);
  return language === 'de' ? text : text.replace('.', '');
}

/** `2026-03-02 10:00:00 CET`, the same for everybody, as logs write it. */
export function formatLogTime(time: string): string {
  if (!isTime(time)) return time;
  const moment = new Date(time);
  const zone = cachedFormat('en', { timeZone: formats.zone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${new Date(wallClock(moment.getTime())).toISOString().slice(0, 19).replace('T', ' ')} ${zone}`;
}

/** The account's day of a moment, `2026-03-02`. */
export function toAccountDay(time: string | number): string {
  if (typeof time === 'string' && !isTime(time)) return time;
  return new Date(wallClock(new Date(time).getTime())).toISOString().slice(0, 10);
}

/** The clock of the account's zone, `2026-03-02T10:00`; the opposite of `toInstant`. */
export function toLocalMinute(time: string): string {
  return isTime(time) ? new Date(wallClock(Date.parse(time))).toISOString().slice(0, 16) : '';
}

/** A day as people choose it, or a day and a time of the clock, as a moment. */
export function toInstant(local: string): string {
  const wanted = Date.parse(`${local.length === 10 ? `${local}T00:00` : local}Z`);
  const sooner = wanted - (wallClock(wanted - DAY_MS) - (wanted - DAY_MS));
  const later = wanted - (wallClock(wanted + DAY_MS) - (wanted + DAY_MS));
  const isLater = wallClock(sooner) !== wanted && wallClock(later) === wanted;
  return new Date(isLater ? later : sooner).toISOString();
}

/** The last moment of a day. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(toInstant(addDays(day, 1))) - 1).toISOString();
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A filter by days, as the moments when these begin. */
export function filterToInstants<F extends { from?: unknown; to?: unknown }>(filter: F): F {
  const { from, to } = filter;
  return {
    ...filter,
    ...(isDay(from) && { from: toInstant(from) }),
    ...(isDay(to) && { to: toInstant(to) }),
  };
}

/** The time that clocks of the account's zone show, as if it were UTC. */
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

/** A time as an input for the local time of this device shows it. */
export function toDateTimeInput(value: string): string {
  const time = new Date(value);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
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

/** `640 KB`, `1.5 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1024 ? `${formatTenths(megabytes)} MB` : `${formatTenths(megabytes / 1024)} GB`;
}
