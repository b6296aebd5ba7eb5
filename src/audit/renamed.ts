/** Actions that were renamed. Stored entries keep the former name, so a filter has to match both. */
const RENAMED: readonly (readonly [former: string, action: string])[] = [['mail.hurried', 'mail.sent_early']];

/** The action and the names of the same action in other versions. */
export function namesOfAction(action: string): string[] {
  return RENAMED.find((names) => names.includes(action))?.slice() ?? [action];
}
