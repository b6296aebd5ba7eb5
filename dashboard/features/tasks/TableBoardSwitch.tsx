import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl } from '@mantine/core';
import { t } from '../../language/t.ts';

export function TableBoardSwitch({
  view,
  onChange,
}: {
  view: string | undefined;
  onChange: (view?: string) => void;
}) {
  return (
    <SegmentedControl
      aria-label={t('View')}
      size="sm"
      value={view ?? 'table'}
      onChange={(next) => onChange(next === 'board' ? next : undefined)}
      data={[
        { value: 'table', label: t('Table') },
        { value: 'board', label: t('Board') },
      ]}
    />
  );
}
