/** Members of forms that drafts never store. A test checks that the list contains every password field. */
export const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'code',
  'current_password',
  'header_value',
  'new_password',
  'secret',
]);
