import { ActionIcon, Button } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { ChoiceField, SwitchField } from './Choices.tsx';
import { type ErrorAt, type FieldProps } from './fieldProps.ts';
import classes from './Fields.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { JsonField } from './JsonField.tsx';
import type { ArgumentGroup, ArgumentPart } from './parts.ts';
import { NumberField, TextField } from './Typed.tsx';
import { emptyValue, emptyItem, matchesPart, isObjectValue, newItem, withMember } from './values.ts';
import { t } from '../../../language/t.ts';

function Field(props: FieldProps) {
  const { part, ...rest } = props;
  if (!matchesPart(part, props.value)) return <JsonField {...props} why={OF_ANOTHER_KIND} />;
  switch (part.kind) {
    case 'text':
      return <TextField part={part} {...rest} />;
    case 'number':
      return <NumberField part={part} {...rest} />;
    case 'boolean':
      return part.isRequired && !part.isNullable ? (
        <SwitchField part={part} {...rest} />
      ) : (
        <ChoiceField options={YES_OR_NO} part={part} {...rest} />
      );
    case 'choice':
      return <ChoiceField options={part.options} part={part} {...rest} />;
    case 'list':
      return <ListField part={part} {...rest} />;
    case 'group':
      return <GroupField part={part} {...rest} />;
    case 'json':
      return <JsonField part={part} why={part.why} {...rest} />;
  }
}

const OF_ANOTHER_KIND = t('This value cannot be shown in a form field. Enter JSON.');

const YES_OR_NO = [
  { value: true, label: t('Yes') },
  { value: false, label: t('No') },
];

function GroupField({ part, value, onChange, fault }: FieldProps<ArgumentGroup>) {
  const change = (next: Readonly<Record<string, unknown>>) =>
    onChange(Object.keys(next).length === 0 && !part.isRequired ? undefined : next);
  return (
    <FieldFrame part={part} fault={fault}>
      <ObjectMemberFields part={part} value={value} onChange={change} fault={fault} />
    </FieldFrame>
  );
}

type MembersProps = Omit<FieldProps<ArgumentGroup>, 'onChange'> & {
  onChange: (values: Readonly<Record<string, unknown>>) => void;
};

/** The fields of an object, without a frame. */
export function ObjectMemberFields({ part, value, onChange, fault }: MembersProps) {
  const values = isObjectValue(value) ? value : {};
  return part.members.map(({ name, part: member }) => (
    <Field
      key={name}
      part={member}
      value={Object.hasOwn(values, name) ? values[name] : undefined}
      onChange={(next) => onChange(withMember(values, name, next))}
      fault={faultBelow(fault, name)}
    />
  ));
}

type ListPart = Extract<ArgumentPart, { kind: 'list' }>;

function ListField({ part, value, onChange, fault }: FieldProps<ListPart>) {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const change = (next: readonly unknown[]) =>
    onChange(next.length === 0 && !part.isRequired ? emptyValue(part) : next);
  return (
    <FieldFrame part={part} fault={fault}>
      {items.map((item, index) => (
        <Item
          // oxlint-disable-next-line no-array-index-key -- only the index distinguishes equal values
          key={index}
          part={itemPart(part, index)}
          value={item}
          onChange={(next) => change(items.with(index, next ?? emptyItem(part.item)))}
          onRemove={() => change(items.toSpliced(index, 1))}
          fault={faultBelow(fault, String(index))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<Icon name="plus" size={14} />}
        aria-label={t('Add to {label}', { label: part.label })}
        onClick={() => change([...items, newItem(part.item)])}
      >
        {t('Add')}
      </Button>
    </FieldFrame>
  );
}

/**
 * Returns the part of a list item, which is never required. A boolean item is marked as required only because it needs
 * no empty choice.
 */
function itemPart({ item, label }: ListPart, index: number): ArgumentPart {
  const isRequired = item.kind === 'boolean';
  return { ...item, isRequired, label: `${item.label || label} ${index + 1}` };
}

function Item({ onRemove, ...field }: FieldProps & { onRemove: () => void }) {
  const { kind, label } = field.part;
  return (
    <div className={classes['item']} data-tall={kind === 'group' || kind === 'list' || undefined}>
      <Field {...field} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('Remove {label}', { label })}
        onClick={onRemove}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
    </div>
  );
}

function faultBelow(fault: ErrorAt, name: string): ErrorAt {
  if (!fault) return undefined;
  const [first, ...path] = fault.path;
  return first === name ? { ...fault, path } : undefined;
}
