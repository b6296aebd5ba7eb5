declare module 'axe-core/axe.min.js' {
  const axe: { source: string };
  export default axe;
}
declare module 'simple-oauth2';
declare module 'passport-oauth2';
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: Record<string, unknown>);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
