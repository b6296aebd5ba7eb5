import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { Icon, type IconName } from '../../components/Icon.tsx';
import classes from './Home.module.css';
import { useDismissedTracks } from './useDismissedTracks.ts';
import { t } from '../../language/t.ts';

type Idea = { icon: IconName; link: ReactNode; about: string };

/** Introduces the demo account with five things to try. */
export function DemoCard() {
  const { role } = useMe();
  const { dismissed, dismiss } = useDismissedTracks();
  if (dismissed.includes('demo')) return null;
  const ideas = role === 'admin' ? FOR_ADMINS : FOR_MEMBERS;
  return (
    <section className={classes['started']} aria-label={t('Try the demo')}>
      <header>
        <Text component="h2" fw={600}>
          {t('Try the demo')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('All people and records of this account are invented.')}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => dismiss('demo')}
          aria-label={t('Hide: {title}', { title: t('Try the demo') })}
        >
          {t('Hide')}
        </Button>
      </header>
      <ol className={classes['ideas']}>
        {ideas.map(({ icon, link, about }) => (
          <li key={about}>
            <Icon name={icon} size={20} />
            <div>
              {link}
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const SESSION: Idea = {
  icon: 'sessions',
  link: <Link to="/sessions">{t('Open a training session')}</Link>,
  about: t('It shows the recording, its procedures and its skill calls.'),
};

const SEARCH: Idea = {
  icon: 'knowledge',
  link: (
    <Link to="/skills" search={{ view: 'search', query: 'refrigerant' }}>
      {t('Search the handbook')}
    </Link>
  ),
  about: t('Glasses and agents find the same passages.'),
};

const FOR_ADMINS: readonly Idea[] = [
  SESSION,
  {
    icon: 'catalogue',
    link: <Link to="/catalogue">{t('Review a procedure')}</Link>,
    about: t('Glasses show a procedure only after you approve it.'),
  },
  {
    icon: 'webhooks',
    link: <Link to="/webhooks">{t('Find the failed deliveries')}</Link>,
    about: t('Send events again that an endpoint missed.'),
  },
  SEARCH,
  {
    icon: 'reports',
    link: <Link to="/reports">{t('Compare two months')}</Link>,
    about: t('Select a number to see the records behind it.'),
  },
];

const FOR_MEMBERS: readonly Idea[] = [
  {
    icon: 'tasks',
    link: <Link to="/tasks">{t('Change the status of a task')}</Link>,
    about: t('Connected systems receive the change at once.'),
  },
  SESSION,
  {
    icon: 'catalogue',
    link: <Link to="/catalogue">{t('Read a procedure')}</Link>,
    about: t('Trainers recorded each step with their glasses.'),
  },
  SEARCH,
  {
    icon: 'forms',
    link: <Link to="/forms">{t('Open a form')}</Link>,
    about: t('People fill in forms on their glasses.'),
  },
];
