import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import { MultiSelect, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ServerForm } from '../../../hooks/useServerForm.ts';
import { formsQuery } from '../../forms/api.ts';
import { collectionsQuery } from '../../knowledge/api.ts';
import { OWN_KNOWLEDGE, PLATFORM_KNOWLEDGE } from '../../knowledge/owner.ts';
import type { SkillsPath } from '../api.ts';
import { keepsSecret, type SkillValues } from './values.ts';
import { t } from '../../../language/t.ts';

type ConfigFieldsProps = { form: ServerForm<SkillValues>; path: SkillsPath };

/** The fields that only one kind of skill has. */
export function ConfigFields({ form, path }: ConfigFieldsProps) {
  switch (form.values.kind) {
    case 'http':
      return <HttpFields form={form} />;
    case 'knowledge_search':
      return <SearchFields form={form} path={path} />;
    case 'form_fill':
      return <FormFields form={form} path={path} />;
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function HttpFields({ form }: Pick<ConfigFieldsProps, 'form'>) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select data={METHODS} allowDeselect={false} {...form.field('method')} />
        <NumberInput min={100} max={30_000} step={1_000} {...form.field('timeout_ms')} />
      </SimpleGrid>
      <TextInput required placeholder="https://parts.example.com/stock" {...form.field('url')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput placeholder="X-Api-Key" {...form.field('header')} />
        <TextInput
          type="password"
          autoComplete="off"
          required={form.values.header !== '' && !keepsSecret(form.values)}
          placeholder={keepsSecret(form.values) ? t('Unchanged') : ''}
          {...form.field('header_value')}
        />
      </SimpleGrid>
    </>
  );
}

function SearchFields({ form, path }: ConfigFieldsProps) {
  const { data } = useQuery(collectionsQuery(path === '/skills' ? OWN_KNOWLEDGE : PLATFORM_KNOWLEDGE));
  const options = (data?.collections ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <MultiSelect
        description={
          path === '/skills' ? undefined : t('The account also needs a bundle that contains them.')
        }
        placeholder={form.values.collection_ids.length === 0 ? t('All') : ''}
        data={options}
        {...form.field('collection_ids')}
      />
      <NumberInput
        description={path === '/skills' ? undefined : t('Used if a call does not set a limit.')}
        min={1}
        max={50}
        {...form.field('limit')}
      />
    </SimpleGrid>
  );
}

function FormFields({ form, path }: ConfigFieldsProps) {
  const { data } = useQuery(formsQuery(path === '/skills' ? '/forms' : '/staff/forms', { limit: 100 }));
  const options = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <Select required searchable data={options} {...form.field('form_id')} />;
}
