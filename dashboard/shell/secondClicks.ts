const PRESSED_AS_ONE = 'button, a, label, tr, li, [role]';

/**
 * Lets the second click of a double click go where something else has come to the place of what the first one pressed:
 * the next row of a list, the backdrop of a drawer.
 */
export function ignoreSecondClicks(): void {
  let pressed: Element | undefined;
  const judge = (event: MouseEvent) => {
    // A click on a label comes as two, the second one on its field.
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
