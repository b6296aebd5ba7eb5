import classes from './ScopeList.module.css';

export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  return (
    <span className={classes['scopes']}>
      {scopes.map((scope) => (
        <span key={scope}>{scope}</span>
      ))}
    </span>
  );
}
