import type { ReactNode } from 'react';
import type { FieldProps } from './fieldProps.ts';
import classes from './Fields.module.css';

/** The error of a whole group or list; errors of members are shown at their fields. */
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
