import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { RecordMultiSelect } from '../../../components/picker/RecordMultiSelect.tsx';
import { RecordSelect } from '../../../components/picker/RecordSelect.tsx';
import type { ServerForm } from '../../../hooks/useServerForm.ts';
import { formSource } from '../../forms/api.ts';
import { collectionSource } from '../../knowledge/api.ts';
import { OWN_KNOWLEDGE, PLATFORM_KNOWLEDGE } from '../../knowledge/owner.ts';
import type { SkillsPath } from '../api.ts';
import { keepsStoredSecret, type SkillFormValues } from './values.ts';
import { t } from '../../../language/t.ts';

type ConfigFieldsProps = { form: ServerForm<SkillFormValues>; path: SkillsPath };

/** The fields for one kind of skill. */
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
          required={form.values.header !== '' && !keepsStoredSecret(form.values)}
          placeholder={keepsStoredSecret(form.values) ? t('Unchanged') : ''}
          {...form.field('header_value')}
        />
      </SimpleGrid>
    </>
  );
}

function SearchFields({ form, path }: ConfigFieldsProps) {
  const source = collectionSource(path === '/skills' ? OWN_KNOWLEDGE : PLATFORM_KNOWLEDGE);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <RecordMultiSelect
        source={source}
        description={
          path === '/skills' ? undefined : t('The account also needs a bundle that contains them.')
        }
        placeholder={t('All')}
        {...form.field('collection_ids')}
      />
      <NumberInput
        description={
          path === '/skills' ? undefined : t('The number of results if a call does not set a limit.')
        }
        min={1}
        max={50}
        {...form.field('limit')}
      />
    </SimpleGrid>
  );
}

function FormFields({ form, path }: ConfigFieldsProps) {
  const source = formSource(path === '/skills' ? '/forms' : '/staff/forms');
  return <RecordSelect required source={source} {...form.field('form_id')} />;
}
