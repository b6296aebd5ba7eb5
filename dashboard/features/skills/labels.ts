import type { Skill } from './api.ts';
import { t, verbatim } from '../../language/t.ts';

export const SKILL_KIND_OPTIONS = [
  { value: 'http', label: t('HTTP call') },
  { value: 'knowledge_search', label: t('Knowledge search') },
  { value: 'form_fill', label: t('Form') },
] as const satisfies readonly { value: Skill['kind']; label: string }[];

export const RESPONSE_TARGET_OPTIONS = [
  { value: 'context', label: t('Context of the conversation') },
  { value: 'display', label: t('Display of the glasses') },
  { value: 'api', label: t('The caller') },
] as const satisfies readonly { value: Skill['response_target']; label: string }[];

export const EXECUTION_CALLER_OPTIONS = [
  { value: 'api', label: verbatim('API') },
  { value: 'device', label: t('Glasses') },
  { value: 'agent', label: t('Agent') },
  { value: 'dashboard', label: t('Test run') },
] as const;

export const CALLER_FILTER_OPTIONS = [
  ...EXECUTION_CALLER_OPTIONS,
  { value: 'not_dashboard', label: t('All except test runs') },
] as const;

export function optionLabel(words: readonly { value: string; label: string }[], value: string): string {
  return words.find((word) => word.value === value)?.label ?? value;
}
