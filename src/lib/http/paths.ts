import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

/**
 * All paths with their methods, to distinguish a wrong method (405) from an unknown path (404). A segment such as `:id`
 * matches any text.
 */
export type PathTable = Map<string, readonly string[]>;

/** Returns the accepted methods of a path; undefined if the path is unknown. */
export function findMethods(paths: PathTable, path: string): readonly string[] | undefined {
  return paths.get(path) ?? findPattern(paths, path.split('/'));
}

function findPattern(paths: PathTable, segments: readonly string[]): readonly string[] | undefined {
  for (const [pattern, methods] of paths) {
    if (pattern.includes('/:') && isMatch(pattern.split('/'), segments)) return methods;
  }
  return undefined;
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
  );
}

/** HEAD is accepted wherever GET is, for uptime checks: Node sends the same status and headers without the body. */
export const READ_METHODS = ['GET', 'HEAD'];

/** Registers a path for GET and HEAD. */
export function addReadRoute(
  server: FastifyInstance,
  paths: PathTable,
  url: string,
  handler: RouteHandlerMethod,
): void {
  paths.set(url, READ_METHODS);
  server.route({ method: READ_METHODS, url, handler });
}
