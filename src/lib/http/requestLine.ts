import type { Socket } from 'node:net';

type ParserError = NodeJS.ErrnoException & { rawPacket?: unknown; bytesParsed?: unknown };

export type RequestLine = { method: string; target: string };

/** A request line. The method is empty if it arrived completely in an earlier packet. */
const LINE = /^([!#$%&'*+.^_`|~\w-]{0,64}) (\S{1,8192}) HTTP\/1\.[01]\r?$/;
/** An incomplete request line. */
const BEGINNING = /^[!#$%&'*+.^_`|~\w-]{0,64}(?: \S{0,8192}(?: [HTP/1.0]{0,8}\r?)?)?$/;
/** Parser errors for an unknown method, for a method of another protocol, and for the HTTP/2 preface. */
const METHOD_ERRORS = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION']);
const REST_TIMEOUT_MS = 2_000;

/**
 * Finds the request line of a request with an unknown method. The HTTP parser stops inside that line and reports
 * neither method nor path. The beginning of the method may be in an earlier packet; the rest of the line may be in
 * later packets, which are read here.
 */
export function readRejectedRequestLine(
  { code = '', rawPacket, bytesParsed }: ParserError,
  socket: Socket,
  onFound: (line: RequestLine | undefined) => void,
): void {
  if (!METHOD_ERRORS.has(code) || !Buffer.isBuffer(rawPacket) || typeof bytesParsed !== 'number')
    return onFound(undefined);
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  readLine(socket, rawPacket.toString('latin1', start), (text) => {
    const [, method, target] = LINE.exec(text) ?? [];
    onFound(method === undefined || target === undefined ? undefined : { method, target });
  });
}

/**
 * Reads until the end of the line. Calls `onEnd` with an empty text if the bytes cannot be the
 * start of a request line, or if the rest of the line does not arrive in time.
 */
function readLine(socket: Socket, text: string, onEnd: (line: string) => void): void {
  const end = text.indexOf('\n');
  if (end >= 0 || !BEGINNING.test(text)) return onEnd(text.slice(0, Math.max(0, end)));
  const rest = { text };
  const finish = (line: string) => {
    clearTimeout(timer);
    socket.off('data', take).off('end', giveUp).off('close', giveUp);
    onEnd(line);
  };
  const giveUp = () => finish('');
  const take = (packet: Buffer) => {
    rest.text += packet.toString('latin1');
    const at = rest.text.indexOf('\n');
    if (at >= 0) finish(rest.text.slice(0, at));
    else if (!BEGINNING.test(rest.text)) giveUp();
  };
  const timer = setTimeout(giveUp, REST_TIMEOUT_MS);
  // Detaches the parser, which would report an error for every further packet.
  socket.removeAllListeners('data').on('data', take).once('end', giveUp).once('close', giveUp);
}
