import { Autocomplete, Kbd } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { Icon } from '../components/Icon.tsx';
import { PAGES } from './navigation.ts';

export const SEARCH_ID = 'search';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Found = { label: string; href: string };

/** Goes to a page by its name and to a record by its id. */
export function Search() {
  const [text, setText] = useState('');
  const router = useRouter();
  const may = useMay();
  const found = find(text.trim(), may);
  const go = (label: string) => {
    const href = found.find((one) => one.label === label)?.href;
    if (href === undefined) return;
    router.history.push(href);
    // The field writes what was chosen after this.
    setTimeout(() => setText(''));
  };
  return (
    <Autocomplete
      id={SEARCH_ID}
      aria-label="Go to a page, or to a record by its id"
      placeholder="Go to …"
      data={found.map(({ label }) => label)}
      filter={({ options }) => options}
      value={text}
      onChange={setText}
      onOptionSubmit={go}
      selectFirstOptionOnChange
      variant="filled"
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        text === '' && (
          <Kbd size="xs" visibleFrom="sm">
            /
          </Kbd>
        )
      }
    />
  );
}

function find(text: string, may: ReturnType<typeof useMay>): Found[] {
  const pages = PAGES.filter(
    ({ needs, label }) => may(needs) && label.toLowerCase().includes(text.toLowerCase()),
  );
  return [
    ...(may('GET /tasks') ? findTasks(text) : []),
    ...pages.map(({ label, to }) => ({ label, href: to })),
  ];
}

function findTasks(text: string): Found[] {
  if (UUID.test(text)) return [{ label: 'Task of this id', href: `/tasks?task=${text}` }];
  if (!/\d/.test(text)) return [];
  return [
    { label: `Tasks with external id ${text}`, href: `/tasks?external_id=${encodeURIComponent(text)}` },
  ];
}
