import { Tile } from '../../components/Tile.tsx';
import { TileGrid } from '../../components/TileGrid.tsx';
import type { Home } from './api.ts';

export function Tiles({ home }: { home: Home }) {
  const { days, open_tasks, running_sessions, for_admins } = home;
  const created = days.map((day) => day.tasks_created);
  const sessions = days.map((day) => day.sessions);
  const minutes = days.map((day) => day.minutes);
  const delivered = for_admins?.deliveries.map((day) => day.delivered) ?? [];
  const failed = sum(for_admins?.deliveries.map((day) => day.failed) ?? []);
  const calls = for_admins?.calls.map((day) => day.calls) ?? [];
  const errors = sum(for_admins?.calls.map((day) => day.errors) ?? []);
  return (
    <TileGrid>
      <Tile label="Tasks created" value={sum(created)} note={`${open_tasks} open now`} days={created} />
      <Tile
        label="Sessions"
        value={sum(sessions)}
        note={running_sessions > 0 && `${running_sessions} running`}
        days={sessions}
      />
      <Tile label="Minutes of training" value={sum(minutes)} days={minutes} />
      {for_admins && (
        <Tile
          label="Events delivered"
          value={sum(delivered)}
          note={failed > 0 && `${failed} failed`}
          days={delivered}
        />
      )}
      {for_admins && (
        <Tile label="API calls" value={sum(calls)} note={errors > 0 && `${errors} refused`} days={calls} />
      )}
    </TileGrid>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
