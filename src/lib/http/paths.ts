import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

/** All paths with their methods, to tell a wrong method from an unknown path. `:name` is one segment of any text. */
export type PathTable = Map<string, readonly string[]>;

/** The accepted methods of a path; undefined for an unknown one. */
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

/** HEAD is answered with the status and headers of GET: Node sends no body for it. Uptime checks use it. */
export const READ_METHODS = ['GET', 'HEAD'];

/** Registers a path that is only read. */
export function addReadRoute(
  server: FastifyInstance,
  paths: PathTable,
  url: string,
  handler: RouteHandlerMethod,
): void {
  paths.set(url, READ_METHODS);
  server.route({ method: READ_METHODS, url, handler });
}
