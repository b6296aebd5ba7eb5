import type { Column } from '../../components/columns.ts';
import { FigureLink, type FigureScope } from './FigureLink.tsx';
import { FIGURE_LABELS, type FigureName } from './figures.ts';

/** Returns columns with numbers, in the order of `names`. Each number links to its records in the scope of the row. */
export function figureColumns<Row extends Partial<Record<FigureName, number>>>(
  names: readonly (FigureName & keyof Row)[],
  scopeOf: (row: Row) => FigureScope,
): readonly Column<Row>[] {
  return names.map((name) => {
    return {
      key: name,
      label: FIGURE_LABELS[name],
      cell: (row) => <FigureLink name={name} value={row[name] ?? 0} scope={scopeOf(row)} />,
      align: 'end',
    };
  });
}
