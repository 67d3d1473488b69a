/** The instants of all examples. */
export const at = '2026-03-01T09:00:00.000Z';
export const later = '2026-03-01T09:05:00.000Z';
