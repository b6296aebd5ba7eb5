import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../../api/me.ts';
import type { EmptyStateProps } from '../../../components/EmptyState.tsx';
import { CardGrid } from '../../../components/CardGrid.tsx';
import { ListPage, usePage } from '../../../components/ListPage.tsx';
import { SideDrawer } from '../../../components/SideDrawer.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { formsQuery, useImportLibraryForm, type FormCard } from '../api.ts';
import { formFilters } from '../filters.ts';
import { FormTile } from '../FormTile.tsx';
import { FormPreview } from '../preview/FormPreview.tsx';
import { t } from '../../../language/t.ts';

const EMPTY: EmptyStateProps = {
  icon: 'forms',
  title: t('No forms in the library yet'),
  text: t('Forms that the platform publishes appear here. You can import them.'),
};

export function FormLibraryView({ tabs }: { tabs: ReactNode }) {
  const { state } = useUrlState();
  const { search, category } = state;
  const query = useQuery(formsQuery('/forms/library', { search, category, ...usePage(24) }));
  const [opened, setOpened] = useState<FormCard>();
  return (
    <ListPage
      title={t('Forms')}
      about={t('Forms that the platform provides. Import a copy and change it as you like.')}
      tabs={tabs}
      filters={formFilters(query.data?.categories)}
      query={query}
      columns={[{ key: 'name', label: t('Name'), cell: ({ name }) => name }]}
      rowKey={({ id }) => id}
      show={(rows) => (
        <CardGrid
          label={t('Library')}
          rows={rows}
          rowKey={({ id }) => id}
          card={(form) => (
            <FormTile
              form={form}
              onOpen={() => setOpened(form)}
              {...(form.already_imported && { state: 'imported' as const })}
              menu={<ImportButton form={form} />}
            />
          )}
        />
      )}
      empty={EMPTY}
    >
      {opened && (
        <SideDrawer
          title={opened.name}
          onClose={() => setOpened(undefined)}
          actions={<ImportButton form={opened} />}
        >
          <FormPreview form={opened} />
        </SideDrawer>
      )}
    </ListPage>
  );
}

function ImportButton({ form }: { form: FormCard }) {
  const { mutate, isPending } = useImportLibraryForm();
  const may = useMay();
  if (!may('POST /forms/library')) return null;
  const verb = form.already_imported ? t('Import again') : t('Import');
  return (
    <Button
      size="compact-xs"
      variant={form.already_imported ? 'default' : 'light'}
      loading={isPending}
      onClick={() => mutate(form.id)}
      aria-label={`${verb} ${form.name}`}
    >
      {verb}
    </Button>
  );
}
