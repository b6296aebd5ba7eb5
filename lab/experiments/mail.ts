import type { Database } from '../../src/lib/sql/sql.ts';
import { smtpMailer, type Mailer } from '../../src/lib/mail/mailer.ts';
import { createFuzzer } from '../../test/support/fuzzer.ts';
import { deliverMails } from '../../test/support/sentMails.ts';
import { startMailServer, type MailServerBehaviour } from '../../test/support/mailServer.ts';
import { openWorld } from '../../test/support/world.ts';
import { describeFaultCounts, type Experiment, type ExperimentFindings } from '../experiment.ts';

const INVITED = 4;
const LATER_MS = 600_000;
const MOST_STEPS = 20;
const TREATMENTS: MailServerBehaviour[] = ['takes', 'refuses', 'cuts before the text', 'cuts after the text'];

type Setting = { rounds: number; seed: number; wrap: (mailer: Mailer) => Mailer };

async function sendThroughFaults({ rounds, seed, wrap }: Setting): Promise<ExperimentFindings> {
  const world = await openWorld();
  const api = await (await world.account()).api();
  const fuzzer = createFuzzer(seed);
  const state = { is_well: false };
  const server = await startMailServer(() => (state.is_well ? 'takes' : fuzzer.pick(TREATMENTS)));
  const mailer = wrap(smtpMailer(`smtp://127.0.0.1:${server.port}`));
  const invited: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < INVITED; at++) {
      const email = `m${round}-${at}@example.com`;
      const { status } = await api.post('/v1/api-tenant-users', { email, full_name: 'Mo', roles: ['admin'] });
      if (status === 201) invited.push(email);
    }
    await deliverMails(world, mailer);
    world.clock.advance(LATER_MS);
  }
  state.is_well = true;
  for (let step = 0; step < MOST_STEPS && (await countWaiting(world.db)) > 0; step++) {
    await deliverMails(world, mailer);
    world.clock.advance(LATER_MS);
  }
  server.close();
  const arrived = new Set(server.taken);
  const waiting = await countWaiting(world.db);
  return {
    ledger: {
      invited: invited.length,
      arrived: arrived.size,
      twice: server.taken.length - arrived.size,
      waiting,
    },
    broken: describeFaultCounts({
      emails_that_never_arrived: invited.filter((email) => !arrived.has(email)).length,
      emails_still_waiting: waiting,
    }),
  };
}

async function countWaiting(db: Database): Promise<number> {
  const [{ count }] = await db<[{ count: number }]>`
    select count(*)::int as count
    from mails
    where state = 'waiting'`;
  return count;
}

/** The control: treats a rejected mail as sent. */
function careless(mailer: Mailer): Mailer {
  return { ...mailer, send: (letter) => mailer.send(letter).catch(() => {}) };
}

export const mailExperiment: Experiment = {
  name: 'mail',
  does: 'Invites users while the mail server alternately rejects emails and cuts the connection before or after the text of an email.',
  promise: 'Each email arrives. An email can arrive twice if the response of the mail server was cut off.',
  unit: `rounds of ${INVITED} emails`,
  rounds: { short: 5, long: 100 },
  run: (turn) => sendThroughFaults({ ...turn, wrap: (mailer) => mailer }),
  controls: [
    {
      plants: 'a rejected email counts as sent',
      rounds: 5,
      run: (turn) => sendThroughFaults({ ...turn, wrap: careless }),
    },
  ],
};
