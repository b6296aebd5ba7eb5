/** Formats a count with its noun: `1 attempt`, `2 attempts`. */
export function plural(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}
