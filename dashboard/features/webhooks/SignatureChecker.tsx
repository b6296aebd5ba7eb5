import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { Panel } from '../../components/Panel.tsx';
import { checkSignature, type SignatureCheckInput, type SignatureCheckResult } from './signature.ts';
import classes from './Webhooks.module.css';
import { t } from '../../language/t.ts';

type SignatureCheckerProps = { check: SignatureCheckInput; onChange: (check: SignatureCheckInput) => void };

/** Verifies a signature as a receiver does. Everything stays in this browser; nothing is sent. */
export function SignatureChecker({ check, onChange }: SignatureCheckerProps) {
  const [verdict, setVerdict] = useState<SignatureCheckResult>();
  const set = (name: keyof SignatureCheckInput) => (event: { currentTarget: { value: string } }) => {
    setVerdict(undefined);
    onChange({ ...check, [name]: event.currentTarget.value });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setVerdict(await checkSignature(check, Date.now()));
  };
  return (
    <Panel
      title={t('Signature checker')}
      about={t(
        'Paste the request that your endpoint received. The check runs in this browser; no data is sent.',
      )}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" className={classes['mono'] ?? ''}>
          <TextInput
            label={t('Signing secret')}
            autoComplete="off"
            value={check.secret}
            onChange={set('secret')}
          />
          <Group grow align="flex-start" preventGrowOverflow={false} wrap="wrap">
            <TextInput label="X-Webhook-Timestamp" value={check.timestamp} onChange={set('timestamp')} />
            <TextInput
              label="X-Webhook-Signature"
              miw={240}
              value={check.signature}
              onChange={set('signature')}
            />
          </Group>
          <Textarea
            label={t('Raw body')}
            description={t('The exact bytes, before any parsing.')}
            autosize
            minRows={5}
            maxRows={16}
            value={check.body}
            onChange={set('body')}
          />
          <Group>
            <Button type="submit" disabled={Object.values(check).includes('')}>
              {t('Check signature')}
            </Button>
          </Group>
          {verdict && <Answer verdict={verdict} />}
        </Stack>
      </form>
    </Panel>
  );
}

function Answer({ verdict: { isValid: isGood, text } }: { verdict: SignatureCheckResult }) {
  return (
    <div className={classes['verdict']} data-good={isGood} role="status">
      <Icon name={isGood ? 'circleCheck' : 'alert'} />
      <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
    </div>
  );
}
