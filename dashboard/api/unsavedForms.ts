/*
 * Forms with input that was typed and not sent. Everything that would leave the page on its own (a reload after an
 * upgrade, a redirect to the sign-in page) asks here first. Only the form is tracked, not its values.
 */
const forms = new Set<HTMLFormElement>();

addEventListener(
  'input',
  ({ target }) => {
    const form = target instanceof Element ? target.closest('form:not([role="search"])') : null;
    if (form instanceof HTMLFormElement) forms.add(form);
  },
  true,
);

/** True if a visible form has unsaved input, which a reload would lose. */
export function hasUnsavedInput(): boolean {
  for (const form of forms) if (!form.isConnected) forms.delete(form);
  return forms.size > 0;
}
