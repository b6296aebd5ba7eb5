import type { ReactNode } from 'react';
import type { FieldProps } from './fieldProps.ts';
import classes from './Fields.module.css';

/** Said for all of a group or list: a fault below it stands at its field. */
export function FieldFrame({
  part,
  fault,
  children,
}: Pick<FieldProps, 'part' | 'fault'> & { children: ReactNode }) {
  const isHere = fault?.path.length === 0;
  return (
    <fieldset className={classes['group']} aria-label={part.label}>
      <legend>
        {part.label}
        {part.isRequired && <span aria-hidden> *</span>}
      </legend>
      {part.description && <p className={classes['about']}>{part.description}</p>}
      {children}
      {isHere && (
        <p role="alert" className={classes['fault']}>
          {fault.says}
        </p>
      )}
    </fieldset>
  );
}
