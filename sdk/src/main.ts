export type { Answer, ResponseInfo, WithResponse } from './answer.ts';
export { TenantOps, type ClientOptions, type SignedWebhooks } from './client.ts';
export type { ConnectionOptions } from './connection.ts';
export * from './errors.ts';
export type { List } from './lists.ts';
export { OAuthApp, type AppOptions, type Authorization, type ConnectionTokens } from './oauth.ts';
export type * from './records.ts';
export type * from './resources.ts';
export type { AttemptReport, CallOptions, ConnectOptions, RetryReport } from './transport.ts';
export {
  signWebhook,
  verifyWebhook,
  type DeliveryHeaders,
  type SignedHeaders,
  type SignOptions,
  type VerifyOptions,
} from './webhooks.ts';
