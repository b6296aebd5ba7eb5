import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, Radio, SegmentedControl, Stack, Textarea, TextInput, Input } from '@mantine/core';
import type { FormField } from '../fields.ts';
import { t } from '../../../language/t.ts';

/** A field of the preview, which accepts input but sends nothing. */
export function FieldPreview({ field }: { field: FormField }) {
  const shared = {
    label: field.label || t('Untitled field'),
    required: field.required,
    ...(field.help && { description: field.help }),
  };
  switch (field.type) {
    case 'text':
      return <TextInput {...shared} />;
    case 'long_text':
      return <Textarea {...shared} minRows={3} autosize />;
    case 'number':
      return <TextInput {...shared} type="number" inputMode="decimal" />;
    case 'date':
      return <TextInput {...shared} type="date" />;
    case 'time':
      return <TextInput {...shared} type="time" />;
    case 'yes_no':
      return (
        <Input.Wrapper {...shared} labelElement="div">
          <div>
            <SegmentedControl
              data={[t('Yes'), t('No')]}
              defaultValue={t('No')}
              aria-label={shared.label}
              mt={4}
            />
          </div>
        </Input.Wrapper>
      );
    case 'choice':
      return (
        <Radio.Group {...shared} name={`preview-${field.at}`}>
          <Options field={field} one={(option) => <Radio key={option} value={option} label={option} />} />
        </Radio.Group>
      );
    case 'choices':
      return (
        <Checkbox.Group {...shared}>
          <Options field={field} one={(option) => <Checkbox key={option} value={option} label={option} />} />
        </Checkbox.Group>
      );
  }
}

function Options({ field, one }: { field: FormField; one: (option: string) => React.ReactNode }) {
  return (
    <Stack gap={8} mt={6}>
      {(field.options.length > 0 ? field.options : [t('No options yet')]).map(one)}
    </Stack>
  );
}
