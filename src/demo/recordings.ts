import type { SessionEnd, SessionStart } from '../features/sessions/contract.ts';

/** A training session on the glasses of a demo seat. A session with `end: undefined` is still running. */
export type DemoSession = {
  hours_ago: number;
  seat: number;
  start: Pick<SessionStart, 'role' | 'session_name'>;
  minutes: number;
  end: Omit<SessionEnd, 'session_id'> | undefined;
  takes_task: boolean;
  video_url: string | undefined;
};

type Lesson = { name: string; summary: string; steps: string[] };

const LESSONS: Lesson[] = [
  {
    name: 'Filter change, pump 7',
    summary: 'Every step shown, the old gasket was brittle.',
    steps: ['Close both valves', 'Swap the filter set', 'Vent and open'],
  },
  {
    name: 'Start-up of line 2',
    summary: 'Start-up with the new safety steps.',
    steps: ['Check the light curtain', 'Start in step mode'],
  },
  {
    name: 'Torque check, rotor flange',
    summary: 'Bolt 5 was below 45 Nm and was tightened.',
    steps: ['Mark the bolts crosswise', 'Tighten to 45 Nm'],
  },
  { name: 'Label printer', summary: 'Roll change and calibration.', steps: ['Change the roll'] },
  {
    name: 'Scanner optics',
    summary: 'Cleaned without solvent, reads again at once.',
    steps: ['Open the hood', 'Wipe the lens'],
  },
];

const COUNT = 26;
const DAYS = 27;

/** Sessions over four weeks: most are completed, a few failed, two completed a task, and one is still running. */
export const DEMO_SESSIONS: DemoSession[] = Array.from({ length: COUNT }, (_, at) => madeSession(at));

function madeSession(at: number): DemoSession {
  const lesson = LESSONS[at % LESSONS.length];
  if (!lesson) throw new Error('no lesson');
  const is_last = at === COUNT - 1;
  const role = at % 3 === 0 ? 'trainee' : 'trainer';
  return {
    hours_ago: is_last ? 0.2 : 24 * DAYS * (1 - at / (COUNT - 1)) + 2,
    seat: role === 'trainer' ? 0 : 1,
    start: { role, session_name: lesson.name },
    minutes: 6 + ((at * 7) % 23),
    end: is_last ? undefined : endOf(lesson, role, at),
    video_url: role === 'trainer' && !is_last ? `https://recordings.demo.example/${at}.mp4` : undefined,
    takes_task: at === COUNT - 2 || at === COUNT - 3,
  };
}

function endOf({ summary, steps }: Lesson, role: 'trainer' | 'trainee', at: number): DemoSession['end'] {
  if (at % 9 === 4) return { status: 'failed', notes: 'The battery ran out.' };
  const score = role === 'trainee' ? 0.7 + ((at * 3) % 10) / 40 : null;
  const procedures = role === 'trainer' ? steps.map((title) => ({ title })) : [];
  return { status: 'completed', summary, score, procedures };
}
