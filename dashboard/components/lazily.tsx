import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

/** A part of a page that is loaded when it is first shown: a drawer, a dialog, a tab behind the first. */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return function Lazily(props: P) {
    return <Suspense fallback={fallback}>{createElement<P>(Part, props)}</Suspense>;
  };
}
