import { useState, type PointerEvent } from 'react';
import { usePlotArea } from 'recharts';
import { stepAt, type ChosenSteps } from './chosenTime.ts';
import classes from './Requests.module.css';

type ChosenTimeProps = {
  count: number;
  chosen: ChosenSteps | undefined;
  onChoose: (chosen: ChosenSteps) => void;
};

/** Lies over the bars of a chart: a drag or a tap chooses, by mouse, pen and finger. */
export function ChosenTime({ count, chosen, onChoose }: ChosenTimeProps) {
  const area = usePlotArea();
  const [drag, setDrag] = useState<ChosenSteps>();
  if (!area || count === 0) return null;
  const shown = drag ?? chosen;
  const at = (event: PointerEvent<SVGRectElement>) =>
    stepAt(count, event.clientX, event.currentTarget.getBoundingClientRect());
  return (
    <>
      {shown && <Mark {...area} count={count} chosen={shown} />}
      <rect
        {...area}
        className={classes['plot']}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ start: at(event), end: at(event) });
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, end: at(event) })}
        onPointerUp={(event) => {
          if (drag) onChoose({ ...drag, end: at(event) });
          setDrag(undefined);
        }}
        onPointerCancel={() => setDrag(undefined)}
      />
    </>
  );
}

type MarkProps = { x: number; y: number; width: number; height: number; count: number; chosen: ChosenSteps };

function Mark({ x, y, width, height, count, chosen: { start, end } }: MarkProps) {
  const step = width / count;
  const first = Math.min(start, end);
  const wide = (Math.abs(end - start) + 1) * step;
  return <rect className={classes['chosen']} x={x + first * step} y={y} width={wide} height={height} />;
}
