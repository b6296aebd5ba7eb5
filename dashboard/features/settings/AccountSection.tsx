import { AccountLogoPanel } from './AccountLogoPanel.tsx';
import { AccountName } from './AccountName.tsx';
import { AccountTimeZone } from './AccountTimeZone.tsx';

export function AccountSection() {
  return (
    <>
      <AccountName />
      <AccountLogoPanel />
      <AccountTimeZone />
    </>
  );
}
