import { useMay } from '../../api/me.ts';
import { Page } from '../../components/Page.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { AccountName } from './AccountName.tsx';
import { ExportAccount } from './ExportAccount.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SignIns } from './SignIns.tsx';
import { t } from '../../language/t.ts';

const DeleteAccount = lazyComponent(async () => (await import('./DeleteAccount.tsx')).DeleteAccount);
const AccountLogo = lazyComponent(async () => (await import('./AccountLogoPanel.tsx')).AccountLogoPanel);
const TimeZone = lazyComponent(async () => (await import('./TimeZone.tsx')).TimeZone);
const NewAddress = lazyComponent(async () => (await import('./NewAddress.tsx')).NewAddress);
const Profile = lazyComponent(async () => (await import('./Profile.tsx')).Profile);
const Password = lazyComponent(async () => (await import('./Password.tsx')).Password);

export function SettingsPage() {
  const may = useMay();
  return (
    <Page title={t('Settings')} about={t('Your account, profile and security.')}>
      {may('PATCH /account') && <AccountName />}
      {may('PUT /account/logo') && <AccountLogo />}
      {may('PUT /account/time-zone') && <TimeZone />}
      <Profile />
      <NewAddress />
      <SecondFactor />
      <Password />
      <SignIns />
      {may('POST /account/deletion') && (
        <>
          <ExportAccount />
          <DeleteAccount />
        </>
      )}
    </Page>
  );
}
