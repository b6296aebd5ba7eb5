import { badRequest } from '../../lib/errors.ts';
import { formReasons } from './reasons.ts';
import type { Form } from './contract.ts';

/** Throws if an active form has no field to fill in. A draft, which glasses do not get, may be unfinished. */
export function assertPublishable({ is_active, fields }: Pick<Form, 'is_active' | 'fields'>): void {
  if (!is_active) return;
  if (fields.length === 0) throw badRequest('fields', formReasons.no_fields);
  const at = fields.findIndex(offersNothing);
  if (at >= 0) throw badRequest(`fields.${at}.options`, formReasons.no_options);
}

/** Options of another shape than ours are their writer's. */
function offersNothing(field: object): boolean {
  const { type, options }: { type?: unknown; options?: unknown } = field;
  if (type !== 'choice' && type !== 'choices') return false;
  if (!Array.isArray(options)) return options === undefined || options === null;
  return options.every((one) => typeof one === 'string' && one.trim() === '');
}
