import { html, type Html } from '../../lib/text/html.ts';
import {
  type ApiDocument,
  type ApiOperation,
  type Parameter,
  type Schema,
} from '../../lib/schema/openapi.ts';
import { eventAnchor } from './anchors.ts';
import type { ReferenceChapter, ReferenceSection } from './chapter.ts';
import { codePanel, jsonPanel, samplePanel } from './code.ts';
import { membersOf, renderMembers } from './members.ts';
import { renderParagraphs } from './text.ts';
import {
  PYTHON_SIGNATURE_CHECK,
  STANDARD_WEBHOOKS_CHECK,
  TYPESCRIPT_SIGNATURE_CHECK,
} from './verification.ts';

/** Builds the chapter on webhook events: the delivery, its verification, and each event. */
export function eventsChapter({ webhooks }: ApiDocument): ReferenceChapter {
  const events = Object.entries(webhooks);
  const [first] = events;
  return {
    id: 'events',
    title: 'Webhook events',
    lead: renderParagraphs(
      'Subscribe a public HTTPS endpoint to one or more event types. The service posts each event to it, signed, as ' +
        'soon as it happens.',
    ),
    sections: [
      ...(first
        ? [envelope(first[1].post), verification(first[1].post), standardWebhooks(first[1].post)]
        : []),
      DELIVERY,
      ...events.map(([event, { post }]) => eventSection(event, post)),
    ],
  };
}

function envelopeSchema({ requestBody }: ApiOperation): Schema {
  return requestBody?.content['application/json'].schema ?? {};
}

function envelope(post: ApiOperation): ReferenceSection {
  const members = membersOf(envelopeSchema(post)).map((member) => ({
    ...member,
    schema: withoutDetail(member.schema),
  }));
  return {
    id: 'event-envelope',
    title: 'Envelope',
    prose: html`<p>The body of every delivery has the same four members. <code>data</code> is the payload.</p>
      ${renderMembers(members, { anchor: 'event-envelope', shows_required: false })}`,
    aside: codePanel('Delivery', deliveryText(post), 'http'),
  };
}

/** Removes the nested members and the allowed values from the schema of a member, because they differ per event. */
function withoutDetail({ properties, enum: values, ...rest }: Schema): Schema {
  return rest;
}

function deliveryText({ parameters, summary }: ApiOperation): string {
  const headers = parameters.map(({ name }) => `${name}: ${HEADER_EXAMPLES[name] ?? '…'}`);
  const body = { event: summary, event_id: 'evt-…', timestamp: '2026-03-02T09:00:00.000Z', data: '…' };
  const text = JSON.stringify(body, null, 2).replace('"…"', '{ … }');
  return ['POST /hooks/tenant-ops', 'Content-Type: application/json', ...headers, '', text].join('\n');
}

const HEADER_EXAMPLES: Readonly<Record<string, string>> = {
  'X-Webhook-Timestamp': '1772442000',
  'X-Webhook-Signature': '5f0c…e91a',
  'webhook-id': 'evt-…',
  'webhook-timestamp': '1772442000',
  'webhook-signature': 'v1,K5oZ…tw8=',
};

function verification({ parameters }: ApiOperation): ReferenceSection {
  return {
    id: 'verify-signatures',
    title: 'Verify signatures',
    prose: html`<p>
        Anyone can post to your endpoint, so verify the signature of each delivery. Each endpoint has its own
        signing secret of 64 hexadecimal characters. The dashboard shows it. Use it as text, do not decode it.
      </p>
      ${renderHeaders(parameters, 'verify-signatures', 'X-Webhook-')}
      <ol class="plain">
        <li>Read the raw body before any framework parses it.</li>
        <li>
          Reject a timestamp that differs from your clock by more than five minutes. This stops replays.
        </li>
        <li>Compute HMAC-SHA256 over the timestamp, a full stop and the raw body.</li>
        <li>Compare in constant time.</li>
        <li>Store <code>event_id</code>, and skip an event whose id you already have.</li>
      </ol>`,
    aside: samplePanel('Verification', [
      { language: 'typescript', code: TYPESCRIPT_SIGNATURE_CHECK },
      { language: 'python', code: PYTHON_SIGNATURE_CHECK },
    ]),
  };
}

function renderHeaders(parameters: readonly Parameter[], anchor: string, prefix: string): Html {
  const headers = parameters.filter(({ name }) => name.startsWith(prefix));
  return renderMembers(headers, { anchor, shows_required: false });
}

function standardWebhooks({ parameters }: ApiOperation): ReferenceSection {
  return {
    id: 'standard-webhooks',
    title: 'Standard Webhooks',
    prose: html`<p>
        Every delivery is also signed according to <code>Standard Webhooks</code>, so any library of that
        specification can verify it. Give the library the secret in the form that begins with
        <code>whsec_</code>. The dashboard shows both forms. It is enough to verify one of the two signatures.
      </p>
      ${renderHeaders(parameters, 'standard-webhooks', 'webhook-')}
      <p>
        After you rotate a secret, <code>X-Webhook-Signature</code> uses only the new one.
        <code>webhook-signature</code> contains one signature for each secret, for 24 hours.
      </p>`,
    aside: codePanel('Verification without a library', STANDARD_WEBHOOKS_CHECK, 'typescript'),
  };
}

const DELIVERY: ReferenceSection = {
  id: 'event-delivery',
  title: 'Retries',
  prose: html`<p>
      Answer with any 2xx status within 15 seconds, and process the event afterwards. The service does not
      read the body of your response. Any other status, a redirect, a connection error or a timeout is a
      failed attempt.
    </p>
    <table>
      <caption>
        Attempts
      </caption>
      <thead>
        <tr>
          <th scope="col">Attempt</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>1</td>
          <td>At once</td>
        </tr>
        <tr>
          <td>2</td>
          <td>10 to 15 seconds after the first one failed</td>
        </tr>
        <tr>
          <td>3</td>
          <td>60 to 65 seconds after the second one failed</td>
        </tr>
      </tbody>
    </table>
    <p>
      After the third failed attempt, the delivery has the state <code>failed</code>, and the failure count of
      the endpoint increases. You can send the delivery again. An endpoint whose address is not public fails
      at once, without a retry. Events can arrive more than once and out of order.
    </p>`,
};

function eventSection(event: string, post: ApiOperation): ReferenceSection {
  const id = eventAnchor(event);
  const schema = envelopeSchema(post);
  const data = schema.properties?.['data'] ?? {};
  return {
    id,
    title: event,
    is_code: true,
    prose: html`${renderParagraphs(post.description ?? '')}
      <h4>Payload</h4>
      ${renderMembers(membersOf(data), { anchor: id, shows_required: false })}`,
    aside: jsonPanel('Example', post.requestBody?.content['application/json'].example),
  };
}
