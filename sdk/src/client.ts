import type { Answer } from './answer.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { Identity, Operations } from './records.ts';
import { Resources, Webhooks } from './resources.ts';
import { keyCredential, Transport, type CallOptions, type ConnectOptions } from './transport.ts';
import { signWebhook, verifyWebhook } from './webhooks.ts';

export type ClientOptions = ConnectOptions &
  ({ apiKey: string; oauth?: undefined } | { oauth: ConnectionOptions; apiKey?: undefined });

/** The methods of `ops.webhooks`, and the functions that verify and create signatures of deliveries. */
export class SignedWebhooks extends Webhooks {
  /** Verifies a delivery and returns its event, like `verifyWebhook`. */
  readonly verify: typeof verifyWebhook = verifyWebhook;
  /** Signs a body in tests of a receiver, like `signWebhook`. */
  readonly sign: typeof signWebhook = signWebhook;
}

/** A client of the service. All calls act on the account of its key or connection. */
export class TenantOps extends Resources {
  override readonly webhooks: SignedWebhooks;
  /** Calls any operation by its operation id in the OpenAPI document. */
  readonly call: <Name extends keyof Operations>(
    name: Name,
    input: Operations[Name]['input'],
    options?: CallOptions,
  ) => Answer<Operations[Name]['answer']>;

  constructor({ apiKey, oauth, ...options }: ClientOptions) {
    const transport = new Transport(options, oauth ? new Connection(oauth) : keyCredential(apiKey));
    const call: Transport['call'] = (name, input, given) => transport.call(name, input, given);
    super(call);
    this.call = call;
    this.webhooks = new SignedWebhooks(call);
  }

  /** Returns the owner of this key or token, and its scopes. */
  whoami(options?: CallOptions): Answer<Identity> {
    return this.call('getIdentity', {}, options);
  }
}
