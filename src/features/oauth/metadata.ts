import { ALL_SCOPES } from '../../access/scopes.ts';

/** The metadata from which clients discover this server (RFC 8414, RFC 9728, RFC 9207). */
export function oauthMetadataByPath(public_url: string): Record<string, unknown> {
  const authentication = ['client_secret_post', 'client_secret_basic'];
  const server = {
    issuer: public_url,
    authorization_endpoint: `${public_url}/oauth/authorize`,
    token_endpoint: `${public_url}/v1/oauth-token`,
    revocation_endpoint: `${public_url}/v1/oauth-revoke`,
    scopes_supported: ALL_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${public_url}/docs`,
  };
  const resourceAt = (resource: string) => ({
    resource,
    authorization_servers: [public_url],
    scopes_supported: ALL_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Tenant Ops',
    resource_documentation: `${public_url}/docs`,
  });
  return {
    '/.well-known/oauth-authorization-server': server,
    '/.well-known/oauth-protected-resource': resourceAt(public_url),
    '/.well-known/oauth-protected-resource/v1': resourceAt(`${public_url}/v1`),
    '/.well-known/oauth-protected-resource/mcp': resourceAt(`${public_url}/mcp`),
  };
}
