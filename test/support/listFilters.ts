import type { Locator, Page } from 'playwright-core';

/** Returns the filter panel of a list (a popover, on a phone a sheet), and opens it if it is closed. */
export async function openFilters(page: Page): Promise<Locator> {
  const panel = page.getByRole('dialog', { name: 'Filter' });
  if (!(await panel.isVisible()))
    await page.getByRole('search').getByRole('button', { name: 'Filter', exact: true }).click();
  await panel.locator('[name]').first().waitFor();
  return panel;
}

/** Chooses an option of a filter and closes the panel. */
export async function chooseFilter(page: Page, label: string, option: string): Promise<void> {
  const panel = await openFilters(page);
  await panel.getByLabel(label, { exact: true }).selectOption({ label: option });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

/** Returns the chip of a filter that is set, such as `Status: Open`. */
export function chipOf(page: Page, text: string): Locator {
  return page
    .getByRole('list', { name: 'Filters that are set' })
    .getByRole('button', { name: new RegExp(`^${text}`) });
}
