/** They turn the order of letters round: `invoice.exe.pdf` can be a program, and be called so. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name or a subject without the marks that would show its letters in another order than they have. */
export const straight = (text: string): string => text.replace(TURNING, '');
