import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { ActionIcon, Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core';
import { FIELD_LABELS } from '../../../api/labels.ts';
import { Icon } from '../../../components/Icon.tsx';
import { FIELD_TYPES, hasOptions, fieldTitle, type FormField } from '../fields.ts';
import classes from './Editor.module.css';
import { DragHandle, type DragHandleProps } from './DragHandle.tsx';
import { t } from '../../../language/t.ts';

type FieldCardProps = {
  field: FormField;
  isJudged: boolean;
  isFirst: boolean;
  isLast: boolean;
  handle: DragHandleProps;
  onChange: (field: FormField) => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
};

export function FieldCard(props: FieldCardProps) {
  const { field, isJudged, isFirst, isLast, handle, onChange, onRemove, onMove } = props;
  const set = (changes: Partial<FormField>) => onChange({ ...field, ...changes });
  const name = fieldTitle(field);
  return (
    <div className={classes['field']} role="group" aria-label={field.label || t('Untitled field')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('Label')}
          value={field.label}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
        <Select
          label={t('Type')}
          data={[...FIELD_TYPES]}
          value={field.type}
          allowDeselect={false}
          onChange={(type) =>
            set({ type: FIELD_TYPES.find(({ value }) => value === type)?.value ?? field.type })
          }
        />
        <TextInput
          label={t('Help')}
          value={field.help}
          onChange={(event) => set({ help: event.currentTarget.value })}
        />
        {hasOptions(field.type) && (
          <Options options={field.options} isJudged={isJudged} onChange={(options) => set({ options })} />
        )}
      </SimpleGrid>
      <footer>
        <Switch
          size="sm"
          label={t('Required')}
          checked={field.required}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
        <span>
          <DragHandle name={name} {...handle} />
          <Tool
            icon="chevronUp"
            label={t('Move {name} up', { name })}
            onClick={() => onMove(-1)}
            disabled={isFirst}
          />
          <Tool
            icon="chevronDown"
            label={t('Move {name} down', { name })}
            onClick={() => onMove(1)}
            disabled={isLast}
          />
          <Tool icon="trash" label={t('Remove {name}', { name })} onClick={onRemove} />
        </span>
      </footer>
    </div>
  );
}

type ToolProps = {
  icon: 'chevronUp' | 'chevronDown' | 'trash';
  label: string;
  onClick: () => void;
  disabled?: boolean;
};

function Tool({ icon, label, onClick, disabled = false }: ToolProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick} disabled={disabled}>
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}

type OptionsProps = { options: string[]; isJudged: boolean; onChange: (options: string[]) => void };

function Options({ options, isJudged, onChange }: OptionsProps) {
  return (
    <TagsInput
      label={FIELD_LABELS.options}
      placeholder={t('Type a name and press Enter')}
      value={options}
      error={isJudged && options.length === 0 && t('Add at least one option')}
      onChange={onChange}
    />
  );
}
