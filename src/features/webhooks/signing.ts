import { createHmac, randomBytes } from 'node:crypto';

/** A signing secret: 64 hexadecimal characters, used as text. */
export function makeSigningSecret(): string {
  return randomBytes(32).toString('hex');
}

/** The two signature headers that the contract specifies. */
export function signatureHeaders(
  secret: string,
  body: string,
  sent_at: Date,
): { 'X-Webhook-Timestamp': string; 'X-Webhook-Signature': string } {
  const timestamp = unixSeconds(sent_at);
  return {
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  };
}

/** The headers of the Standard Webhooks format, which can carry signatures of several secrets at once. */
export function standardWebhooksHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
  sent_at: Date,
): { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } {
  const timestamp = unixSeconds(sent_at);
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64'),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}

/** The secret in the format that Standard Webhooks libraries expect. */
export function toStandardWebhooksSecret(secret: string): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

function unixSeconds(moment: Date): string {
  return String(Math.floor(moment.getTime() / 1000));
}
