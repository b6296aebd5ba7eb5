import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorQuery } from '../../api/secondFactor.ts';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { t } from '../../language/t.ts';

const RecoveryCodes = lazyComponent(async () => (await import('./RecoveryCodes.tsx')).RecoveryCodes);
const TurnOnSecondFactor = lazyComponent(
  async () => (await import('./TurnOnSecondFactor.tsx')).TurnOnSecondFactor,
);
const TurnOffSecondFactor = lazyComponent(
  async () => (await import('./TurnOffSecondFactor.tsx')).TurnOffSecondFactor,
);

export function SecondFactor() {
  const { data, placeholder } = useQueryData(useQuery(secondFactorQuery), <SkeletonBlock height={20} />);
  const [doing, setDoing] = useState<'on' | 'off'>();
  const [codes, setCodes] = useState<string[]>();
  const done = () => setDoing(undefined);
  return (
    <Panel
      title={t('Two-factor sign-in')}
      about={t('Signing in then also requires a code from your phone.')}
      actions={data && <Switch isOn={data.is_on} onSwitch={setDoing} />}
    >
      {placeholder}
      {data && <StatusBadge state={data.is_on ? 'on' : 'off'} />}
      {doing === 'on' && <TurnOnSecondFactor onClose={done} onCodes={setCodes} />}
      {doing === 'off' && <TurnOffSecondFactor onClose={done} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  );
}

function Switch({ isOn, onSwitch }: { isOn: boolean; onSwitch: (to: 'on' | 'off') => void }) {
  return (
    <Button variant={isOn ? 'default' : 'filled'} onClick={() => onSwitch(isOn ? 'off' : 'on')}>
      {isOn ? t('Turn off') : t('Set up')}
    </Button>
  );
}
