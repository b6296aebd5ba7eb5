const forms = new Set<HTMLFormElement>();

addEventListener(
  'input',
  ({ target }) => {
    const form = target instanceof Element ? target.closest('form:not([role="search"])') : null;
    if (form instanceof HTMLFormElement) forms.add(form);
  },
  true,
);

/** True if a visible form contains unsaved input, which leaving the page would lose. */
export function hasUnsavedInput(): boolean {
  for (const form of forms) if (!form.isConnected) forms.delete(form);
  return forms.size > 0;
}
