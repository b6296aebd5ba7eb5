import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EmptyStateProps } from '../../../components/EmptyState.tsx';
import { CardGrid } from '../../../components/CardGrid.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { ListPage, usePage } from '../../../components/ListPage.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { formsQuery, useChangeForm, type FormCard } from '../api.ts';
import { formFilters } from '../filters.ts';
import { FormTile } from '../FormTile.tsx';
import { t } from '../../../language/t.ts';

const EMPTY: EmptyStateProps = {
  icon: 'forms',
  title: t('No forms in the library yet'),
  text: t('Add a form and publish it. All accounts can then import it.'),
};

export function StaffFormLibraryPage() {
  const { search, category, is_active } = useUrlState().state;
  const query = useQuery(formsQuery('/staff/forms', { search, category, is_active, ...usePage(24) }));
  const create = (
    <Button
      renderRoot={(props) => <Link to="/staff/forms/edit" {...props} />}
      leftSection={<Icon name="plus" size={16} />}
    >
      {t('Add form')}
    </Button>
  );
  return (
    <ListPage
      title={t('Form library')}
      about={t(
        'Forms that accounts can import. A withdrawn form is hidden from accounts. Imported copies stay unchanged.',
      )}
      actions={create}
      filters={formFilters(query.data?.categories, [t('Published'), t('Withdrawn')])}
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
              state={form.is_active ? 'published' : 'withdrawn'}
              note={t('{count, plural, one {# copy} other {# copies}}', { count: form.import_count })}
              edit={{ to: '/staff/forms/edit', search: { id: form.id } }}
              menu={<PublishButton form={form} />}
            />
          )}
        />
      )}
      empty={{ ...EMPTY, action: create }}
    />
  );
}

function PublishButton({ form }: { form: FormCard }) {
  const says = form.is_active ? t('Form withdrawn') : t('Form published');
  const { mutate, isPending } = useChangeForm('/staff/forms', says, () => {});
  const verb = form.is_active ? t('Withdraw') : t('Publish');
  return (
    <Button
      size="compact-xs"
      variant={form.is_active ? 'default' : 'light'}
      loading={isPending}
      aria-label={`${verb} ${form.name}`}
      onClick={() => mutate({ id: form.id, changes: { is_active: !form.is_active } })}
    >
      {verb}
    </Button>
  );
}
