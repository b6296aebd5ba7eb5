/** Every path that exists with the methods it takes: what tells a wrong method from an unknown path. */
export type PathTable = Map<string, readonly string[]>;
