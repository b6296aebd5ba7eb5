import '@mantine/core/styles/Tabs.layer.css';
import { JsonInput, Stack, Tabs, Text } from '@mantine/core';
import { FIELD_LABELS } from '../../../api/labels.ts';
import type { ErrorAt } from './fieldProps.ts';
import { MONOSPACE } from './JsonField.tsx';
import { ObjectMemberFields } from './Field.tsx';
import type { ArgumentGroup, ArgumentPart } from './parts.ts';
import { parseObject } from './values.ts';
import { t } from '../../../language/t.ts';

export type ArgumentsView = 'form' | 'json';

type ArgumentsInputProps = {
  part: ArgumentPart;
  text: string;
  onChange: (text: string) => void;
  view: ArgumentsView;
  onView: (view: ArgumentsView) => void;
  fault: ErrorAt;
  errorText: string | undefined;
};

/** The arguments of a test run, as fields or as JSON. */
export function ArgumentsInput(props: ArgumentsInputProps) {
  const { part, text, onChange, view, onView, errorText } = props;
  return (
    <Tabs value={view} onChange={(next) => onView(next === 'json' ? 'json' : 'form')} keepMounted={false}>
      <Tabs.List aria-label={t('Form or JSON')} mb="sm">
        <Tabs.Tab value="form">{t('Form')}</Tabs.Tab>
        <Tabs.Tab value="json">{t('JSON')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="form">
        <Stack gap="sm">
          {part.kind === 'group' ? <Drawn {...props} part={part} /> : <Undrawn part={part} />}
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonInput
          label={FIELD_LABELS.arguments}
          autosize
          minRows={3}
          maxRows={14}
          value={text}
          onChange={onChange}
          styles={MONOSPACE}
          error={parseObject(text) ? errorText : t('Must be a JSON object')}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function Drawn({ part, text, onChange, fault }: ArgumentsInputProps & { part: ArgumentGroup }) {
  const values = parseObject(text);
  if (!values)
    return <Text size="sm">{t('The JSON is invalid. Fix it on the JSON tab to use the form.')}</Text>;
  const others = Object.keys(values).filter((name) => !part.members.some((member) => member.name === name));
  return (
    <>
      <ObjectMemberFields
        part={part}
        value={values}
        onChange={(next) => onChange(JSON.stringify(next, null, 2))}
        fault={fault}
      />
      {others.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('Also sent, from the JSON tab: {others}.', { others: others.join(', ') })}
        </Text>
      )}
    </>
  );
}

function Undrawn({ part }: { part: ArgumentPart }) {
  return (
    <Text size="sm" c="dimmed">
      {t('No form is available for this skill. {why} Use the JSON tab.', {
        why: part.kind === 'json' ? part.why : '',
      })}
    </Text>
  );
}
