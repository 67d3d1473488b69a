const COLUMNS = 4;
const [WIDTH, HEIGHT] = [118, 96];

type Hole = { readonly name: string; readonly letter?: 'plain' | 'hot' };

const holes: readonly Hole[] = [
  { name: 'bookings' },
  { name: 'signups', letter: 'plain' },
  { name: 'refunds' },
  { name: 'kestrel', letter: 'hot' },
  { name: 'osprey', letter: 'plain' },
  { name: 'desk-2', letter: 'plain' },
  { name: 'travel' },
  { name: 'invoices' },
  { name: 'heron', letter: 'plain' },
  { name: 'plover' },
  { name: 'support', letter: 'plain' },
  { name: 'trials' },
];

/** A rack of pigeonholes; one of them holds a message that an agent has leased. */
export function Rack() {
  return (
    <svg className="rack" viewBox="0 0 474 290" aria-hidden="true">
      {holes.map((hole, at) => (
        <HoleShape key={hole.name} hole={hole} at={at} />
      ))}
      <path className="call" d="M414 83v14" />
      <rect className="pill" x="316" y="97" width="156" height="24" rx="12" />
      <circle className="rt" cx="331" cy="109" r="5" />
      <circle className="rv" cx="331" cy="109" r="5" strokeDasharray="24 31.400" transform="rotate(-90 331 109)" />
      <text className="pt" x="342" y="112.500">
        signup-runner 3:49
      </text>
    </svg>
  );
}

function HoleShape({ hole: { name, letter }, at }: { readonly hole: Hole; readonly at: number }) {
  const [x, y] = [1 + (at % COLUMNS) * WIDTH, 1 + Math.floor(at / COLUMNS) * HEIGHT];
  return (
    <>
      <rect className="b" x={x} y={y} width={WIDTH} height={HEIGHT} />
      <text className="l" x={x + 10} y={y + 17}>
        {name}
      </text>
      {letter && (
        <>
          <rect className={letter === 'hot' ? 'e hot' : 'e'} x={x + 24} y={y + 40} width="70" height="42" rx="3" />
          <path className={letter === 'hot' ? 'hot2' : 'el'} d={`M${x + 25} ${y + 43}l34 22 34-22`} />
        </>
      )}
    </>
  );
}
