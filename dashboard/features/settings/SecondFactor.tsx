import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Block } from '../../components/Awaited.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { lazily } from '../../hooks/lazily.tsx';
import { useLoaded } from '../../hooks/useLoaded.tsx';
import { factorQuery } from './api.ts';
import { t } from '../../language/t.ts';

const RecoveryCodes = lazily(async () => (await import('./RecoveryCodes.tsx')).RecoveryCodes);
const TurnOn = lazily(async () => (await import('./TurnOn.tsx')).TurnOn);
const TurnOff = lazily(async () => (await import('./TurnOff.tsx')).TurnOff);

export function SecondFactor() {
  const { data, standIn } = useLoaded(useQuery(factorQuery), <Block height={20} />);
  const [doing, setDoing] = useState<'on' | 'off'>();
  const [codes, setCodes] = useState<string[]>();
  const done = () => setDoing(undefined);
  return (
    <Panel
      title={t('Second factor')}
      about={t('With it, whoever has your password still needs the code that your phone shows.')}
      actions={data && <Switch isOn={data.is_on} onSwitch={setDoing} />}
    >
      {standIn}
      {data && <StatusBadge state={data.is_on ? 'on' : 'off'} />}
      {doing === 'on' && <TurnOn onClose={done} onCodes={setCodes} />}
      {doing === 'off' && <TurnOff onClose={done} />}
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
