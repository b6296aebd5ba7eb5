import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Stack } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../../api/client.ts';
import { capitalized } from '../../../api/labels.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useTestSkill, type Skill, type SkillsPath } from '../api.ts';
import { ArgumentsInput, type ArgumentsView } from './ArgumentsInput.tsx';
import type { ErrorAt } from './fieldProps.ts';
import { TestRunOutcome } from './Outcome.tsx';
import { toArgumentPart, type ArgumentPart } from './parts.ts';
import { parseObject, initialValue } from './values.ts';
import { t } from '../../../language/t.ts';

/** Runs the skill for a test. The run is real but emits no event. */
export function TestRunPanel({ path, skill }: { path: SkillsPath; skill: Skill }) {
  const part = useMemo(() => toArgumentPart(skill.arguments_schema), [skill.arguments_schema]);
  const [text, setText] = useState(() => JSON.stringify(initialValue(part) ?? {}, null, 2));
  const [view, setView] = useState<ArgumentsView>(part.kind === 'group' ? 'form' : 'json');
  const { mutate, reset, data, error, isPending } = useTestSkill(path, skill.id);
  const input = parseObject(text);
  const fault = faultOf(error);
  const run = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (input && !isPending && !showBroken(event.currentTarget)) mutate(input);
  };
  const change = (next: string) => {
    setText(next);
    if (error) reset();
  };
  const isErrorShown = view === 'json' || (fault && hasFieldAt(part, input, fault.path));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  return (
    <form ref={form} onSubmit={run} noValidate>
      <Stack gap="sm">
        <ArgumentsInput
          {...{ part, text, view, fault }}
          onChange={change}
          onView={setView}
          errorText={error?.message}
        />
        {error && !isErrorShown && (
          <Alert color="red" variant="light" role="alert">
            {error.message}
          </Alert>
        )}
        <Button
          type="submit"
          w="fit-content"
          disabled={!input}
          loading={isPending}
          leftSection={<Icon name="play" size={14} />}
        >
          {t('Run')}
        </Button>
        {data && !isPending && <TestRunOutcome run={data} />}
      </Stack>
    </form>
  );
}

/** Focuses the first field with invalid JSON. */
function showBroken(form: HTMLFormElement): boolean {
  const broken = [...form.querySelectorAll('textarea')].find(({ validity }) => validity.customError);
  broken?.focus();
  return broken !== undefined;
}

/** Returns undefined if the error is not about the arguments. */
function faultOf(error: unknown): ErrorAt {
  const fault = error instanceof ApiError ? error.fault : undefined;
  const [first, ...path] = fault?.path ?? [];
  return fault && first === 'arguments'
    ? { path, says: capitalized(fault.rule), format: fault.format }
    : undefined;
}

/** True if the form shows a field or a group at this path. */
function hasFieldAt(part: ArgumentPart, value: unknown, [first, ...below]: readonly string[]): boolean {
  if (first === undefined) return part.label !== '';
  switch (part.kind) {
    case 'group': {
      const member = part.members.find(({ name }) => name === first)?.part;
      return member !== undefined && hasFieldAt(member, Object(value)[first], below);
    }
    case 'list':
      return (
        Array.isArray(value) &&
        Number(first) < value.length &&
        hasFieldAt(part.item, value[Number(first)], below)
      );
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'json':
      return true;
  }
}
