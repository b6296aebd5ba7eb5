import { name, notBlank, type TextRule } from '../../lib/schema/rules.ts';
import { appReasons } from './reasons.ts';

export const APP_NAME = name(80);
export const NOTES = notBlank(2_000);
export const CLIENT_ID: TextRule = {
  minLength: 28,
  maxLength: 28,
  pattern: '^app_[0-9A-Za-z]{24}$',
  rule: appReasons.client_id,
};
