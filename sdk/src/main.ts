export { TenantOps, type ClientOptions } from './client.ts';
export type { ConnectionOptions } from './connection.ts';
export * from './errors.ts';
export type { List } from './lists.ts';
export { OAuthApp, type AppOptions, type Authorization, type ConnectionTokens } from './oauth.ts';
export type * from './records.ts';
export type { CallOptions, ConnectOptions } from './transport.ts';
export { verifyWebhook, type DeliveryHeaders, type VerifyOptions } from './webhooks.ts';
