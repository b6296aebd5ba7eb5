import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { exactTime } from '../../format/time.ts';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { loggedRequestQuery, type RequestDetail } from './api.ts';
import { StatusCode } from './columns.tsx';
import { formatRequestDuration } from './labels.ts';
import { t, verbatim } from '../../language/t.ts';
import { joinCommandLines, shellQuote } from '../../format/snippets.ts';

export function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, placeholder } = useQueryData(
    useQuery(loggedRequestQuery(id)),
    <SkeletonBlock height={260} />,
  );
  return (
    <SideDrawer title={data ? `${data.method} ${data.path}` : t('Request')} onClose={onClose}>
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
      <FactList rows={factsOf(request)} />
      {query !== '' && (
        <DrawerSection title={t('Query')}>
          <CodeSnippet snippets={[{ label: t('Query'), code: query.replaceAll('&', '\n') }]} />
        </DrawerSection>
      )}
      <DrawerSection title={t('Request body')}>
        <Body text={request_body} />
      </DrawerSection>
      <DrawerSection title={t('Response')}>
        <Body text={answer_body} />
      </DrawerSection>
      <DrawerSection title={t('Repeat this request')}>
        <CodeSnippet snippets={[{ label: verbatim('curl'), code: requestCurl(request, public_url) }]} />
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
  return <CodeSnippet snippets={[{ label: verbatim('JSON'), code: readable(text) }]} />;
}

/** Formats a JSON body. A truncated body is not valid JSON and is returned unchanged. */
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
    [t('Status'), <StatusCode key="status" status={status} />],
    ...(error === null ? [] : [[t('Error'), error] as const]),
    ...(refusal === null ? [] : [[t('Reason for refusal'), REFUSALS[refusal]] as const]),
    [by.kind === 'key' ? t('API key') : t('App'), by.name ?? <CopyableId key="by" id={by.id} />],
    [t('Duration'), formatRequestDuration(ms)],
    [t('When'), exactTime(created_at)],
    [t('Request id'), <CopyableId key="id" id={request_id} what={t('request id')} />],
    [t('Address'), <CopyableId key="address" id={address} what={t('address')} />],
    [t('User agent'), user_agent === '' ? '–' : user_agent],
  ] as const;
}

/** Returns the request as a curl command. The log does not store keys, so the command reads the key from a variable. */
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
