import { traditionalPairs } from './words/traditional.js';

/** Letters that write much the same sound in Latin; a blank stands for one that has none. */
const CYRILLIC =
  'аa бb вv гg ґg дd ђd еe ёe єe жs зs иi іi їi јi йi кk лl љl мm нn њn оo пp рr сs тt ћk уu фf хh цk чk џs шs щs ыi эe юu яa ъa';
const GREEK = 'αa βb γg δd εe ζs ηi θt ιi κk λl μm νn ξk οo πp ρr σs ςs τt υi φf χh ψp ωo';
const LATIN = 'qk ck yi ji wv xk zs';
const SILENT = 'ь';
/** The scripts of India hold their letters in the same order, in blocks of this size. */
const INDIC = { from: 0x0980, to: 0x0d80, block: 0x80, first: 0x0900 };

/**
 * A folded letter has here how other scripts write it: "агент" and "agent", "প্রম্পট" and "प्रम्पट" begin alike, "郵件" is
 * "邮件". What is zero is stepped over.
 */
export const spellings = build();

function build(): Uint16Array {
  const all = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
  for (const pair of `${CYRILLIC} ${GREEK} ${LATIN} ${traditionalPairs}`.trim().split(/\s+/))
    all[pair.charCodeAt(0)] = pair.charCodeAt(1);
  for (const letter of SILENT) all[letter.charCodeAt(0)] = 0;
  for (let unit = INDIC.from; unit < INDIC.to; unit++) all[unit] = INDIC.first + (unit % INDIC.block);
  return all;
}
