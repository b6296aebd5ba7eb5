import { nameRule, notBlankRule, type TextRule } from '../../lib/schema/rules.ts';
import { appReasons } from './reasons.ts';

export const APP_NAME_RULE = nameRule(80);
export const REVIEW_NOTES_RULE = notBlankRule(2_000);
export const CLIENT_ID_RULE: TextRule = {
  minLength: 28,
  maxLength: 28,
  pattern: '^app_[0-9A-Za-z]{24}$',
  rule: appReasons.client_id,
};
