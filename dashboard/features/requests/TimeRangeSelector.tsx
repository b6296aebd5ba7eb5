import { useState, type PointerEvent } from 'react';
import { usePlotArea } from 'recharts';
import { stepIndexAt, type StepSelection } from './stepSelection.ts';
import classes from './Requests.module.css';

type TimeRangeSelectorProps = {
  count: number;
  chosen: StepSelection | undefined;
  onChoose: (chosen: StepSelection) => void;
};

/** An overlay on the bars of a chart: a drag or a tap selects a time range. */
export function TimeRangeSelector({ count, chosen, onChoose }: TimeRangeSelectorProps) {
  const area = usePlotArea();
  const [drag, setDrag] = useState<StepSelection>();
  if (!area || count === 0) return null;
  const shown = drag ?? chosen;
  const at = (event: PointerEvent<SVGRectElement>) =>
    stepIndexAt(count, event.clientX, event.currentTarget.getBoundingClientRect());
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

type MarkProps = {
  x: number;
  y: number;
  width: number;
  height: number;
  count: number;
  chosen: StepSelection;
};

function Mark({ x, y, width, height, count, chosen: { start, end } }: MarkProps) {
  const step = width / count;
  const first = Math.min(start, end);
  const wide = (Math.abs(end - start) + 1) * step;
  return <rect className={classes['chosen']} x={x + first * step} y={y} width={wide} height={height} />;
}
