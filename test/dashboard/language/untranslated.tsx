/*
 * Untranslated texts that must not compile in the dashboard: each line below an expectation must be an error.
 * Nothing runs this file.
 */
import type { Column } from '../../../dashboard/components/columns.ts';
import { EmptyState } from '../../../dashboard/components/EmptyState.tsx';
import type { Filter } from '../../../dashboard/components/filters.ts';
import { Page } from '../../../dashboard/components/Page.tsx';
import { Panel } from '../../../dashboard/components/Panel.tsx';
import { UrlTabs } from '../../../dashboard/components/UrlTabs.tsx';
import { DownloadButton } from '../../../dashboard/components/DownloadButton.tsx';
import { FormDialog } from '../../../dashboard/components/FormDialog.tsx';
import { FactList } from '../../../dashboard/components/FactList.tsx';
import { useApiMutation } from '../../../dashboard/api/useApiMutation.ts';
import { t, verbatim, type Label } from '../../../dashboard/language/t.ts';
import { T } from '../../../dashboard/language/T.tsx';

export const labels: Label[] = [t('Tasks'), verbatim('Pump 7')];
export const column: Column<string> = { key: 'title', label: t('Title'), cell: (row) => row };

// @ts-expect-error: a plain string
export const plain: Label = 'Tasks';
// @ts-expect-error: a translated text in a longer string
export const longer: Label = `${t('Tasks')} of today`;
// @ts-expect-error: a heading of a column
export const heading: Column<string> = { key: 'title', label: 'Title', cell: (row) => row };
// @ts-expect-error: a column without a key
export const keyless: Column<string> = { label: t('Title'), cell: (row) => row };
// @ts-expect-error: a label of a filter
export const filter: Filter = { kind: 'text', name: 'title', label: 'Title' };
// @ts-expect-error: a text that no language file has
export const unknown = t('Tasks of today');
// @ts-expect-error: a plural without its count
export const uncounted = t('{count, plural, one {# task} other {# tasks}} changed');

export function Untranslated({ form }: { form: Parameters<typeof FormDialog>[0]['form'] }) {
  useApiMutation(async () => undefined, {
    changes: [],
    // @ts-expect-error: a notice
    says: 'Saved',
  });
  const close = () => undefined;
  return (
    <>
      {/* @ts-expect-error: the title of a page */}
      <Page title="Tasks">{null}</Page>
      {/* @ts-expect-error: the description of a page */}
      <Page title={t('Tasks')} about="All tasks">
        {null}
      </Page>
      {/* @ts-expect-error: the title of a panel */}
      <Panel title="Tasks">{null}</Panel>
      {/* @ts-expect-error: the label of a tab */}
      <UrlTabs label={t('Tasks')} tabs={[{ name: 'open', label: 'Open', shows: close }]} />
      {/* @ts-expect-error: a button */}
      <DownloadButton href="/x" label="Export" />
      {/* @ts-expect-error: the button of a form */}
      <FormDialog title={t('New task')} verb="Save" isOpen onClose={close} form={form}>
        {null}
      </FormDialog>
      {/* @ts-expect-error: the label of a fact */}
      <FactList rows={[['Title', 'Pump 7']]} />
      {/* @ts-expect-error: the title of an empty list */}
      <EmptyState icon="tasks" title="No tasks" text={t('No tasks yet')} />
      {/* @ts-expect-error: elements without their place in the text */}
      <T text="Last sent {when}" />
    </>
  );
}
