import { Icon } from '../../../components/Icon.tsx';
import classes from './Review.module.css';

/** The scopes of an app under review. Write scopes are highlighted. */
export function ScopesUnderReview({ scopes }: { scopes: readonly string[] }) {
  return (
    <ul className={classes['scopes']}>
      {scopes.map((scope) => (
        <li key={scope} data-strong={!scope.startsWith('read:') || undefined}>
          {scope}
        </li>
      ))}
    </ul>
  );
}

/** Redirect URIs. The host is highlighted, because it receives the customers' authorization codes. */
export function RedirectHosts({ uris }: { uris: readonly string[] }) {
  return (
    <ul className={classes['uris']}>
      {uris.map((uri) => {
        const { host, rest, before } = partsOf(uri);
        return (
          <li key={uri}>
            <Icon name="link" size={15} />
            <span>
              {before}
              <b>{host}</b>
              {rest}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function partsOf(uri: string): { before: string; host: string; rest: string } {
  const [, before = '', host = uri, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]+)(.*)$/i.exec(uri) ?? [];
  return { before, host, rest };
}
