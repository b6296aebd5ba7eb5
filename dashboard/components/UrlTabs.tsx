import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUrlState } from '../hooks/useUrlState.ts';

export type UrlTab = { name: string; label: string; shows: () => ReactNode };

/** The tabs of a record's page; the open one is in the URL. */
export function UrlTabs({ tabs, label }: { tabs: readonly UrlTab[]; label: string }) {
  const { state, change } = useUrlState();
  const [first] = tabs;
  const open = tabs.find(({ name }) => name === state['tab']) ?? first;
  if (!open) return null;
  const choose = (name: string | null) => {
    const without = Object.fromEntries(Object.keys(state).map((each) => [each, undefined]));
    change({ ...without, tab: name === first?.name ? undefined : (name ?? undefined) });
  };
  return (
    <Tabs value={open.name} onChange={choose} keepMounted={false}>
      <Tabs.List
        aria-label={label}
        mb="md"
        style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}
      >
        {tabs.map(({ name, label: word }) => (
          <Tabs.Tab key={name} value={name}>
            {word}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, shows }) => (
        <Tabs.Panel key={name} value={name}>
          {name === open.name && shows()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
