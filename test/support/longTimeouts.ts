import { SENDER_CONNECTIONS } from '../../src/features/webhooks/sending/start.ts';

/** Timeouts that are longer than those of the service, because the tests check answers and the machine may be busy. */
export const LONG_TIMEOUTS = {
  deadline_ms: 300_000,
  connect_ms: 300_000,
  // A test may hold a transaction open while it starts a service.
  session: { idle_in_transaction_session_timeout: '0' },
};

/** The database connections of a sender, with LONG_TIMEOUTS. */
export const SENDER_CONNECTIONS_WITH_LONG_TIMEOUTS = {
  ...SENDER_CONNECTIONS,
  ...LONG_TIMEOUTS,
  session: { ...SENDER_CONNECTIONS.session, ...LONG_TIMEOUTS.session },
};
