import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Select, Switch } from '@mantine/core';
import { inputProps, type FieldProps } from './fieldProps.ts';
import { emptyValue, isEqualJson } from './values.ts';
import { t } from '../../../language/t.ts';

export function SwitchField({ part, value, onChange, fault }: FieldProps) {
  return (
    <Switch
      {...inputProps({ part, fault })}
      required={false}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

type Option = { value: unknown; label: string };

export function ChoiceField({
  part,
  value,
  onChange,
  fault,
  options,
}: FieldProps & { options: readonly Option[] }) {
  const place = options.findIndex((option) => isEqualJson(option.value, value));
  return (
    <Select
      {...inputProps({ part, fault })}
      placeholder={t('Nothing selected')}
      clearable={!part.isRequired || part.isNullable}
      searchable={options.length > 8}
      data={options.map(({ label }, index) => ({ value: String(index), label }))}
      value={place < 0 ? null : String(place)}
      onChange={(index) => onChange(index === null ? emptyValue(part) : options[Number(index)]?.value)}
    />
  );
}
