import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './TabStrip.module.css';
import { useUrlState } from '../hooks/useUrlState.ts';
import type { Label } from '../language/t.ts';

export type UrlTab = { name: string; label: Label; shows: () => ReactNode };

/** Tabs of a record's page; the URL stores the open tab. */
export function UrlTabs({ tabs, label }: { tabs: readonly UrlTab[]; label: Label }) {
  const { state, change } = useUrlState();
  const [first] = tabs;
  const open = tabs.find(({ name }) => name === state['tab']) ?? first;
  if (!open) return null;
  const choose = (name: string | null) => {
    const without = Object.fromEntries(Object.keys(state).map((each) => [each, undefined]));
    change({ ...without, tab: name === first?.name ? undefined : (name ?? undefined) });
  };
  return (
    <Tabs
      value={open.name}
      onChange={choose}
      keepMounted={false}
      classNames={{ list: classes['list'] ?? '', tab: classes['tab'] ?? '' }}
    >
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
