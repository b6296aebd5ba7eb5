/** All paths with their methods, to tell a wrong method from an unknown path. */
export type PathTable = Map<string, readonly string[]>;
