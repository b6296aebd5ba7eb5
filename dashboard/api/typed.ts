const forms = new Set<HTMLFormElement>();

addEventListener(
  'input',
  ({ target }) => {
    const form = target instanceof Element ? target.closest('form:not([role="search"])') : null;
    if (form instanceof HTMLFormElement) forms.add(form);
  },
  true,
);

/** Whether a form that is still shown has been typed in: leaving the page would lose that. */
export function holdsTyped(): boolean {
  for (const form of forms) if (!form.isConnected) forms.delete(form);
  return forms.size > 0;
}
