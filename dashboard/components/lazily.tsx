import { createElement, lazy, Suspense, type FunctionComponent } from 'react';

/** A part of a page that comes when it is first shown: what opens beside or above it need not hold up the page. */
export function lazily<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Lazily(props) {
    return <Suspense fallback={null}>{createElement(Loaded, props)}</Suspense>;
  };
}
