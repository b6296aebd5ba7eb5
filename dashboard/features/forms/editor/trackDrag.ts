type Drag = { onMove: (y: number) => void; onDrop: () => void; onCancel: () => void };

/** Within this distance from the window's edge, a drag scrolls the page. */
const EDGE_PX = 70;
const STEP_PX = 9;

/** Follows the pointer until it is released. Returns the function that stops the drag. */
export function trackDrag({ onMove, onDrop, onCancel }: Drag): () => void {
  const ending = new AbortController();
  const listening = { signal: ending.signal };
  let y: number | undefined;
  let frame = requestAnimationFrame(function follow() {
    frame = requestAnimationFrame(follow);
    if (y === undefined) return;
    window.scrollBy(0, stepAt(y));
    onMove(y);
  });
  window.addEventListener('pointermove', (event) => void (y = event.clientY), listening);
  window.addEventListener('pointerup', onDrop, listening);
  window.addEventListener('pointercancel', onCancel, listening);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onCancel();
    },
    listening,
  );
  return () => {
    cancelAnimationFrame(frame);
    ending.abort();
  };
}

function stepAt(y: number): number {
  if (y < EDGE_PX) return -STEP_PX;
  return y > window.innerHeight - EDGE_PX ? STEP_PX : 0;
}
