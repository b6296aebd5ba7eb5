import type { Skill } from './api.ts';

export const KINDS = [
  { value: 'http', label: 'HTTP call' },
  { value: 'knowledge_search', label: 'Knowledge search' },
  { value: 'form_fill', label: 'Form' },
] as const satisfies readonly { value: Skill['kind']; label: string }[];

export const TARGETS = [
  { value: 'context', label: 'Context of the conversation' },
  { value: 'display', label: 'Display of the glasses' },
  { value: 'api', label: 'Whoever called' },
] as const satisfies readonly { value: Skill['response_target']; label: string }[];

export const CALLERS = [
  { value: 'api', label: 'API' },
  { value: 'device', label: 'Glasses' },
  { value: 'agent', label: 'Agent' },
  { value: 'dashboard', label: 'Test run' },
] as const;

export function wordOf(words: readonly { value: string; label: string }[], value: string): string {
  return words.find((word) => word.value === value)?.label ?? value;
}
