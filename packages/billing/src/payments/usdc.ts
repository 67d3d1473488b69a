/** Digits behind the point; one unit of the asset is a millionth of a dollar. */
const DECIMALS = 6;

const form = new RegExp(`^\\d{1,9}(\\.\\d{1,${DECIMALS}})?$`);

/** Reads dollars as units of the asset; undefined if the text is not plain dollars. */
export function parseUsdc(text: string): bigint | undefined {
  if (!form.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

/** Shows units of the asset as dollars, with cents at least. */
export function formatUsdc(units: bigint): string {
  const digits = units.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -DECIMALS)}.${fraction}`;
}
