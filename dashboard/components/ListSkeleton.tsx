import { Skeleton } from '@mantine/core';
import classes from './ListTable.module.css';

/** A skeleton with the shape of the table, so that nothing jumps. */
export function ListSkeleton({ columns }: { columns: readonly { label: string }[] }) {
  return (
    <div className={`${classes['frame']} ${classes['skeleton']}`}>
      <table className={classes['table']} aria-hidden="true">
        <tbody>
          {Array.from({ length: 8 }, (_, row) => (
            <tr key={row}>
              {columns.map(({ label }, at) => (
                <td key={label}>
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
