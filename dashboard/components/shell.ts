/** A text as one word of a command line. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command over several lines, which can be pasted as it is. */
export function commandOf(lines: readonly string[]): string {
  return lines.join(' \\\n  ');
}
