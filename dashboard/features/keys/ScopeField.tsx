import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox, Group, Input, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LABELS } from '../../api/labels.ts';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { scopesQuery, type NewKey, type KeyScope } from './api.ts';
import classes from './Keys.module.css';
import { t } from '../../language/t.ts';

type Scope = NewKey['scopes'][number];

const ACTS = ['read', 'write', 'manage'] as const;

const PRESETS: readonly { label: string; holds: (scope: Scope) => boolean }[] = [
  { label: t('Read only'), holds: (scope) => scope.startsWith('read:') },
  { label: t('Tasks'), holds: (scope) => scope.endsWith(':tasks') || scope === 'read:users' },
  { label: t('Webhooks'), holds: (scope) => scope === 'manage:webhooks' },
  { label: t('All scopes'), holds: () => true },
  { label: t('None'), holds: () => false },
];

type Choice = { chosen: readonly Scope[]; onChange: (scopes: Scope[]) => void };
type ScopeFieldProps = Choice & {
  isOffered?: (scope: KeyScope) => boolean;
  error?: React.ReactNode;
};

/** The scopes of a key or app; chosen by what they are for only once all of them are there. */
export function ScopeField({ isOffered = () => true, error, ...choice }: ScopeFieldProps) {
  const { data, placeholder } = useQueryData(useQuery(scopesQuery), <SkeletonBlock height={300} />);
  return (
    <Input.Wrapper label={LABELS.scopes} required error={error} labelElement="div">
      {placeholder ?? <ScopeGrid offered={data.scopes.filter(isOffered)} {...choice} />}
    </Input.Wrapper>
  );
}

/** A row for each kind of record, a column for each right. */
function ScopeGrid({ offered, chosen, onChange }: Choice & { offered: readonly KeyScope[] }) {
  const nouns = [...new Set(offered.map(({ scope }) => nounOf(scope)))];
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  const cellOf = (act: string, noun: string) => offered.find(({ scope }) => scope === `${act}:${noun}`);
  return (
    <>
      <Group gap={6} mb={8} mt={4}>
        {PRESETS.map(({ label, holds }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => onChange(offered.map(({ scope }) => scope).filter(holds))}
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
              {ACTS.map((act) => (
                <th key={act} scope="col">
                  {wordOf(act)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {nouns.map((noun) => (
              <tr key={noun}>
                <th scope="row">{wordOf(noun)}</th>
                {ACTS.map((act) => (
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
    <Tooltip label={`${scope}: ${about}`}>
      <Checkbox
        aria-label={`${scope}: ${about}`}
        checked={chosen.includes(scope)}
        onChange={() => onToggle(scope)}
        w="fit-content"
      />
    </Tooltip>
  );
}

function nounOf(scope: string): string {
  return scope.slice(scope.indexOf(':') + 1);
}

function wordOf(text: string): string {
  const spaced = text.replace('api_', 'API ').replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
