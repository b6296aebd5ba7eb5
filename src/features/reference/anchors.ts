/** Returns an anchor that is stable as long as the path exists, such as `post-api-tenant-tasks`. */
export function operationAnchor(method: string, path: string): string {
  return slug(`${method} ${path.replace(/^\/v1\//, '')}`);
}

export function tagAnchor(tag: string): string {
  return slug(`resource ${tag}`);
}

export function eventAnchor(event: string): string {
  return slug(`event ${event}`);
}

export function errorAnchor(code: string): string {
  return slug(`error ${code}`);
}

export function scopeAnchor(scope: string): string {
  return slug(`scope ${scope}`);
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
