import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { approvedProceduresQuery, type Bundle } from './api.ts';
import { t } from '../../language/t.ts';

const SETTLE_MS = 250;

type ProceduresSelectProps = { chosen: Bundle['procedures'] } & MultiSelectProps;

/** Searched by the server, since there may be many; chosen ones keep their names. */
export function ProceduresSelect({ chosen, ...props }: ProceduresSelectProps) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, SETTLE_MS);
  const [known, setKnown] = useState(() => new Map(chosen.map(({ id, name }) => [id, name])));
  const { data } = useQuery(approvedProceduresQuery(settled));
  const found = (data?.procedures ?? []).map(
    ({ id, name, account_name }) => [id, `${name} (${account_name})`] as const,
  );
  const labels = new Map([...known, ...found]);
  return (
    <MultiSelect
      label={t('Procedures')}
      description={t('Approved procedures of any account. Glasses with this bundle show them.')}
      data={[...labels].map(([value, label]) => ({ value, label }))}
      searchable
      onSearchChange={setSearch}
      onOptionSubmit={(id) => setKnown(new Map([...known, [id, labels.get(id) ?? id]]))}
      nothingFoundMessage={t('No matching approved procedures')}
      {...props}
    />
  );
}
