import type { SampleLanguage } from './code.ts';
import { pythonLiteral, quoteForShell, singleQuotedLiteral, typescriptLiteral } from './literals.ts';
import type { SdkSamples } from './sdkSamples.ts';

export type SampleRequest = {
  method: string;
  url: string;
  /** The environment variable with the credential. Undefined if the request is sent without a credential. */
  credential: string | undefined;
  body: unknown;
  /** The samples that use the SDKs. Undefined if the SDKs do not support this API. */
  sdk?: SdkSamples | undefined;
};

export function renderRequestSamples(request: SampleRequest): { language: SampleLanguage; code: string }[] {
  return [
    { language: 'curl', code: curlSample(request) },
    { language: 'typescript', code: request.sdk?.typescript ?? typescriptSample(request) },
    { language: 'python', code: request.sdk?.python ?? pythonSample(request) },
  ];
}

function curlSample({ method, url, credential, body }: SampleRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(body === undefined ? [] : [`-d ${quoteForShell(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(' \\\n  ');
}

function typescriptSample({ method, url, credential, body }: SampleRequest): string {
  const headers = [
    ...(credential === undefined ? [] : [`Authorization: \`Bearer \${process.env.${credential}}\`,`]),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json',"]),
  ];
  const members = [
    ...(method === 'GET' ? [] : [`method: ${singleQuotedLiteral(method)},`]),
    ...(headers.length === 0 ? [] : ['headers: {', ...headers.map((header) => `  ${header}`), '},']),
    ...(body === undefined ? [] : [`body: JSON.stringify(${typescriptLiteral(body, 1)}),`]),
  ];
  return [
    `const response = await fetch(${singleQuotedLiteral(url)}, {`,
    ...members.map((member) => `  ${member}`),
    '});',
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(`${answer.error}: ${answer.message}`);',
  ].join('\n');
}

function pythonSample({ method, url, credential, body }: SampleRequest): string {
  const lines = [
    ...(credential === undefined
      ? []
      : [`headers={"Authorization": f"Bearer {os.environ['${credential}']}"},`]),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body, 1)},`]),
    'timeout=10,',
  ];
  return [
    ...(credential === undefined ? [] : ['import os', '']),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    ...lines.map((line) => `    ${line}`),
    ')',
    'response.raise_for_status()',
    'answer = response.json()',
  ].join('\n');
}
