import classes from './Logo.module.css';

type LogoProps = {
  /** The picture as a data URL. Without one, the first letter of the name is shown. */
  url: string | null | undefined;
  name: string;
  isLarge?: boolean;
};

export function Logo({ url, name, isLarge }: LogoProps) {
  return (
    <span className={`${classes['logo']} ${isLarge ? classes['large'] : ''}`} aria-hidden="true">
      {url ? <img src={url} alt="" /> : name.trim().slice(0, 1).toUpperCase()}
    </span>
  );
}
