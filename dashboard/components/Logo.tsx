import classes from './Logo.module.css';

type LogoProps = {
  /** Its picture as a data URL; the first letter of the name stands in for none. */
  url: string | null | undefined;
  name: string;
  isLarge?: boolean;
};

/** The picture of an account or an app, beside its name. */
export function Logo({ url, name, isLarge }: LogoProps) {
  return (
    <span className={`${classes['logo']} ${isLarge ? classes['large'] : ''}`} aria-hidden="true">
      {url ? <img src={url} alt="" /> : name.trim().slice(0, 1).toUpperCase()}
    </span>
  );
}
