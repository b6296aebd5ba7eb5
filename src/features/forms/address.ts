import type { Tools } from '../../access/tools.ts';

type Pictured = { template_image_url: string | null; thumbnail_url?: string | null };

/** Makes absolute URLs of stored paths. */
export function withAddresses<F extends Pictured>(form: F, tools: Tools): F {
  const { template_image_url, thumbnail_url } = form;
  return {
    ...form,
    template_image_url: addressOf(template_image_url, tools),
    ...(thumbnail_url !== undefined && { thumbnail_url: addressOf(thumbnail_url, tools) }),
  };
}

function addressOf(url: string | null, { public_url }: Tools): string | null {
  return url?.startsWith('/') ? public_url + url : url;
}
