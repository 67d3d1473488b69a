import { dueInSentence, shortTime, timeInSentence } from './time.js';

const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

type MomentProps = {
  readonly at: string | Date;
  /** It stands in a sentence; `due`: and says when something is done next. */
  readonly said?: 'inSentence' | 'due';
};

const wordings = { inSentence: timeInSentence, due: dueInSentence } as const;

/** A time; the whole of it, with its zone, on hover and for machines. */
export function Moment({ at, said }: MomentProps) {
  const date = new Date(at);
  const wording = said === undefined ? shortTime : wordings[said];
  return (
    <time dateTime={date.toISOString()} title={full.format(date)}>
      {wording(date)}
    </time>
  );
}
