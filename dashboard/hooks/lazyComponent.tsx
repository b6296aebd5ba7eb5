import { lazyRouteComponent } from '@tanstack/react-router';
import {
  createElement,
  lazy,
  Suspense,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { importOrThrowMissing, importWithRetry } from '../api/importWithRetry.ts';

/**
 * Loads a part of a page when it is first shown: a drawer, a dialog, a tab. React may show it a while after its code is
 * there, so what stands in for it is marked.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): FunctionComponent<P> {
  const placeholder = (
    <>
      {fallback}
      <span hidden data-awaited />
    </>
  );
  const Part = lazy(async () => ({ default: await importWithRetry(load) }));
  return function LazyComponent(props: P) {
    return <Suspense fallback={placeholder}>{createElement<P>(Part, props)}</Suspense>;
  };
}

/** Loads a page when it is first pointed at or gone to. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => importOrThrowMissing(load), name);
