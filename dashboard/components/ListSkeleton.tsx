import { Skeleton } from '@mantine/core';
import classes from './ListTable.module.css';

/** A skeleton with the columns of the table, so that the layout does not shift when the rows arrive. */
export function ListSkeleton({ columns }: { columns: readonly { key: string }[] }) {
  return (
    <div className={`${classes['frame']} ${classes['skeleton']}`}>
      <table className={classes['table']} aria-hidden="true">
        <tbody>
          {Array.from({ length: 8 }, (_, row) => (
            <tr key={row}>
              {columns.map(({ key }, at) => (
                <td key={key}>
                  <Skeleton height={10} width={at === 0 ? '70%' : '45%'} radius="xl" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
