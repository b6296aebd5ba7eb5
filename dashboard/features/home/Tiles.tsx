import { Tile } from '../../components/Tile.tsx';
import { TileGrid } from '../../components/TileGrid.tsx';
import type { Home } from './api.ts';
import { chartedDays } from './countedUpTo.ts';
import { plural, t } from '../../language/t.ts';

export function Tiles({ home }: { home: Home }) {
  const { days, open_tasks, running_sessions, for_admins } = home;
  const created = days.map((day) => day.tasks_created);
  const sessions = days.map((day) => day.sessions);
  const minutes = chartedDays(days.map((day) => day.minutes));
  const delivered = chartedDays(for_admins?.deliveries.map((day) => day.delivered) ?? []);
  const failed = sum(for_admins?.deliveries.map((day) => day.failed ?? 0) ?? []);
  const calls = for_admins?.calls.map((day) => day.calls) ?? [];
  const errors = sum(for_admins?.calls.map((day) => day.errors) ?? []);
  return (
    <TileGrid>
      <Tile
        label={t('Tasks created')}
        value={sum(created)}
        note={t('{open_tasks} open now', { open_tasks })}
        days={created}
      />
      <Tile
        label={t('Sessions')}
        value={sum(sessions)}
        note={running_sessions > 0 && plural(running_sessions, 'running', 'running')}
        days={sessions}
      />
      <Tile label={t('Training minutes')} value={minutes.sum} days={minutes.days} />
      {for_admins && (
        <Tile
          label={t('Events delivered')}
          value={delivered.sum}
          note={failed > 0 && t('{failed} failed', { failed })}
          days={delivered.days}
        />
      )}
      {for_admins && (
        <Tile
          label={t('API calls')}
          value={sum(calls)}
          note={errors > 0 && t('{errors} with errors', { errors })}
          days={calls}
        />
      )}
    </TileGrid>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
