import { ActionIcon } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { actorName } from '../../format/actors.ts';
import { RECORD_LINKS } from '../../format/recordLinks.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import type { AuditEntry } from './api.ts';
import classes from './Audit.module.css';
import { auditIcon, listScopeNames, nameInDetails } from './labels.ts';
import { sentenceOfAction } from './sentences.ts';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

type EntryProps = { entry: AuditEntry };

/** The sentence of an entry with links to its actor and target, and buttons for the id and for a filter. */
export function EntrySentence({ entry }: EntryProps) {
  return (
    <span className={classes['event']}>
      <span className={classes['icon']}>
        <Icon name={auditIcon(entry.action)} size={16} />
      </span>
      <span className={classes['sentence']}>
        <Sentence entry={entry} />
        <TargetButtons entry={entry} />
      </span>
    </span>
  );
}

function Sentence({ entry }: EntryProps) {
  const { action, actor, details } = entry;
  const sentence = sentenceOfAction(action);
  const parts = { actor: <Actor of={actor} />, target: <Target entry={entry} /> };
  if (sentence) return <T text={sentence} {...parts} scopes={listScopeNames(details)} />;
  const words = action.replaceAll(/[._]/g, ' ');
  return <T text="{actor}: {action} {target}" {...parts} action={words} />;
}

function Actor({ of: actor }: { of: AuditEntry['actor'] }) {
  const { kind, id, name } = actor;
  if (kind !== 'user' || id === null || name === null) return <b>{actorName(actor)}</b>;
  return <UserLink user={{ user_id: id, name }} />;
}

function Target({ entry: { target, target_id, details } }: EntryProps) {
  const { history } = useRouter();
  if (!target) return <b>{nameInDetails(details) ?? (target_id === null ? '' : t('(deleted)'))}</b>;
  const { kind, name, parent_id } = target;
  if (kind === 'account' || kind === 'bundle') return <b>{name}</b>;
  const id = target_id ?? '';
  const address = RECORD_LINKS[kind].addressOf({ id, title: name, detail: null, parent_id });
  return (
    <a
      href={address}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.push(address);
      }}
    >
      {name}
    </a>
  );
}

/** Buttons that are shown while the row is hovered or has the focus; on touch screens they are always shown. */
function TargetButtons({ entry: { target, target_id } }: EntryProps) {
  const { state, change } = useUrlState();
  const { navigate, history } = useRouter();
  if (target_id === null) return null;
  const filter = () =>
    history.location.pathname === '/audit'
      ? change({ target_id, offset: undefined }, 'push')
      : void navigate({ to: '/audit', search: { target_id } });
  return (
    <span className={classes['tools']}>
      <CopyButton text={target_id} what={t('id')} />
      {state['target_id'] !== target_id && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('Only entries about {name}', { name: target?.name ?? target_id })}
          onClick={filter}
        >
          <Icon name="filter" size={14} />
        </ActionIcon>
      )}
    </span>
  );
}
