import { lazyRouteComponent } from '@tanstack/react-router';
import {
  createElement,
  lazy,
  Suspense,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { importOrThrowMissingChunk, importWithRetry } from '../api/importWithRetry.ts';

/**
 * Loads a component (a drawer, a dialog, a tab) when it is first shown. React may render it a moment after its code
 * has loaded, so tests wait for the marked placeholder.
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

/** Loads a page when its link is first hovered or opened. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => importOrThrowMissingChunk(load), name);
