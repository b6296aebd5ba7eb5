import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Id } from '../../components/Id.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Facts, DrawerSection, SideDrawer } from '../../components/SideDrawer.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { requestQuery, type RequestDetail } from './api.ts';
import { Status } from './columns.tsx';
import { formatRequestDuration } from './labels.ts';
import { t } from '../../language/t.ts';
import { joinCommandLines, shellQuote } from '../../format/snippets.ts';

export function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, placeholder } = useQueryData(useQuery(requestQuery(id)), <SkeletonBlock height={260} />);
  return (
    <SideDrawer title={data ? `${data.method} ${data.path}` : t('Request')} isOpen onClose={onClose}>
      {placeholder}
      {data && <RequestBody request={data} />}
    </SideDrawer>
  );
}

function RequestBody({ request }: { request: RequestDetail }) {
  const { public_url } = useMe();
  const { request_body, answer_body, query } = request;
  return (
    <>
      <Facts rows={factsOf(request)} />
      {query !== '' && (
        <DrawerSection title={t('Query')}>
          <CodeSnippet snippets={[{ language: 'Query', code: query.replaceAll('&', '\n') }]} />
        </DrawerSection>
      )}
      <DrawerSection title={t('Request body')}>
        <Body text={request_body} />
      </DrawerSection>
      <DrawerSection title={t('Answer')}>
        <Body text={answer_body} />
      </DrawerSection>
      <DrawerSection title={t('Repeat this request')}>
        <CodeSnippet snippets={[{ language: 'curl', code: requestCurl(request, public_url) }]} />
      </DrawerSection>
    </>
  );
}

function Body({ text }: { text: string | null }) {
  if (text === null)
    return (
      <Text size="sm" c="dimmed">
        {t('None')}
      </Text>
    );
  return <CodeSnippet snippets={[{ language: 'JSON', code: readable(text) }]} />;
}

/** A cut body is no JSON and is shown as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const REFUSALS = {
  expired: t('The key has expired'),
  address: t('The key is not allowed from this address'),
};

function factsOf({
  status,
  error,
  by,
  refusal,
  ms,
  request_id,
  address,
  user_agent,
  created_at,
}: RequestDetail) {
  return [
    [t('Status'), <Status key="status" status={status} />],
    ...(error === null ? [] : [[t('Error'), error] as const]),
    ...(refusal === null ? [] : [[t('Reason for refusal'), REFUSALS[refusal]] as const]),
    [by.kind === 'key' ? t('API key') : t('App'), by.name ?? <Id key="by" id={by.id} />],
    [t('Duration'), formatRequestDuration(ms)],
    [t('When'), <RelativeTime key="when" time={created_at} />],
    [t('Request id'), <Id key="id" id={request_id} what={t('request id')} />],
    [t('Address'), <Id key="address" id={address} what={t('address')} />],
    [t('User agent'), user_agent === '' ? '–' : user_agent],
  ] as const;
}

/** The request as a command; the key is the reader's own, since the log does not have it. */
function requestCurl({ method, path, query, request_body }: RequestDetail, public_url: string): string {
  const url = `${public_url}${path}${query === '' ? '' : `?${query}`}`;
  return joinCommandLines([
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(url)}`,
    '-H "Authorization: Bearer $TENANT_OPS_KEY"',
    ...(request_body === null
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(request_body)}`]),
  ]);
}
