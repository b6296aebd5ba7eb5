import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox, Group, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FIELD_LABELS } from '../../api/labels.ts';
import { Hint } from '../../components/Hint.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { scopesQuery, type NewKey, type KeyScope } from './api.ts';
import classes from './Keys.module.css';
import { t, type Label } from '../../language/t.ts';

type Scope = NewKey['scopes'][number];

const ACTS: Readonly<Record<string, Label>> = {
  read: t('Read|scope'),
  write: t('Write|scope'),
  manage: t('Manage|scope'),
};

const NOUNS: Readonly<Record<string, Label>> = {
  sessions: t('Sessions'),
  tasks: t('Tasks'),
  users: t('People'),
  skills: t('Skills'),
  knowledge: t('Knowledge'),
  billing: t('Billing'),
  integrations: t('Integrations'),
  devices: t('Devices'),
  webhooks: t('Webhooks'),
  api_keys: t('API keys'),
  forms: t('Forms'),
};

const PRESETS: readonly { label: string; includesScope: (scope: Scope) => boolean }[] = [
  { label: t('Read only'), includesScope: (scope) => scope.startsWith('read:') },
  { label: t('Tasks'), includesScope: (scope) => scope.endsWith(':tasks') || scope === 'read:users' },
  { label: t('Webhooks'), includesScope: (scope) => scope === 'manage:webhooks' },
  { label: t('All scopes'), includesScope: () => true },
  { label: t('None'), includesScope: () => false },
];

type Choice = { chosen: readonly Scope[]; onChange: (scopes: Scope[]) => void };
type ScopeFieldProps = Choice & {
  isOffered?: (scope: KeyScope) => boolean;
  error?: React.ReactNode;
};

/** The scopes of a key or an app. The grid appears only when the list of scopes has loaded. */
export function ScopeField({ isOffered = () => true, error, ...choice }: ScopeFieldProps) {
  const { data, placeholder } = useQueryData(useQuery(scopesQuery), <SkeletonBlock height={300} />);
  return (
    <Input.Wrapper label={FIELD_LABELS.scopes} required error={error} labelElement="div">
      {placeholder ?? <ScopeGrid offered={data.scopes.filter(isOffered)} {...choice} />}
    </Input.Wrapper>
  );
}

/** A table of scopes: a row for each kind of record, a column for each permission. */
function ScopeGrid({ offered, chosen, onChange }: Choice & { offered: readonly KeyScope[] }) {
  const nouns = [...new Set(offered.map(({ scope }) => nounOf(scope)))];
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  const cellOf = (act: string, noun: string) => offered.find(({ scope }) => scope === `${act}:${noun}`);
  return (
    <>
      <Group gap={6} mb={8} mt={4}>
        {PRESETS.map(({ label, includesScope }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => onChange(offered.map(({ scope }) => scope).filter(includesScope))}
          >
            {label}
          </Button>
        ))}
      </Group>
      <div className={classes['frame']}>
        <table className={classes['grid']} aria-label={t('Scopes')}>
          <thead>
            <tr>
              <th scope="col">{t('Records')}</th>
              {Object.entries(ACTS).map(([act, label]) => (
                <th key={act} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {nouns.map((noun) => (
              <tr key={noun}>
                <th scope="row">{NOUNS[noun] ?? noun}</th>
                {Object.keys(ACTS).map((act) => (
                  <td key={act}>
                    <Cell offer={cellOf(act, noun)} chosen={chosen} onToggle={toggle} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

type CellProps = {
  offer: KeyScope | undefined;
  chosen: readonly Scope[];
  onToggle: (scope: Scope) => void;
};

function Cell({ offer, chosen, onToggle }: CellProps) {
  if (!offer) return null;
  const { scope, about } = offer;
  return (
    <Hint label={`${scope}: ${about}`}>
      <Checkbox
        aria-label={`${scope}: ${about}`}
        checked={chosen.includes(scope)}
        onChange={() => onToggle(scope)}
        w="fit-content"
      />
    </Hint>
  );
}

function nounOf(scope: string): string {
  return scope.slice(scope.indexOf(':') + 1);
}
