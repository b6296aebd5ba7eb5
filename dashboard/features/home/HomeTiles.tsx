import { Link } from '@tanstack/react-router';
import { Tile } from '../../components/Tile.tsx';
import { TileGrid } from '../../components/TileGrid.tsx';
import { endOfDay } from '../../format/format.ts';
import type { AdminHome, Home } from './api.ts';
import { sumKnownDays } from './countedUpTo.ts';
import { t } from '../../language/t.ts';

/** The figures of the last days. The figures of tasks and sessions link to exactly the records that they count. */
export function HomeTiles({ home }: { home: Home }) {
  const { days, open_tasks, running_sessions, for_admins } = home;
  const period = { from: days[0]?.day ?? '', to: endOfDay(days.at(-1)?.day ?? '') };
  const created = days.map((day) => day.tasks_created);
  const sessions = days.map((day) => day.sessions);
  const minutes = sumKnownDays(days.map((day) => day.minutes));
  return (
    <TileGrid>
      <Tile
        label={t('Tasks created')}
        value={sum(created)}
        note={t('{open_tasks} open now', { open_tasks })}
        link={
          <Link to="/tasks" search={period}>
            {t('Tasks created')}
          </Link>
        }
        trend={{ measure: 'tasks_created', days: created }}
      />
      <Tile
        label={t('Sessions')}
        value={sum(sessions)}
        note={
          running_sessions > 0 &&
          t('{running_sessions, plural, one {# running} other {# running}}', { running_sessions })
        }
        trend={{ measure: 'sessions', days: sessions }}
        link={
          <Link to="/sessions" search={period}>
            {t('Sessions')}
          </Link>
        }
      />
      <Tile
        label={t('Training minutes')}
        value={minutes.sum}
        trend={{ measure: 'minutes', days: minutes.days }}
        link={
          <Link to="/sessions" search={period}>
            {t('Training minutes')}
          </Link>
        }
      />
      {for_admins && <AdminTiles for_admins={for_admins} />}
    </TileGrid>
  );
}

function AdminTiles({ for_admins }: { for_admins: AdminHome }) {
  const delivered = sumKnownDays(for_admins.deliveries.map((day) => day.delivered));
  const failed = sum(for_admins.deliveries.map((day) => day.failed ?? 0));
  const calls = for_admins.calls.map((day) => day.calls);
  const errors = sum(for_admins.calls.map((day) => day.errors));
  return (
    <>
      <Tile
        label={t('Events delivered')}
        value={delivered.sum}
        note={failed > 0 && t('{failed} failed', { failed })}
        trend={{ measure: 'delivered', days: delivered.days }}
        link={<Link to="/webhooks">{t('Events delivered')}</Link>}
      />
      <Tile
        label={t('API calls')}
        value={sum(calls)}
        note={errors > 0 && t('{errors} with errors', { errors })}
        trend={{ measure: 'calls', days: calls }}
        link={<Link to="/requests">{t('API calls')}</Link>}
      />
    </>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
