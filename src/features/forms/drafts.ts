import { badRequest } from '../../lib/errors.ts';
import { formReasons } from './reasons.ts';
import type { Form } from './contract.ts';

/** 400 if an active form has no fields or a choice without options. Inactive forms are drafts and may be incomplete. */
export function assertCompleteIfActive({ is_active, fields }: Pick<Form, 'is_active' | 'fields'>): void {
  if (!is_active) return;
  if (fields.length === 0) throw badRequest('fields', formReasons.no_fields);
  const at = fields.findIndex(offersNothing);
  if (at >= 0) throw badRequest(`fields.${at}.options`, formReasons.no_options);
}

/** True for a choice field without options. Options in an unknown format are accepted unchecked. */
function offersNothing(field: object): boolean {
  const { type, options }: { type?: unknown; options?: unknown } = field;
  if (type !== 'choice' && type !== 'choices') return false;
  if (!Array.isArray(options)) return options === undefined || options === null;
  return options.every((one) => typeof one === 'string' && one.trim() === '');
}
