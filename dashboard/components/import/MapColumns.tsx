import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { t, verbatim } from '../../language/t.ts';
import classes from './Import.module.css';
import type { ImportList } from './importAction.ts';
import { ImportPreview } from './ImportPreview.tsx';
import type { Import } from './useImport.ts';

type MapColumnsProps = { list: ImportList; imported: Import };

/** The second step: which column of the file is which value, and what happens with records that exist. */
export function MapColumns({ list, imported }: MapColumnsProps) {
  const { file, mapping, setMapping, duplicates, setDuplicates } = imported;
  if (!file) return null;
  const { name, table } = file;
  const missing = list.columns.filter((column) => column.isRequired && mapping[column.name] === undefined);
  const options = [
    { value: '', label: t('Not imported') },
    ...table.headings.map((heading, at) => ({
      value: String(at),
      label: heading.trim() ? verbatim(heading.trim()) : t('Column {number}', { number: at + 1 }),
    })),
  ];
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('{count, plural, one {# row} other {# rows}} in {name}', { count: table.rows.length, name })}
      </Text>
      <div className={classes['mapping']}>
        {list.columns.map((column) => (
          <NativeSelect
            key={column.name}
            label={column.label}
            withAsterisk={column.isRequired ?? false}
            data={options}
            value={String(mapping[column.name] ?? '')}
            onChange={({ currentTarget: { value } }) =>
              setMapping({ ...mapping, [column.name]: value === '' ? undefined : Number(value) })
            }
          />
        ))}
      </div>
      <ImportPreview columns={list.columns} mapping={mapping} table={table} />
      <NativeSelect
        label={t('Records that exist')}
        description={list.about}
        data={[
          { value: 'skip', label: t('Leave them unchanged') },
          { value: 'update', label: t('Update them') },
        ]}
        value={duplicates}
        onChange={({ currentTarget }) => setDuplicates(currentTarget.value === 'update' ? 'update' : 'skip')}
      />
      <Group justify="flex-end" gap="xs">
        {missing[0] && (
          <Text size="sm" c="red" role="status">
            {t('Choose the column for: {column}', { column: missing[0].label })}
          </Text>
        )}
        <Button variant="default" onClick={() => imported.returnTo('file')}>
          {t('Other file')}
        </Button>
        <Button disabled={missing.length > 0} onClick={() => void imported.start(true)}>
          {t('Check rows')}
        </Button>
      </Group>
    </>
  );
}
