import { Text } from '@mantine/core';
import { t } from '../../language/t.ts';
import type { CsvTable } from './csvTable.ts';
import classes from './Import.module.css';
import { toLine, type ColumnMapping, type ImportColumn } from './importList.ts';

type ImportPreviewProps = { columns: readonly ImportColumn[]; mapping: ColumnMapping; table: CsvTable };

const SHOWN_ROWS = 5;
const SHOWN_CHARACTERS = 120;

/** The first rows as they would be imported. */
export function ImportPreview({ columns, mapping, table }: ImportPreviewProps) {
  const mapped = columns.filter(({ name }) => mapping[name] !== undefined);
  if (mapped.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={550} mb={6}>
        {t('First rows')}
      </Text>
      <div className={classes['preview']} role="region" aria-label={t('First rows')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {mapped.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, SHOWN_ROWS).map((row) => {
              const line = toLine(columns, mapping, row);
              return (
                <tr key={row.number}>
                  {mapped.map(({ name, format = String }) => (
                    <td key={name}>{format(line[name] ?? '').slice(0, SHOWN_CHARACTERS)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
