import { Combobox } from '@mantine/core';
import { Icon } from '../Icon.tsx';
import { t, type Label } from '../../language/t.ts';
import classes from './Picker.module.css';
import type { RecordOption } from './source.ts';
import type { PickerOptions } from './useRecordOptions.ts';

type RecordDropdownProps = {
  list: PickerOptions;
  chosen: readonly string[];
  label: string;
  /** An option before all others, for example for no user. */
  extra?: RecordOption | undefined;
};

/** The options below a picker: recently chosen records, the records found, and the number of further ones. */
export function RecordDropdown({
  list: { recent, options, more, isPending, empty },
  ...shown
}: RecordDropdownProps) {
  const { chosen, label, extra } = shown;
  const draw = (option: RecordOption) => (
    <Option key={option.value} option={option} isChosen={chosen.includes(option.value)} />
  );
  return (
    <>
      <Combobox.Options
        className={classes['options']}
        aria-label={label}
        aria-busy={isPending && options.length > 0}
      >
        {extra && draw(extra)}
        {recent.length > 0 && (
          <Combobox.Group label={t('Recently chosen')}>{recent.map(draw)}</Combobox.Group>
        )}
        {recent.length > 0 && options.length > 0 ? (
          <Combobox.Group label={t('All')}>{options.map(draw)}</Combobox.Group>
        ) : (
          options.map(draw)
        )}
      </Combobox.Options>
      {recent.length + options.length === 0 && <Empty text={empty} />}
      {more > 0 && (
        <Combobox.Footer className={classes['more']}>
          {t('{count, plural, one {# more. Type to find it.} other {# more. Type to find them.}}', {
            count: more,
          })}
        </Combobox.Footer>
      )}
    </>
  );
}

function Empty({ text }: { text: Label }) {
  return (
    <Combobox.Empty>
      <span role="status">{text}</span>
    </Combobox.Empty>
  );
}

function Option({ option: { value, label, detail }, isChosen }: { option: RecordOption; isChosen: boolean }) {
  return (
    <Combobox.Option value={value} active={isChosen} aria-selected={isChosen}>
      <span className={classes['option']}>
        <span>
          {label}
          {detail !== undefined && <small>{detail}</small>}
        </span>
        {isChosen && <Icon name="check" size={14} />}
      </span>
    </Combobox.Option>
  );
}
