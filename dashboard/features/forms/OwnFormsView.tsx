import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { CardGrid } from '../../components/CardGrid.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { formsQuery, useDeleteForm, type FormCard } from './api.ts';
import { formFilters } from './filters.ts';
import { FormTile } from './FormTile.tsx';
import { OwnFormMenu } from './OwnFormMenu.tsx';
import { t } from '../../language/t.ts';

const EMPTY: EmptyStateProps = {
  icon: 'forms',
  title: t('No forms yet'),
  text: t('Create a form, or import one from the library and adapt it.'),
};

export function OwnFormsView({ tabs }: { tabs: ReactNode }) {
  const { state } = useUrlState();
  const may = useMay();
  const { search, category, is_active } = state;
  const query = useQuery(formsQuery('/forms', { search, category, is_active, ...usePage(24) }));
  const [toDelete, setToDelete] = useState<FormCard>();
  const mayChange = may('PUT /forms');
  const create = mayChange && <NewFormButton />;
  return (
    <ListPage
      title={t('Forms')}
      about={t('Forms that people fill in on their glasses, and their submissions.')}
      actions={create}
      tabs={tabs}
      filters={formFilters(query.data?.categories, [t('Active'), t('Draft')])}
      query={query}
      columns={[{ key: 'name', label: t('Name'), cell: ({ name }) => name }]}
      rowKey={({ id }) => id}
      show={(rows) => (
        <CardGrid
          label={t('Forms')}
          rows={rows}
          rowKey={({ id }) => id}
          card={(form) => (
            <FormTile
              form={form}
              state={form.is_active ? 'active' : 'draft'}
              note={t('{submission_count, plural, one {# submission} other {# submissions}}', {
                submission_count: form.submission_count,
              })}
              {...(mayChange && { edit: { to: '/forms/edit', search: { id: form.id } } })}
              menu={mayChange && <OwnFormMenu form={form} onDelete={() => setToDelete(form)} />}
            />
          )}
        />
      )}
      empty={{ ...EMPTY, action: create }}
    >
      {toDelete && <DeleteForm form={toDelete} onClose={() => setToDelete(undefined)} />}
    </ListPage>
  );
}

function NewFormButton() {
  return (
    <Button
      renderRoot={(props) => <Link to="/forms/edit" {...props} />}
      leftSection={<Icon name="plus" size={16} />}
    >
      {t('New form')}
    </Button>
  );
}

function DeleteForm({ form, onClose }: { form: FormCard; onClose: () => void }) {
  const { mutate, isPending } = useDeleteForm(onClose);
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: form.name })}
      text={t('The form and its template are permanently deleted. Submissions stay.')}
      verb={t('Delete form')}
      isBusy={isPending}
      onConfirm={() => mutate(form.id)}
      onClose={onClose}
    />
  );
}
