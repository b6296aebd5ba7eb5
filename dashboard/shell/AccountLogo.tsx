import { useQuery } from '@tanstack/react-query';
import { accountLogoQuery } from '../api/logo.ts';
import { Logo } from '../components/Logo.tsx';
import { ProductMark } from './ProductMark.tsx';

export function AccountLogo({ name }: { name: string }) {
  const { data } = useQuery(accountLogoQuery);
  return data?.logo ? <Logo url={data.logo} name={name} /> : <ProductMark />;
}
