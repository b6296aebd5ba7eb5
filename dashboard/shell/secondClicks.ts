const PRESSED_AS_ONE = 'button, a, label, tr, li, [role]';

/**
 * Ignores the second click of a double click if the page has changed under the pointer: it would hit the next row of
 * a list, or the backdrop of a drawer.
 */
export function ignoreSecondClicks(): void {
  let pressed: Element | undefined;
  const judge = (event: MouseEvent) => {
    // A click on a label triggers a second click event on its input, which must pass.
    if (!(event.target instanceof Element) || event.target instanceof HTMLInputElement) return;
    const target = event.target.closest(PRESSED_AS_ONE) ?? event.target;
    if (event.detail < 2) pressed = target;
    else if (target !== pressed) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  addEventListener('click', judge, { capture: true });
}
