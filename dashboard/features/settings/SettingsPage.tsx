import { useMay } from '../../api/me.ts';
import { Page } from '../../components/Page.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { AccountName } from './AccountName.tsx';
import { ExportAccount } from './ExportAccount.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SignIns } from './SignIns.tsx';
import { t } from '../../language/t.ts';

const DeleteAccount = lazyComponent(async () => (await import('./DeleteAccount.tsx')).DeleteAccount);
const AccountLogoPanel = lazyComponent(async () => (await import('./AccountLogoPanel.tsx')).AccountLogoPanel);
const AccountTimeZone = lazyComponent(async () => (await import('./AccountTimeZone.tsx')).AccountTimeZone);
const ChangeEmailAddress = lazyComponent(
  async () => (await import('./ChangeEmailAddress.tsx')).ChangeEmailAddress,
);
const Profile = lazyComponent(async () => (await import('./Profile.tsx')).Profile);
const ChangePassword = lazyComponent(async () => (await import('./ChangePassword.tsx')).ChangePassword);

export function SettingsPage() {
  const may = useMay();
  return (
    <Page title={t('Settings')} about={t('Your account, profile and security.')}>
      {may('PATCH /account') && <AccountName />}
      {may('PUT /account/logo') && <AccountLogoPanel />}
      {may('PUT /account/time-zone') && <AccountTimeZone />}
      <Profile />
      <ChangeEmailAddress />
      <SecondFactor />
      <ChangePassword />
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
