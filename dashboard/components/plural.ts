/** `1 token`, `2 tokens`; `1 copy`, `2 copies`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
