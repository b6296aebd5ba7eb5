/** How JSON is typed. */
export const MONOSPACE = {
  input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.75rem' },
} as const;
