const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:[Zz]|[+-](\d\d):?(\d\d))?)?$/;

/** An ISO-8601 date, or date and time; a missing zone means UTC. */
export function isTimestamp(text: string): boolean {
  const parts = SHAPE.exec(text);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (
    year >= 1 &&
    isDay(year, month, day) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    zoneHour <= 14 &&
    zoneMinute <= 59
  );
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return month >= 1 && day >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
