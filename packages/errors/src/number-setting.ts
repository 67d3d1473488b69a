export type Environment = Readonly<Record<string, string | undefined>>;
/** Gets one line for each variable that is bad. */
export type Complain = (problem: string) => void;

/** A variable may have whole numbers from `min`, which is 0 if left out, to `max`; `otherwise` holds where it is not set. */
export type NumberSetting<Otherwise> = { readonly min?: number; readonly max: number; readonly otherwise: Otherwise };

/**
 * Reads a variable that is a whole number, written in decimal digits and nothing else. `otherwise` is also returned for
 * a bad value, of which `complain` hears.
 */
export function readNumber<Otherwise extends number | null>(
  env: Environment,
  name: string,
  { min = 0, max, otherwise }: NumberSetting<Otherwise>,
  complain: Complain,
): number | Otherwise {
  const text = env[name];
  if (!text) return otherwise;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  complain(`${name} must be a number from ${min} to ${max}, not "${text}".`);
  return otherwise;
}
