import { Alert, Button, JsonInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { useTestSkill, type Skill, type SkillsPath } from '../api.ts';
import { exampleOf, parseObject } from './arguments.ts';
import { Outcome } from './Outcome.tsx';

/** Runs the skill for real, but no event tells of it. */
export function TestRunPanel({ path, skill }: { path: SkillsPath; skill: Skill }) {
  const [text, setText] = useState(() => JSON.stringify(exampleOf(skill.arguments_schema), null, 2));
  const { mutate, data, error, isPending } = useTestSkill(path, skill.id);
  const input = parseObject(text);
  return (
    <Stack gap="sm">
      <JsonInput
        label="Arguments"
        autosize
        minRows={3}
        maxRows={14}
        value={text}
        onChange={setText}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.75rem' } }}
        error={input ? undefined : 'Must be a JSON object'}
      />
      <Button
        w="fit-content"
        disabled={!input}
        loading={isPending}
        leftSection={<Icon name="play" size={14} />}
        onClick={() => input && mutate(input)}
      >
        Run
      </Button>
      {error && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
          {error.message}
        </Alert>
      )}
      {data && !isPending && <Outcome run={data} />}
    </Stack>
  );
}
