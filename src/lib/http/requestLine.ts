type ParserError = NodeJS.ErrnoException & { rawPacket?: unknown; bytesParsed?: unknown };

export type RequestLine = { method: string; target: string };

const LINE = /^([!#$%&'*+.^_`|~\w-]{1,64}) (\S{1,8192}) HTTP\/1\.[01]\r?$/;
/** The parser's errors about a method: an unknown one, one that is not HTTP's, and one that is HTTP/2's preface. */
const METHOD_ERRORS = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION']);

/**
 * The request line whose method the parser does not know. It stops inside the line; a line that came in several
 * packets is not found.
 */
export function findRefusedLine({ code = '', rawPacket, bytesParsed }: ParserError): RequestLine | undefined {
  if (!METHOD_ERRORS.has(code) || !Buffer.isBuffer(rawPacket) || typeof bytesParsed !== 'number')
    return undefined;
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\n', bytesParsed);
  if (end < 0) return undefined;
  const [, method, target] = LINE.exec(rawPacket.toString('latin1', start, end)) ?? [];
  return method === undefined || target === undefined ? undefined : { method, target };
}
