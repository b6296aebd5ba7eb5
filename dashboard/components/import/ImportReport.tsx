import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toCsv } from '../../format/csv.ts';
import { downloadCsv } from '../../format/downloadCsv.ts';
import { t } from '../../language/t.ts';
import type { BulkResult, Rejection } from '../bulk/bulkAction.ts';
import { Rejections } from '../bulk/BulkReport.tsx';
import { Icon } from '../Icon.tsx';
import type { Import, ImportFile, ImportView } from './useImport.ts';

type ImportReportProps = {
  view: Extract<ImportView, { step: 'ended' }>;
  imported: Import;
  onClose: () => void;
  children: ReactNode;
};

/** The result of the dry run or of the import, with the rows that have errors. */
export function ImportReport({ view, imported, onClose, children }: ImportReportProps) {
  const { action, result, isDryRun } = view;
  const { done, rejected, failure, rest } = result;
  const open = action.total - done - rejected.length;
  return (
    <>
      <div role="status">
        <Text fw={550}>
          {isDryRun
            ? t('Checked. Nothing has been imported yet.')
            : rest
              ? t('Import stopped')
              : t('Import finished')}
        </Text>
        <Text size="sm">
          {action.says(done)}
          {open > 0 && `. ${t('{count, plural, one {# row is} other {# rows are}} left.', { count: open })}`}
        </Text>
      </div>
      {failure !== undefined && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
          {failure}
        </Alert>
      )}
      {rejected.length > 0 && <RejectedRows rejected={rejected} file={imported.file} />}
      {children}
      <Group justify="flex-end" gap="xs">
        {isDryRun && (
          <Button variant="default" onClick={() => imported.returnTo('mapping')}>
            {t('Back')}
          </Button>
        )}
        {isDryRun && !rest && done > 0 && (
          <Button onClick={() => void imported.start(false)}>{t('Start the import')}</Button>
        )}
        {!isDryRun && (
          <Button {...(rest && { variant: 'default' })} onClick={onClose}>
            {t('Close')}
          </Button>
        )}
        {rest && <Button onClick={() => imported.continueRun(rest, isDryRun)}>{t('Continue')}</Button>}
      </Group>
    </>
  );
}

type RejectedRowsProps = { rejected: BulkResult['rejected']; file: ImportFile | undefined };

function RejectedRows({ rejected, file }: RejectedRowsProps) {
  return (
    <>
      <Rejections
        rejected={rejected}
        title={t('{count, plural, one {# row is} other {# rows are}} not imported', {
          count: rejected.length,
        })}
      />
      {file && (
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => downloadErrors(file, rejected)}
          >
            {t('Download these rows')}
          </Button>
        </Group>
      )}
    </>
  );
}

/**
 * Downloads the rows of the file with their errors. The corrected file can be imported, because both new columns are
 * ignored.
 */
function downloadErrors({ name, table }: ImportFile, rejected: readonly Rejection[]): void {
  const cells = new Map(table.rows.map((row) => [String(row.number), row.cells]));
  const rows = rejected.map(({ id, reason }) => [Number(id), reason, ...(cells.get(id) ?? [])]);
  const csv = toCsv([t('Row'), t('Error'), ...table.headings], rows);
  downloadCsv(name.replace(/(?:\.\w+)?$/, '-errors.csv'), csv);
}
