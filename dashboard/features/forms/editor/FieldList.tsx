import { Button, Input, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { DropdownMenu } from '../../../components/DropdownMenu.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { FIELD_TYPES, fieldTitle, createField, type FormField } from '../fields.ts';
import classes from './Editor.module.css';
import { FieldCard } from './FieldCard.tsx';
import { useReorder } from './useReorder.ts';
import { t } from '../../../language/t.ts';

type FieldListProps = {
  fields: readonly FormField[];
  onChange: (fields: FormField[]) => void;
  /** The server's error about the fields. While it is shown, choices without options are marked. */
  error: ReactNode;
};

export function FieldList({ fields, onChange, error }: FieldListProps) {
  const change = (changed: FormField) =>
    onChange(fields.map((one) => (one.at === changed.at ? changed : one)));
  const remove = (at: number) => onChange(fields.filter((one) => one.at !== at));
  const move = (index: number, by: -1 | 1) => onChange(moved(fields, index, by));
  const order = useReorder({ items: fields, keyOf: ({ at }) => at, nameOf: fieldTitle, onChange });
  return (
    <section aria-label={t('Fields')}>
      <Text component="h2" size="sm" fw={600} mb={8}>
        {t('Fields')}
      </Text>
      <ol className={classes['fields']}>
        {fields.map((field, index) => (
          <li key={field.at} ref={order.rowOf(field)} data-held={order.isHeld(field) || undefined}>
            <FieldCard
              field={field}
              isJudged={Boolean(error)}
              isFirst={index === 0}
              isLast={index === fields.length - 1}
              handle={order.handleOf(field)}
              onChange={change}
              onRemove={() => remove(field.at)}
              onMove={(by) => move(index, by)}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
      {error && (
        <Input.Error role="alert" mb={12}>
          {error}
        </Input.Error>
      )}
      <DropdownMenu
        position="bottom-start"
        width={200}
        button={
          <Button variant="default" leftSection={<Icon name="plus" size={16} />}>
            {t('Add field')}
          </Button>
        }
      >
        {(Menu) =>
          FIELD_TYPES.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => onChange([...fields, createField(value, fields)])}>
              {label}
            </Menu.Item>
          ))
        }
      </DropdownMenu>
    </section>
  );
}

function moved(fields: readonly FormField[], index: number, by: -1 | 1): FormField[] {
  const field = fields[index];
  if (!field) return [...fields];
  const rest = fields.toSpliced(index, 1);
  return rest.toSpliced(index + by, 0, field);
}
