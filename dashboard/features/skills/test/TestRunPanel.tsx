import { Button, JsonInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { LABELS } from '../../../api/labels.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useTestSkill, type Skill, type SkillsPath } from '../api.ts';
import { exampleOf, parseObject } from './arguments.ts';
import { Outcome } from './Outcome.tsx';
import { t } from '../../../language/t.ts';

/** Runs the skill for real, but no event tells of it. */
export function TestRunPanel({ path, skill }: { path: SkillsPath; skill: Skill }) {
  const [text, setText] = useState(() => JSON.stringify(exampleOf(skill.arguments_schema), null, 2));
  const { mutate, reset, data, error, isPending } = useTestSkill(path, skill.id);
  const input = parseObject(text);
  return (
    <Stack gap="sm">
      <JsonInput
        label={LABELS.arguments}
        autosize
        minRows={3}
        maxRows={14}
        value={text}
        onChange={(next) => {
          setText(next);
          if (error) reset();
        }}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.75rem' } }}
        error={input ? error?.message : t('Must be a JSON object')}
      />
      <Button
        w="fit-content"
        disabled={!input}
        loading={isPending}
        leftSection={<Icon name="play" size={14} />}
        onClick={() => input && mutate(input)}
      >
        {t('Run')}
      </Button>
      {data && !isPending && <Outcome run={data} />}
    </Stack>
  );
}
