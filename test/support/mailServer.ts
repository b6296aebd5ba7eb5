import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** The mail server's behaviour for one connection. */
export type MailServerBehaviour = 'takes' | 'refuses' | 'cuts before the text' | 'cuts after the text';

export type MailServer = {
  port: number;
  /** Returns everything that clients have sent. */
  received(): string;
  /** The recipients of all accepted mails, answered or not. */
  taken: string[];
  close(): void;
};

/** Starts an SMTP server with the commands that a client needs to send a mail. */
export async function startMailServer(treat: () => MailServerBehaviour = () => 'takes'): Promise<MailServer> {
  let received = '';
  const taken: string[] = [];
  const server = createServer((socket) => {
    const talk = talkTo(socket, treat(), taken);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString();
      for (const line of chunk.toString().split('\r\n')) talk(line);
    });
    socket.write('220 ready\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, received: () => received, taken, close: () => void server.close() };
}

function talkTo(socket: Socket, treatment: MailServerBehaviour, taken: string[]): (line: string) => void {
  let recipient = '';
  let is_text = false;
  return (line) => {
    if (socket.destroyed || (is_text && line !== '.') || line === '') return;
    if (is_text) {
      is_text = false;
      taken.push(recipient);
      if (treatment === 'cuts after the text') socket.destroy();
      else socket.write('250 taken\r\n');
    } else if (line === 'DATA') {
      if (treatment === 'cuts before the text') return void socket.destroy();
      is_text = true;
      socket.write('354 go on\r\n');
    } else {
      recipient = /^RCPT TO:<([^>]+)>/.exec(line)?.[1] ?? recipient;
      const is_refused = treatment === 'refuses' && line.startsWith('RCPT');
      socket.write(is_refused ? '451 later\r\n' : '250 fine\r\n');
    }
  };
}
