import { useState } from 'react';
import { MOST_RECORDS, type BulkAction, type BulkResult } from '../bulk/bulkAction.ts';
import { useBulkRun } from '../bulk/useBulkRun.ts';
import { findFileError, IMPORT_FILES } from '../../format/fileRules.ts';
import { t, verbatim, type Label } from '../../language/t.ts';
import { CsvFileError, readCsvTable, type CsvTable } from './csvTable.ts';
import { createImport, type ImportList, type ImportOptions } from './importAction.ts';
import { guessMapping, toLines, type ColumnMapping } from './importList.ts';

export type ImportFile = { name: string; table: CsvTable };

export type ImportView =
  | { step: 'file'; problem?: Label }
  | { step: 'mapping' }
  | { step: 'running'; action: BulkAction; sent: number; isStopping: boolean; isDryRun: boolean }
  | { step: 'ended'; action: BulkAction; result: BulkResult; isDryRun: boolean };

export type Import = ReturnType<typeof useImport>;

/** Returns the state of an import: the chosen file, the mapping of its columns, the dry run and the import. */
export function useImport(list: ImportList) {
  const [view, setView] = useState<ImportView>({ step: 'file' });
  const [file, setFile] = useState<ImportFile>();
  const [mapping, setMapping] = useState<ColumnMapping>({});
  const [duplicates, setDuplicates] = useState<ImportOptions['duplicates']>('skip');
  const runner = useBulkRun();
  const take = async (chosen: File) => {
    const read = await readFile(chosen);
    if ('problem' in read) return setView({ step: 'file', problem: read.problem });
    setFile(read);
    setMapping(guessMapping(list.columns, read.table.headings));
    setView({ step: 'mapping' });
  };
  const run = async (action: BulkAction, isDryRun: boolean) => {
    const show = (sent: number, isStopping: boolean) =>
      setView({ step: 'running', action, sent, isStopping, isDryRun });
    show(0, false);
    const result = await runner.run(action, show);
    setView({ step: 'ended', action, result, isDryRun });
  };
  return {
    view,
    file,
    mapping,
    duplicates,
    setDuplicates,
    setMapping,
    take,
    returnTo: (step: 'file' | 'mapping') => setView({ step }),
    /** Starts the dry run or the import. */
    start: (dry_run: boolean) =>
      file &&
      run(createImport(list, toLines(list.columns, mapping, file.table), { duplicates, dry_run }), dry_run),
    /** Continues a run after a failure or a stop. */
    continueRun: (rest: BulkAction, isDryRun: boolean) => void run(rest, isDryRun),
    stop: () => {
      runner.stop();
      setView((shown) => (shown.step === 'running' ? { ...shown, isStopping: true } : shown));
    },
  };
}

async function readFile(file: File): Promise<ImportFile | { problem: Label }> {
  const fault = findFileError(file, IMPORT_FILES);
  if (fault !== undefined) return { problem: verbatim(fault) };
  try {
    const table = readCsvTable(await file.arrayBuffer());
    if (table.rows.length <= MOST_RECORDS) return { name: file.name, table };
    return {
      problem: t('The file has {count} rows. The maximum is {most}. Split the file.', {
        count: table.rows.length,
        most: MOST_RECORDS,
      }),
    };
  } catch (error) {
    if (error instanceof CsvFileError) return { problem: describeProblem(error) };
    return { problem: t('The file could not be read. Choose it again.') };
  }
}

function describeProblem({ problem }: CsvFileError): Label {
  switch (problem.kind) {
    case 'binary':
      return t(
        'This is not a CSV file. Save the table as “CSV UTF-8” in your spreadsheet, then choose that file.',
      );
    case 'empty':
      return t('The file has no rows below its headings.');
    case 'quote':
      return t(
        'Line {line}: a quotation mark is not closed, or is in the middle of a cell without quotation marks.',
        {
          line: problem.line,
        },
      );
  }
}
